import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RecurringFinding } from '../../api/types';
import { quoteValue } from '../../text/filters';
import { formatCount, NO_VALUE } from '../../text/numbers';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/columns';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { useWorkspace } from '../../workspace/workspace';
import { FindingError } from './filter-field-error';
import styles from './overview.module.css';
import { recurringQuery } from './overview-queries';

const kinds: Record<RecurringFinding['kind'], string> = {
  url: 'URL',
  sku: 'Product code',
  number: 'Number',
  name: 'Name',
};

/** Selects the findings that are counted: `filter` ends in the bounds of the period, joined by AND. */
function filterOf({ kind, key }: RecurringFinding, filter: string): string {
  return `recurring_kind = ${kind} AND recurring = ${quoteValue(key)} AND NOT review = rejected AND ${filter}`;
}

/** Texts that findings of several conversations have, linked to these findings. */
export function RecurringFindings({ filter }: { filter: string }) {
  const workspace = useWorkspace();
  const { data, error, isPlaceholderData, refetch } = useQuery(recurringQuery(workspace, filter));
  const pathOf = (finding: RecurringFinding) =>
    `${workspace.href('findings')}?${new URLSearchParams({ filter: filterOf(finding, filter) })}`;
  const columns: Column<RecurringFinding>[] = [
    {
      id: 'text',
      header: 'Text',
      isRowHeader: true,
      cell: (finding) => (
        <Link to={pathOf(finding)} dir="auto">
          {finding.text}
        </Link>
      ),
    },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => <Badge>{kinds[kind]}</Badge> },
    {
      id: 'count',
      header: 'Findings',
      align: 'end',
      cell: (finding) => <Link to={pathOf(finding)}>{formatCount(finding.count)}</Link>,
    },
    { id: 'tools', header: 'Tools', cell: ({ tools }) => tools.join(', ') || NO_VALUE },
    { id: 'models', header: 'Models', cell: ({ models }) => models.join(', ') || NO_VALUE },
    { id: 'last', header: 'Last seen', cell: ({ last_seen_at: at }) => <Time at={at} /> },
  ];
  return (
    <section className={styles.panel} aria-label="Recurring findings" aria-busy={isPlaceholderData}>
      <h2>Recurring findings</h2>
      {error !== null && <FindingError error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading recurring findings" rows={4} />}
      {error === null && data?.length === 0 && (
        <p className={styles.note}>No URL, product code, number or name recurs in these findings.</p>
      )}
      {error === null && data !== undefined && data.length > 0 && (
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
