import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '../../../api/types';
import { describeChoice } from '../../../text/chosen-by';
import { describeEmptyReplies } from '../../../text/paired-metrics';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Notice } from '../../../ui/notice';
import { useWorkspace } from '../../../workspace/workspace';
import { baselineComparisonQuery } from '../shared/experiment-queries';
import { canHaveFreshBaseline, isOpen } from '../shared/experiment-state';
import { PairedTable } from '../shared/paired-table';
import { describeBaselineOutcome } from './baseline-outcome';
import styles from './experiment.module.css';
import { FreshBaseline } from './fresh-baseline';

interface BaselineComparisonProps {
  experiment: Experiment;
  /** The headers of the original replies and of the results. */
  sides: readonly [string, string];
}

/** Whether the new replies are better than the original ones, with the tests behind it. */
export function BaselineComparison({ experiment, sides }: BaselineComparisonProps) {
  const { data, error, refetch } = useQuery(baselineComparisonQuery(useWorkspace(), experiment.id));
  const emptyReplies = data && describeEmptyReplies(data.empty_replies, sides);
  return (
    <section>
      <h2 className={styles.heading}>Compared with the original replies</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading comparison" rows={12} />}
      {data !== undefined && (
        <>
          <p className={styles.outcome}>{describeBaselineOutcome(data)}</p>
          {data.untested_reason !== null && canHaveFreshBaseline(experiment) && (
            <FreshBaseline experiment={experiment} />
          )}
          {emptyReplies != null && <Notice tone="warn">{emptyReplies}</Notice>}
          <PairedTable
            label="Compared with the original replies"
            metrics={data.metrics}
            sides={sides}
            isRunning={isOpen(data)}
          />
          {!data.pass_through && <p className={styles.note}>{originalTexts[data.replay_at]}</p>}
          {experiment.chosen_by === 'named' && (
            <p className={styles.note}>{describeChoice(experiment.chosen_by)}</p>
          )}
          {data.untested_reason === null && (
            <p className={styles.note}>
              Each metric is over its pairs: the conversations that have it on both sides.
              {isOpen(data) && ' While the experiment runs, pairs count in the order in which they started.'}{' '}
              Each is tested on its own. Of 20 metrics without a difference, one is expected to show one.
            </p>
          )}
        </>
      )}
    </section>
  );
}

const originalTexts: Record<Experiment['replay_at'], string> = {
  last_reply:
    'Original: the last reply of each conversation, which is replayed. Earlier replies do not count.',
  flagged_reply: 'Original: the latest flagged reply of each conversation, which is replayed.',
};
