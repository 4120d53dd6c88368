import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** What a tab of the settings is about, and the button that adds to it. */
export function SettingsHead({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.head}>
      <p className={styles.about}>{children}</p>
      {action}
    </div>
  );
}
