import { useState } from 'react';
import type { Experiment } from '../../../api/types';
import { formatCount, formatDuration } from '../../../text/numbers';
import { Notice } from '../../../ui/notice';
import { ProgressBar } from '../../../ui/progress-bar';
import { getProgress } from '../shared/experiment-state';
import { getItemStatuses } from '../shared/item-queries';
import { describeDecision } from './decision-text';
import styles from './experiment.module.css';
import { addSample, getPace, type Pace, type ProgressSample } from './pace';

/** What holds a running experiment back. */
const LIMITS: Record<NonNullable<Experiment['limited_by']>, string> = {
  concurrency: 'Its concurrency',
  provider: 'Concurrent calls of the provider',
  share: 'Its share of the workers',
  cost_limit: 'Its cost limit, which is reached',
  rate_limit: 'The rate limit of the provider (429)',
};

/** The number of items by status, the pace, and what a stopping rule has shown. */
export function Counters({ experiment }: { experiment: Experiment }) {
  const { done, failed, total } = getProgress(experiment);
  const { elapsedMs, itemsPerMinute, remainingMs } = usePace(experiment);
  const decision = describeDecision(experiment);
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
        <div>
          <dt>Elapsed</dt>
          <dd>{formatDuration(elapsedMs)}</dd>
        </div>
        {itemsPerMinute !== null && (
          <div>
            <dt>Items per minute</dt>
            <dd>{formatCount(Math.round(itemsPerMinute))}</dd>
          </div>
        )}
        {remainingMs !== null && (
          <div>
            <dt>{experiment.stop_when === null ? 'Time left' : 'Time left at most'}</dt>
            <dd>{formatDuration(remainingMs)}</dd>
          </div>
        )}
        {experiment.limited_by !== null && (
          <div>
            <dt>Limited by</dt>
            <dd>{LIMITS[experiment.limited_by]}</dd>
          </div>
        )}
      </dl>
      {decision !== null && (
        <Notice tone={experiment.decision?.outcome === 'worse' ? 'warn' : 'info'}>{decision}</Notice>
      )}
    </section>
  );
}

/** The pace of an experiment over the polls of this page. */
function usePace(experiment: Experiment): Pace {
  const [polled, setPolled] = useState<{ experiment: Experiment; at: number; samples: ProgressSample[] }>(
    () => {
      const at = Date.now();
      return { experiment, at, samples: [{ at, done: getProgress(experiment).done }] };
    },
  );
  if (polled.experiment !== experiment) {
    const at = Date.now();
    const isRetried = polled.experiment.requested_at !== experiment.requested_at;
    const samples = addSample(isRetried ? [] : polled.samples, { at, done: getProgress(experiment).done });
    setPolled({ experiment, at, samples });
  }
  return getPace(experiment, polled.samples, polled.at);
}
