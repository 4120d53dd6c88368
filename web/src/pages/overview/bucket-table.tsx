import type { IssuesBucket } from '../../api/types';
import { formatInterval, formatShare, NO_VALUE } from '../../text/numbers';
import { formatUtc, formatUtcDay } from '../../text/times';
import type { Column } from '../../ui/columns';
import { Time } from '../../ui/time';
import { VirtualTable } from '../../ui/virtual-table';
import { formatConversationCounts } from './conversation-rate';
import { numberColumn } from './number-columns';

/** The numbers of the chart. */
export function BucketTable({ buckets, isDaily }: { buckets: readonly IssuesBucket[]; isDaily: boolean }) {
  return (
    <VirtualTable
      label="Issue rate over time"
      columns={[isDaily ? dayColumn : startColumn, ...rateAndCountColumns]}
      rows={buckets}
      rowKey={({ bucket_start: start }) => start}
    />
  );
}

const startColumn: Column<IssuesBucket> = {
  id: 'start',
  header: 'Start',
  width: '12rem',
  isRowHeader: true,
  cell: ({ bucket_start: start }) => <Time at={start} />,
  sortBy: ({ bucket_start: start }) => start,
};

const dayColumn: Column<IssuesBucket> = {
  ...startColumn,
  header: 'From day (UTC)',
  width: '10rem',
  cell: ({ bucket_start: start }) => (
    <time dateTime={start} title={formatUtc(start)}>
      {formatUtcDay(start)}
    </time>
  ),
};

const rateAndCountColumns: Column<IssuesBucket>[] = [
  { ...numberColumn('rate', 'Issue rate', (it) => it.issue_rate, formatShare), width: '6.5rem' },
  {
    id: 'interval',
    header: '95% interval',
    width: '9rem',
    align: 'end',
    cell: (it) => (it.issue_rate === null ? NO_VALUE : formatInterval(it.interval_low, it.interval_high)),
  },
  {
    id: 'by-conversation',
    header: 'By conversation',
    width: '11rem',
    align: 'end',
    cell: (it) =>
      it.conversation_issue_rate === null
        ? NO_VALUE
        : `${formatShare(it.conversation_issue_rate)} (${formatConversationCounts(it)})`,
    sortBy: (it) => it.conversation_issue_rate,
  },
  countColumn('evaluated', 'Evaluated', (it) => it.evaluated_message_count),
  countColumn('flagged', 'Flagged', (it) => it.flagged_message_count),
  countColumn('not-judgeable', 'Not judgeable', (it) => it.not_judgeable_message_count, '8rem'),
  countColumn('issues', 'Issues', (it) => it.issue_count),
];

function countColumn(
  id: string,
  header: string,
  countOf: (bucket: IssuesBucket) => number,
  width = '6.25rem',
): Column<IssuesBucket> {
  return { ...numberColumn(id, header, countOf), width };
}
