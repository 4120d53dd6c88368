import type { Experiment } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { ProgressBar } from '../../../ui/progress-bar';
import { getProgress } from '../shared/experiment-state';
import { getItemStatuses } from '../shared/item-queries';
import styles from './experiment.module.css';

/** The number of items by status. */
export function Counters({ experiment }: { experiment: Experiment }) {
  const { done, failed, total } = getProgress(experiment);
  const {
    status_summary: counts,
    evaluations_received: received,
    evaluations_expected: expected,
  } = experiment;
  return (
    <section className={styles.counters} aria-label="Progress">
      <ProgressBar label="Ended items" value={done} total={total} failed={failed} />
      <dl className={styles.counts}>
        {getItemStatuses(experiment).map((status) => (
          <div key={status} data-alert={status === 'failed' && counts.failed > 0}>
            <dt>{status}</dt>
            <dd>{formatCount(counts[status])}</dd>
          </div>
        ))}
        <div>
          <dt>Evaluations</dt>
          <dd>
            {formatCount(received)} of {formatCount(expected)}
          </dd>
        </div>
      </dl>
    </section>
  );
}
