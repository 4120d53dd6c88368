import type { CSSProperties } from 'react';
import { outcomes } from './changes';
import styles from './comparison.module.css';

/** The name of a kind of change in its color, with a sign that does not depend on color. */
export function KindMark({ kind }: { kind: keyof typeof outcomes }) {
  const { sign, name, hue } = outcomes[kind];
  const style = { '--mark': `var(--mark-${hue})`, '--mark-line': `var(--mark-${hue}-line)` };
  return (
    <span className={styles.kind} style={style as CSSProperties}>
      <span aria-hidden>{sign} </span>
      {name}
    </span>
  );
}
