import type { CSSProperties } from 'react';
import { getHue } from '../text/hues';
import { humanize } from '../text/wording';
import styles from './badge.module.css';
import { joinClasses } from './class-names';

/** An issue label in the color of its spans. */
export function LabelBadge({ label, count }: { label: string; count?: number }) {
  const style = {
    '--mark': `var(--mark-${getHue(label)})`,
    '--mark-line': `var(--mark-${getHue(label)}-line)`,
  };
  return (
    <span className={joinClasses(styles.badge, styles.label)} style={style as CSSProperties}>
      {humanize(label)}
      {count !== undefined && count > 1 && <> × {count}</>}
    </span>
  );
}
