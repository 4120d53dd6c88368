import type { UseQueryResult } from '@tanstack/react-query';
import type { GetResponse, IssuesBucket } from '../../api/types';
import { formatCount, formatShare } from '../../text/numbers';
import { formatUtc, formatUtcDay } from '../../text/times';
import type { Column } from '../../ui/columns';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Segmented } from '../../ui/segmented';
import { Time } from '../../ui/time';
import { VirtualTable } from '../../ui/virtual-table';
import { useSearchChoice } from '../../workspace/use-search';
import { IssueRateChart } from './issue-rate-chart';
import styles from './overview.module.css';
import { computeIssueRate } from './overview-numbers';

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
      {data === undefined && error === null && <Loading label="Loading issue rate" />}
      {data !== undefined && error === null && <Buckets {...data} view={view} />}
    </section>
  );
}

function Buckets({
  bucket,
  buckets,
  view,
}: GetResponse<'/v1/analytics/issues-timeseries'> & { view: (typeof views)[number] }) {
  if (computeIssueRate(buckets).evaluated === 0) {
    return (
      <EmptyState title="No evaluated messages in this period">
        Choose a longer period, or turn on online evaluation in the workspace settings.
      </EmptyState>
    );
  }
  return (
    <>
      {view === 'chart' ? (
        <IssueRateChart bucket={bucket} buckets={buckets} />
      ) : (
        <VirtualTable
          label="Issue rate over time"
          columns={[bucket === 'day' ? dayColumn : startColumn, ...numberColumns]}
          rows={buckets}
          rowKey={({ bucket_start: start }) => start}
        />
      )}
      {bucket === 'day' && <p className={styles.note}>Days begin at midnight UTC.</p>}
    </>
  );
}

const startColumn: Column<IssuesBucket> = {
  id: 'start',
  header: 'Start',
  width: '15rem',
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
  header: 'Day (UTC)',
  cell: ({ bucket_start: start }) => (
    <time className={styles.when} dateTime={start} title={formatUtc(start)}>
      {formatUtcDay(start)}
    </time>
  ),
};

const numberColumns: Column<IssuesBucket>[] = [
  {
    id: 'evaluated',
    header: 'Evaluated messages',
    width: '10rem',
    align: 'end',
    cell: (it) => formatCount(it.evaluated_message_count),
    sortBy: (it) => it.evaluated_message_count,
  },
  {
    id: 'flagged',
    header: 'Flagged',
    width: '6rem',
    align: 'end',
    cell: (it) => formatCount(it.flagged_message_count),
    sortBy: (it) => it.flagged_message_count,
  },
  {
    id: 'rate',
    header: 'Issue rate',
    width: '7rem',
    align: 'end',
    cell: (it) => formatShare(computeIssueRate([it]).rate),
    sortBy: (it) => computeIssueRate([it]).rate,
  },
  {
    id: 'issues',
    header: 'Issues',
    width: '6rem',
    align: 'end',
    cell: (it) => formatCount(it.issue_count),
    sortBy: (it) => it.issue_count,
  },
];
