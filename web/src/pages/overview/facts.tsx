import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './overview.module.css';
import { SampledNote } from './sampled-note';

interface FactsProps {
  isBusy: boolean;
  /** Of the response that the numbers are from. */
  sampledShare: number | null | undefined;
  children: ReactNode;
}

/** Key numbers in a row. */
export function Facts({ isBusy, sampledShare, children }: FactsProps) {
  return (
    <div className={styles.panel}>
      <dl className={styles.summary} aria-busy={isBusy}>
        {children}
      </dl>
      <SampledNote share={sampledShare} />
    </div>
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
