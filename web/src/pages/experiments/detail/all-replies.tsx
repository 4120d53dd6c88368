import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '../../../api/types';
import { listMetrics } from '../../../text/metrics';
import { formatCount } from '../../../text/numbers';
import { omitPaired } from '../../../text/paired-metrics';
import { pluralize } from '../../../text/wording';
import { ComparisonTable } from '../../../ui/comparison-table';
import { useWorkspace } from '../../../workspace/workspace';
import { baselineComparisonQuery } from '../shared/experiment-queries';
import { isOpen } from '../shared/experiment-state';
import styles from './experiment.module.css';

interface AllRepliesProps {
  experiment: Experiment;
  /** The headers of the original replies and of the results. */
  sides: readonly [string, string];
}

/** The metrics over all replies, with or without a pair, that differ from those of the pairs. */
export function AllReplies({ experiment, sides }: AllRepliesProps) {
  const { metrics, baseline_metrics: baseline, baseline_models: models } = experiment;
  const paired = useQuery(baselineComparisonQuery(useWorkspace(), experiment.id)).data?.metrics ?? [];
  const all = listMetrics(baseline, metrics);
  const rows = omitPaired(all, paired);
  return (
    <section>
      <h2 className={styles.heading}>All replies</h2>
      <ComparisonTable label="All replies" subject="Metric" sides={sides} rows={rows} />
      <p className={styles.note}>
        Every evaluated reply counts, also without a pair, so rates can differ from those of the pairs above.
        {rows.length < all.length && ' Metrics with equal values are listed above only.'}
      </p>
      {isOpen(experiment) && (
        <p className={styles.note}>
          {formatCount(metrics.evaluated_count)} of{' '}
          {pluralize(experiment.status_summary.total, 'reply', 'replies')} evaluated so far.
        </p>
      )}
      {models.length > 0 && (
        <p className={styles.note}>Models of the original replies: {models.join(', ')}.</p>
      )}
    </section>
  );
}
