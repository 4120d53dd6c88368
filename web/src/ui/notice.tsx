import type { ReactNode } from 'react';
import styles from './notice.module.css';

export interface NoticeProps {
  tone?: 'info' | 'good' | 'warn' | 'danger';
  children: ReactNode;
}

/** A message in the page. Screen readers announce it; a danger interrupts them. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
