import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Experiment } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import type { Column } from '../../../ui/columns';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { metricColumn } from '../../../ui/metric-column';
import { createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { useWorkspace } from '../../../workspace/workspace';
import { experimentChoicesQuery } from '../shared/experiment-queries';
import { countSharedConversations } from '../shared/experiment-state';
import styles from './experiment.module.css';

interface ComparePickerProps {
  experiment: Experiment;
  isOpen: boolean;
  onClose: () => void;
}

/** The experiments to compare with, by number of shared conversations. */
export function ComparePicker({ experiment, isOpen, onClose }: ComparePickerProps) {
  return (
    <Dialog title="Compare with another experiment" isOpen={isOpen} onClose={onClose} isWide>
      <Candidates experiment={experiment} />
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Candidates({ experiment }: { experiment: Experiment }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    experimentChoicesQuery(useWorkspace()),
  );
  const choices = data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {choices !== undefined && <CandidateTable experiment={experiment} choices={choices} />}
      {choices !== undefined && hasNextPage && (
        <p className={styles.note}>
          The {formatCount(choices.length)} newest experiments are loaded.{' '}
          <Button variant="quiet" isDisabled={isFetchingNextPage} onPress={() => fetchNextPage()}>
            Load more
          </Button>
        </p>
      )}
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {choices === undefined && error === null && <Loading label="Loading experiments" />}
    </>
  );
}

interface Comparable {
  other: Experiment;
  shared: number;
}

interface CandidateTableProps {
  experiment: Experiment;
  choices: readonly Experiment[];
}

function CandidateTable({ experiment, choices }: CandidateTableProps) {
  const workspace = useWorkspace();
  const rows = choices
    .filter(({ id }) => id !== experiment.id)
    .map((other) => ({ other, shared: countSharedConversations(experiment, other) }))
    .filter(({ shared }) => shared > 0);
  if (rows.length === 0) {
    return (
      <EmptyState title="No comparable experiments">
        None of the loaded experiments shares a conversation with this one. Use “Run again” to start one with
        the same conversations.
      </EmptyState>
    );
  }
  const total = experiment.total_items_count;
  const columns: Column<Comparable>[] = [
    {
      id: 'name',
      header: 'Experiment',
      isRowHeader: true,
      cell: ({ other }) => (
        <Link to={workspace.href(`experiments/${experiment.id}/compare/${other.id}`)}>{other.name}</Link>
      ),
    },
    {
      id: 'model',
      header: 'Model',
      cell: ({ other }) => (other.pass_through ? 'Original replies' : other.model),
    },
    {
      id: 'shared',
      header: 'Shared conversations',
      align: 'end',
      sortBy: ({ shared }) => shared,
      cell: ({ shared }) => `${formatCount(shared)} of ${formatCount(total)}`,
    },
    metricColumn('issue_rate', ({ other }) => other.metrics),
    createdColumn(({ other }) => other.created_at),
  ];
  return (
    <Table
      label="Experiments to compare with"
      columns={columns}
      rows={rows}
      rowKey={({ other }) => other.id}
      initialSort={{ columnId: 'shared', isDescending: true }}
    />
  );
}
