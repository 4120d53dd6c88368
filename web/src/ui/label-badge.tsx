import type { CSSProperties } from 'react';
import { markOf } from '../text/marks';
import { sayPlainly } from '../text/wording';
import styles from './badge.module.css';
import { joinClasses } from './class-names';

/** An issue label in the colour that its spans have. */
export function LabelBadge({ label, count }: { label: string; count?: number }) {
  const style = {
    '--mark': `var(--mark-${markOf(label)})`,
    '--mark-line': `var(--mark-${markOf(label)}-line)`,
  };
  return (
    <span className={joinClasses(styles.badge, styles.label)} style={style as CSSProperties}>
      {sayPlainly(label)}
      {count !== undefined && count > 1 && <> × {count}</>}
    </span>
  );
}
