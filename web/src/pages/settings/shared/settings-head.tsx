import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** The description of a settings tab and its main action. */
export function SettingsHead({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.head}>
      <p className={styles.about}>{children}</p>
      {action}
    </div>
  );
}
