import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ComparableExperiment } from '../../../api/types';
import { metricDescriptions } from '../../../text/metrics';
import { formatCount } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import type { Column } from '../../../ui/columns';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { useWorkspace } from '../../../workspace/workspace';
import { comparableExperimentsQuery, experimentQuery } from './experiment-queries';
import { comparisonPath } from './experiment-state';

/** The experiments that share conversations with one, with links to their comparison. */
export function ComparableExperiments({ experimentId }: { experimentId: string }) {
  const workspace = useWorkspace();
  const own = useQuery(experimentQuery(workspace, experimentId));
  const experiment = own.data;
  const list = useInfiniteQuery(comparableExperimentsQuery(workspace, experimentId));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const failed = [own, list].find(({ error }) => error !== null);
  const rows = experiment && data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {experiment !== undefined && rows !== undefined && rows.length > 0 && (
        <Table
          label="Experiments to compare with"
          columns={columnsFor((other) => workspace.href(comparisonPath(experiment, other)))}
          rows={rows}
          rowKey={({ id }) => id}
          initialSort={{ columnId: 'shared', isDescending: true }}
        />
      )}
      {rows?.length === 0 && (
        <EmptyState title="No comparable experiments">
          {hasNextPage
            ? 'None of the newest experiments shares a conversation with this one.'
            : 'No experiment shares a conversation with this one. Use “Run again” to start one with the same conversations.'}
        </EmptyState>
      )}
      {hasNextPage && (
        <p>
          <Button isDisabled={isFetchingNextPage} onPress={() => fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Search older experiments'}
          </Button>
        </p>
      )}
      {failed?.error != null && <ErrorNotice error={failed.error} onRetry={failed.refetch} />}
      {rows === undefined && failed === undefined && <Loading label="Loading experiments" rows={8} />}
    </>
  );
}

function columnsFor(hrefOf: (other: ComparableExperiment) => string): Column<ComparableExperiment>[] {
  const { label, format } = metricDescriptions.issue_rate;
  return [
    {
      id: 'name',
      header: 'Experiment',
      isRowHeader: true,
      cell: (other) => <Link to={hrefOf(other)}>{other.name}</Link>,
    },
    {
      id: 'model',
      header: 'Model',
      cell: (other) => (other.pass_through ? 'Original replies' : other.model),
    },
    {
      id: 'shared',
      header: 'Shared conversations',
      align: 'end',
      sortBy: ({ shared_conversations_count: shared }) => shared,
      cell: ({ shared_conversations_count: shared }) => formatCount(shared),
    },
    { id: 'issue_rate', header: label, align: 'end', cell: ({ issue_rate: rate }) => format(rate) },
    createdColumn(({ created_at: createdAt }) => createdAt),
  ];
}
