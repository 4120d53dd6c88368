import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger';

/** A short framed text: a state, a kind, a count. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
