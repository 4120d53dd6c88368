import type { ReactNode } from 'react';
import styles from './form.module.css';

/** Two short fields side by side, if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
