import type { Experiment } from '../../../api/types';
import { formatDecimal } from '../../../text/numbers';
import styles from './experiment.module.css';
import { describePrecision } from './sample-precision';

interface SampleVarianceProps {
  variance: NonNullable<Experiment['issue_rate_variance']>;
}

/** How much the samples of one conversation differ, and how much conversations do. */
export function SampleVariance({ variance }: SampleVarianceProps) {
  return (
    <section>
      <h2 className={styles.heading}>Variance of the issue rate</h2>
      <dl className={styles.settings}>
        <dt>Between conversations</dt>
        <dd>{formatDecimal(variance.between_conversations, 4)}</dd>
        <dt>Between samples of one conversation</dt>
        <dd>{formatDecimal(variance.within_conversation, 4)}</dd>
        <dt>Intraclass correlation</dt>
        <dd>{formatDecimal(variance.intraclass_correlation)}</dd>
      </dl>
      <p className={styles.note}>{describePrecision(variance)}</p>
    </section>
  );
}
