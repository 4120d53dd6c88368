import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './overview.module.css';

/** Key numbers in a row. */
export function Facts({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <dl className={styles.summary} aria-busy={isBusy}>
      {children}
    </dl>
  );
}

interface FactProps {
  name: string;
  value: string;
  /** What the value counts. */
  to?: string;
  children: ReactNode;
}

export function Fact({ name, value, to, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.value}>{to === undefined ? value : <Link to={to}>{value}</Link>}</dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  );
}
