import { Link } from 'react-router';
import type { Experiment } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import type { Column } from '../../../ui/columns';
import { metricColumn } from '../../../ui/metric-column';
import { ProgressBar } from '../../../ui/progress-bar';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Status } from '../../../ui/status';
import { Table } from '../../../ui/table';
import { ListEntry } from '../../../workspace/list-entry';
import styles from '../../../workspace/list-page.module.css';
import { useWorkspace } from '../../../workspace/workspace';
import { ExperimentActions } from '../shared/experiment-actions';
import { getProgress, isOpen } from '../shared/experiment-state';

const columns: Column<Experiment>[] = [
  {
    id: 'name',
    header: 'Experiment',
    isRowHeader: true,
    cell: (experiment) => <Name experiment={experiment} />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <Status status={status} /> },
  { id: 'progress', header: 'Items', cell: (experiment) => <Progress experiment={experiment} /> },
  metricColumn('issue_rate', ({ metrics }) => metrics),
  {
    ...metricColumn('issue_rate', ({ baseline_metrics: metrics }: Experiment) => metrics),
    id: 'baseline',
    header: 'Original issue rate',
  },
  createdColumn(({ created_at: at }) => at),
  actionsColumn((experiment) => <ExperimentActions experiment={experiment} isInRow />),
];

/** A page of experiments with their progress. */
export function ExperimentTable({ experiments }: { experiments: readonly Experiment[] }) {
  return <Table label="Experiments" columns={columns} rows={experiments} rowKey={({ id }) => id} />;
}

function Name({ experiment }: { experiment: Experiment }) {
  const { href } = useWorkspace();
  const { id, name, model, pass_through: isPassThrough, optimization_run_id: runId } = experiment;
  return (
    <ListEntry name={name} list="Experiments" path={`experiments/${id}`}>
      <span>{isPassThrough ? 'Original replies' : model}</span>
      <span>
        {experiment.evaluator_name} v{experiment.evaluator_version}
      </span>
      {runId !== null && <Link to={href(`optimization-runs/${runId}`)}>Optimization run</Link>}
    </ListEntry>
  );
}

function Progress({ experiment }: { experiment: Experiment }) {
  const { done, failed, total } = getProgress(experiment);
  const label = isOpen(experiment)
    ? `${formatCount(experiment.status_summary.in_progress)} in progress`
    : failed > 0
      ? `${formatCount(failed)} failed`
      : 'Done';
  return (
    <div className={styles.progress}>
      <ProgressBar label={label} value={done} total={total} failed={failed} />
    </div>
  );
}
