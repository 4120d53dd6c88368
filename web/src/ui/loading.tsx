import type { CSSProperties } from 'react';
import styles from './loading.module.css';

interface LoadingProps {
  label?: string;
  /** How many table rows high it is: as high as what comes, so that nothing below moves. */
  rows?: number;
}

/** A placeholder of rows. Its text appears with a delay, so that fast responses do not flicker. */
export function Loading({ label = 'Loading', rows = 4 }: LoadingProps) {
  return (
    <div className={styles.loading} style={{ '--rows': rows } as CSSProperties} role="status">
      <span className={styles.label}>{label}…</span>
    </div>
  );
}
