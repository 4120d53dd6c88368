import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatDollars, formatDuration, NO_VALUE } from '../../text/numbers';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { useWorkspace } from '../../workspace/workspace';
import { ConversationRate } from './conversation-rate';
import { type Dimension, dimensionNames, segmentPath } from './dimensions';
import { IntervalRate } from './interval-rate';
import type { Segment } from './measures';
import styles from './overview.module.css';
import { breakdownQuery } from './overview-queries';
import { withPeriod } from './period';
import type { Scope } from './scope';

/** All values of a dimension with all measures. */
export function BreakdownTable({ scope, dimension }: { scope: Scope; dimension: Dimension }) {
  const query = breakdownQuery(useWorkspace(), withPeriod(scope.filter, scope.period), dimension);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const columns = useColumns(dimension);
  const { many } = dimensionNames[dimension];
  return (
    <section className={styles.panel} aria-label={many} aria-busy={isPlaceholderData}>
      <h2>{many}</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label={`Loading ${many.toLowerCase()}`} rows={8} />}
      {data !== undefined && (
        <Table label={many} columns={columns} rows={data.values} rowKey={({ value }) => value ?? 'others'} />
      )}
    </section>
  );
}

function useColumns(dimension: Dimension): Column<Segment>[] {
  const { href } = useWorkspace();
  return [
    {
      id: 'value',
      header: dimensionNames[dimension].one,
      isRowHeader: true,
      sortBy: ({ value }) => value,
      cell: ({ value }) => {
        const path = value === null ? null : segmentPath(dimension, value);
        return path === null ? (value ?? 'Others') : <Link to={href(path)}>{value}</Link>;
      },
    },
    {
      id: 'replies',
      header: 'Replies',
      align: 'end',
      sortBy: (it) => it.message_count,
      cell: ({ message_count: count, filter }) =>
        filter === null ? (
          formatCount(count)
        ) : (
          <Link to={`${href('conversations')}?${new URLSearchParams({ filter })}`}>{formatCount(count)}</Link>
        ),
    },
    {
      id: 'flagged',
      header: 'Flagged',
      align: 'end',
      sortBy: (it) => it.flagged_message_count,
      cell: ({ flagged_message_count: count, filter }) =>
        filter === null ? (
          formatCount(count)
        ) : (
          <Link
            to={`${href('conversations')}?${new URLSearchParams({ filter: `${filter} AND issue_count > 0` })}`}
          >
            {formatCount(count)}
          </Link>
        ),
    },
    {
      id: 'rate',
      header: 'Issue rate (95% interval)',
      align: 'end',
      sortBy: (it) => it.issue_rate,
      cell: (it) => <IntervalRate {...it} />,
    },
    {
      id: 'by-conversation',
      header: 'By conversation',
      align: 'end',
      sortBy: (it) => it.conversation_issue_rate,
      cell: (it) => <ConversationRate {...it} />,
    },
    numberColumn('cost', 'Cost', (it) => it.cost_usd, formatDollars),
    numberColumn('p50', 'Median latency', (it) => it.latency_p50_ms, formatDuration),
    numberColumn('p95', '95th percentile', (it) => it.latency_p95_ms, formatDuration),
    numberColumn('input', 'Input tokens', (it) => it.input_tokens, formatCount),
    numberColumn('output', 'Output tokens', (it) => it.output_tokens, formatCount),
    {
      id: 'first',
      header: 'First reply',
      sortBy: (it) => it.first_message_at,
      cell: ({ first_message_at: at }) => (at === null ? NO_VALUE : <Time at={at} isAge />),
    },
  ];
}

function numberColumn(
  id: string,
  header: string,
  numberOf: (segment: Segment) => number | null,
  format: (value: number | null) => string,
): Column<Segment> {
  return { id, header, align: 'end', sortBy: numberOf, cell: (it) => format(numberOf(it)) };
}
