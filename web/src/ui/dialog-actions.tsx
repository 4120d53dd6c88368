import type { ReactNode } from 'react';
import styles from './dialog.module.css';

/** The buttons at the end of a dialog or form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
