import type { UseQueryResult } from '@tanstack/react-query';
import type { GetResponse, IssuesBucket } from '../../api/types';
import { formatCount, formatInterval, formatShare, NO_VALUE } from '../../text/numbers';
import { formatUtc, formatUtcDay } from '../../text/times';
import type { Column } from '../../ui/columns';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Segmented } from '../../ui/segmented';
import { Time } from '../../ui/time';
import { VirtualTable } from '../../ui/virtual-table';
import { useSearchChoice } from '../../workspace/use-search';
import { formatConversationCounts } from './conversation-rate';
import { IssueRateChart } from './issue-rate-chart';
import styles from './overview.module.css';
import { DAY_SECONDS, formatBucketSize, MIN_EVALUATED } from './overview-numbers';

const views = ['chart', 'table'] as const;

/** The issue rate over time, as a chart or a table. */
export function IssueRate({
  series,
}: {
  series: UseQueryResult<GetResponse<'/v1/analytics/issues-timeseries'>>;
}) {
  const [view, setView] = useSearchChoice('view', views);
  const { data, error, isPlaceholderData, refetch } = series;
  return (
    <section className={styles.panel} aria-label="Issue rate over time" aria-busy={isPlaceholderData}>
      <div className={styles.head}>
        <h2>Issue rate over time</h2>
        <Segmented
          label="View"
          value={view}
          options={[
            { id: 'chart', name: 'Chart' },
            { id: 'table', name: 'Table' },
          ]}
          onChange={setView}
        />
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading issue rate" rows={9} />}
      {data !== undefined && error === null && <Buckets series={data} view={view} />}
    </section>
  );
}

function Buckets({
  series,
  view,
}: {
  series: GetResponse<'/v1/analytics/issues-timeseries'>;
  view: (typeof views)[number];
}) {
  const { buckets, bucket_seconds: bucketSeconds, total } = series;
  const isDaily = bucketSeconds % DAY_SECONDS === 0;
  const { evaluated_message_count: evaluated, not_judgeable_message_count: notJudgeable } = total;
  if (evaluated === 0 && notJudgeable > 0) {
    return (
      <EmptyState title="No judgeable messages in this period">
        The evaluator could judge none of {formatCount(notJudgeable)} messages. Choose a longer period, or
        another evaluator in the workspace settings.
      </EmptyState>
    );
  }
  if (evaluated === 0) {
    return (
      <EmptyState title="No evaluated messages in this period">
        Choose a longer period, or turn on online evaluation in the workspace settings.
      </EmptyState>
    );
  }
  return (
    <>
      {view === 'chart' ? (
        <IssueRateChart series={series} />
      ) : (
        <VirtualTable
          label="Issue rate over time"
          columns={[isDaily ? dayColumn : startColumn, ...numberColumns]}
          rows={buckets}
          rowKey={({ bucket_start: start }) => start}
        />
      )}
      <p className={styles.note}>
        Buckets of {formatBucketSize(bucketSeconds)}, with the 95% interval of each rate, which allows for
        messages of one conversation being alike. Rates over fewer than {MIN_EVALUATED} messages are faded;
        nothing is drawn where nothing was evaluated.
        {isDaily && ' Days begin at midnight UTC.'}
      </p>
    </>
  );
}

const startColumn: Column<IssuesBucket> = {
  id: 'start',
  header: 'Start',
  width: '12rem',
  isRowHeader: true,
  cell: ({ bucket_start: start }) => (
    <span className={styles.when}>
      <Time at={start} />
    </span>
  ),
  sortBy: ({ bucket_start: start }) => start,
};

const dayColumn: Column<IssuesBucket> = {
  ...startColumn,
  header: 'From day (UTC)',
  width: '10rem',
  cell: ({ bucket_start: start }) => (
    <time className={styles.when} dateTime={start} title={formatUtc(start)}>
      {formatUtcDay(start)}
    </time>
  ),
};

const numberColumns: Column<IssuesBucket>[] = [
  {
    id: 'rate',
    header: 'Issue rate',
    width: '6.5rem',
    align: 'end',
    cell: (it) => formatShare(it.issue_rate),
    sortBy: (it) => it.issue_rate,
  },
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
  return { id, header, width, align: 'end', cell: (it) => formatCount(countOf(it)), sortBy: countOf };
}
