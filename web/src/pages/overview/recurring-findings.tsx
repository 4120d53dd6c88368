import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RecurringFinding } from '../../api/types';
import { formatCount, NO_VALUE } from '../../text/numbers';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { useWorkspace } from '../../workspace/workspace';
import styles from './overview.module.css';
import { recurringQuery } from './overview-queries';
import { quoteValue } from './period';

const kinds: Record<RecurringFinding['kind'], string> = {
  url: 'URL',
  sku: 'Product code',
  number: 'Number',
  name: 'Name',
};

/** Selects the findings that are counted. */
function filterOf({ kind, key }: RecurringFinding, period: string): string {
  return `recurring_kind = ${kind} AND recurring = ${quoteValue(key)} AND NOT review = rejected AND ${period}`;
}

/** Texts that findings of several conversations have, linked to these findings. `period` has the bounds only. */
export function RecurringFindings({ period }: { period: string }) {
  const workspace = useWorkspace();
  const { data, error, refetch } = useQuery(recurringQuery(workspace, period));
  const columns: Column<RecurringFinding>[] = [
    {
      id: 'text',
      header: 'Text',
      isRowHeader: true,
      cell: (finding) => (
        <Link
          to={`${workspace.href('findings')}?${new URLSearchParams({ filter: filterOf(finding, period) })}`}
          dir="auto"
        >
          {finding.text}
        </Link>
      ),
    },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => <Badge>{kinds[kind]}</Badge> },
    { id: 'count', header: 'Findings', align: 'end', cell: ({ count }) => formatCount(count) },
    { id: 'tools', header: 'Tools', cell: ({ tools }) => tools.join(', ') || NO_VALUE },
    { id: 'models', header: 'Models', cell: ({ models }) => models.join(', ') || NO_VALUE },
    { id: 'last', header: 'Last seen', cell: ({ last_seen_at: at }) => <Time at={at} /> },
  ];
  return (
    <section className={styles.panel} aria-label="Recurring findings">
      <h2>Recurring findings</h2>
      <p className={styles.note}>Of all messages in the period; the filter does not apply.</p>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading recurring findings" />}
      {data?.length === 0 && (
        <p className={styles.note}>No URL, product code, number or name recurs in this period.</p>
      )}
      {data !== undefined && data.length > 0 && (
        <Table
          label="Recurring findings"
          columns={columns}
          rows={data}
          rowKey={({ kind, key }) => `${kind} ${key}`}
        />
      )}
    </section>
  );
}
