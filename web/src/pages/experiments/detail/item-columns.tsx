import type { Experiment, ExperimentItem } from '../../../api/types';
import { formatCount, formatDuration, NO_VALUE } from '../../../text/numbers';
import { humanize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { Difference } from '../../../ui/difference';
import { Status } from '../../../ui/status';
import styles from './experiment.module.css';

type SortBy = (item: ExperimentItem) => string | number | null;

/** The question that an item replies to. */
export function questionOf({ source_preview: preview }: Pick<ExperimentItem, 'source_preview'>): string {
  return preview || 'No user message';
}

/** Which reply to its conversation an item has; null where there is only one. */
export function describeSample(
  { sample_index: index }: Pick<ExperimentItem, 'sample_index'>,
  { samples_per_item: samples }: Pick<Experiment, 'samples_per_item'>,
): string | null {
  return samples === 1 ? null : `${index + 1} of ${samples}`;
}

/** The columns of the items. The question opens an item. Sorting requires that no item changes any more. */
export function itemColumns(
  experiment: Pick<Experiment, 'samples_per_item'>,
  open: (item: ExperimentItem) => void,
  canSort: boolean,
): Column<ExperimentItem>[] {
  const sorted = (sortBy: SortBy) => (canSort ? { sortBy } : {});
  return [
    {
      id: 'question',
      header: 'Last user message',
      isRowHeader: true,
      cell: (item) => (
        <button type="button" className={styles.question} dir="auto" onClick={() => open(item)}>
          {questionOf(item)}
        </button>
      ),
    },
    ...(experiment.samples_per_item === 1
      ? []
      : [
          {
            id: 'sample',
            header: 'Sample',
            width: '6rem',
            cell: (item: ExperimentItem) => describeSample(item, experiment),
          },
        ]),
    {
      id: 'status',
      header: 'Status',
      width: '8rem',
      ...sorted(({ status }) => status),
      cell: ({ status, error, queued_reason: reason }) => (
        <span title={(error ?? reason)?.message}>
          <Status status={status} />
          {reason !== null && <span className={styles.reason}>{humanize(reason.code)}</span>}
        </span>
      ),
    },
    {
      id: 'issues',
      header: 'Issues',
      align: 'end',
      width: '6rem',
      cell: (item) => <Issues item={item} />,
      ...sorted(({ issue_count: count }) => count),
    },
    {
      id: 'baseline',
      header: 'Original issues',
      align: 'end',
      width: '7rem',
      ...sorted(({ baseline_issue_count: count }) => count),
      cell: ({ baseline_issue_count: count }) => formatCount(count),
    },
    {
      id: 'tokens',
      header: 'Tokens (in / out)',
      align: 'end',
      width: '9rem',
      cell: ({ input_tokens: input, output_tokens: output }) =>
        input === null && output === null ? NO_VALUE : `${formatCount(input)} / ${formatCount(output)}`,
    },
    {
      id: 'latency',
      header: 'Latency',
      align: 'end',
      width: '7rem',
      ...sorted(({ latency_ms: latency }) => latency),
      cell: ({ latency_ms: latency }) => formatDuration(latency),
    },
    {
      id: 'attempts',
      header: 'Tries',
      align: 'end',
      width: '7rem',
      ...sorted(({ attempts }) => attempts),
      cell: ({ attempts }) => formatCount(attempts),
    },
  ];
}

function Issues({
  item: { issue_count: count, baseline_issue_count: baseline, verdict },
}: {
  item: ExperimentItem;
}) {
  if (verdict === 'no_verdict') return <span title="The evaluator returned no verdict">No verdict</span>;
  if (verdict === 'not_judgeable')
    return <span title="The evaluator cannot judge this reply">Not judgeable</span>;
  if (count === null) return NO_VALUE;
  const isBetter = baseline === null || baseline === count ? null : count < baseline;
  return (
    <strong>
      <Difference text={formatCount(count)} isBetter={isBetter} />
    </strong>
  );
}
