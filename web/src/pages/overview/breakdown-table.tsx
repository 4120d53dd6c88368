import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { joinFilters } from '../../text/filters';
import { formatCount, formatDollars, formatDuration, NO_VALUE } from '../../text/numbers';
import { capitalize } from '../../text/wording';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { useWorkspace } from '../../workspace/workspace';
import { BreakdownNotes, PARTIAL_MARK } from './breakdown-notes';
import { type Dimension, nameDimension, nameValue, segmentPath } from './dimensions';
import { nameCounted, type Segment } from './measures';
import { numberColumn, rateColumns } from './number-columns';
import styles from './overview.module.css';
import { breakdownQuery } from './overview-queries';
import type { Scope } from './scope';

/** All values of a dimension with all measures. */
export function BreakdownTable({ scope, dimension }: { scope: Scope; dimension: Dimension }) {
  const query = breakdownQuery(useWorkspace(), scope.bounded, dimension);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const columns = useColumns(dimension);
  const { many, title } = nameDimension(dimension);
  return (
    <section className={styles.panel} aria-label={title} aria-busy={isPlaceholderData}>
      <h2>{title}</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label={`Loading ${many}`} rows={8} />}
      {data?.values.length === 0 && <p className={styles.note}>None in this period.</p>}
      {data !== undefined && data.values.length > 0 && (
        <Table
          label={title}
          columns={columns}
          rows={data.values}
          rowKey={({ value }) => JSON.stringify(value)}
        />
      )}
      {data !== undefined && <BreakdownNotes breakdown={data} dimension={dimension} />}
    </section>
  );
}

function useColumns(dimension: Dimension): Column<Segment>[] {
  const { href } = useWorkspace();
  /** Counts linked to the conversations of the segment that meet a condition. */
  const linkedColumn = (
    id: string,
    header: string,
    countOf: (segment: Segment) => number,
    condition = '',
  ): Column<Segment> => ({
    ...numberColumn(id, header, countOf),
    cell: (it) => {
      const count = formatCount(countOf(it));
      if (it.filter === null) return count;
      const search = new URLSearchParams({ filter: joinFilters(it.filter, condition) });
      return <Link to={`${href('conversations')}?${search}`}>{count}</Link>;
    },
  });
  return [
    {
      id: 'value',
      header: capitalize(nameDimension(dimension).one),
      isRowHeader: true,
      sortBy: ({ value }) => value,
      cell: ({ value, is_partial: isPartial }) => {
        const path = value === null ? null : segmentPath(dimension, value);
        return (
          <div className={styles.segment}>
            {path === null ? nameValue(dimension, value) : <Link to={href(path)}>{value}</Link>}
            {isPartial && <div className={styles.note}>{PARTIAL_MARK}</div>}
          </div>
        );
      },
    },
    linkedColumn('messages', capitalize(nameCounted(dimension)), (it) => it.message_count),
    linkedColumn('flagged', 'Flagged', (it) => it.flagged_message_count, 'issue_count > 0'),
    ...rateColumns,
    numberColumn('cost', 'Cost', (it) => it.cost_usd, formatDollars),
    numberColumn('p50', 'Median latency', (it) => it.latency_p50_ms, formatDuration),
    numberColumn('p95', '95th percentile', (it) => it.latency_p95_ms, formatDuration),
    numberColumn('input', 'Input tokens', (it) => it.input_tokens),
    numberColumn('output', 'Output tokens', (it) => it.output_tokens),
    {
      id: 'first',
      header: 'First seen',
      sortBy: (it) => it.first_message_at,
      cell: ({ first_message_at: at }) => (at === null ? NO_VALUE : <Time at={at} isAge />),
    },
  ];
}
