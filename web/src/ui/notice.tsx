import type { ReactNode } from 'react';
import styles from './notice.module.css';

export interface NoticeProps {
  tone?: 'info' | 'good' | 'warn' | 'danger';
  children: ReactNode;
}

/** A message in its place on the page. Screen readers hear it when it appears; a danger at once. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
