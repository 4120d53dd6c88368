import { Link } from 'react-router';
import type { OptimizationRun } from '../../../api/types';
import { formatCents, NO_VALUE } from '../../../text/numbers';
import { Badge } from '../../../ui/badge';
import type { Column } from '../../../ui/columns';
import { ProgressBar } from '../../../ui/progress-bar';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Status } from '../../../ui/status';
import { Table } from '../../../ui/table';
import { ListEntry } from '../../../workspace/list-entry';
import styles from '../../../workspace/list-page.module.css';
import { useWorkspace } from '../../../workspace/workspace';
import { CancelRunButton } from '../shared/cancel-run-button';
import { formatAttempts, formatObjective } from '../shared/run-state';

const columns: Column<OptimizationRun>[] = [
  { id: 'name', header: 'Run', isRowHeader: true, cell: (run) => <Name run={run} /> },
  { id: 'status', header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    id: 'candidates',
    header: 'Candidates',
    cell: ({ candidates_count: count, max_candidates: max }) => (
      <div className={styles.progress}>
        <ProgressBar label="Proposed" value={count} total={max} />
      </div>
    ),
  },
  { id: 'attempts', header: 'Attempts', align: 'end', cell: formatAttempts },
  { id: 'best', header: 'Best candidate', cell: (run) => <Best run={run} /> },
  { id: 'cost', header: 'Cost', align: 'end', cell: ({ cost_cents: cents }) => formatCents(cents) },
  createdColumn(({ created_at: at }) => at),
  actionsColumn((run) => <CancelRunButton run={run} isInRow />),
];

/** A page of optimization runs. */
export function RunTable({ runs }: { runs: readonly OptimizationRun[] }) {
  return <Table label="Optimization runs" columns={columns} rows={runs} rowKey={({ id }) => id} />;
}

function Name({ run }: { run: OptimizationRun }) {
  return (
    <ListEntry name={run.name} list="Optimization runs" path={`optimization-runs/${run.id}`}>
      <span>{formatObjective(run.objective)}</span>
      <span>{run.model}</span>
    </ListEntry>
  );
}

function Best({ run: { id, best_candidate_id: best, decision } }: { run: OptimizationRun }) {
  const { href } = useWorkspace();
  if (best !== null) return <Link to={href(`optimization-runs/${id}?candidate=${best}`)}>Winner</Link>;
  return decision === null ? NO_VALUE : <Badge>No winner</Badge>;
}
