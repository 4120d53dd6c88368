import { useQuery } from '@tanstack/react-query';
import type { Experiment, ScheduleFiring } from '../../../api/types';
import { formatShare } from '../../../text/numbers';
import type { Column } from '../../../ui/columns';
import { Status } from '../../../ui/status';
import { Table } from '../../../ui/table';
import { useWorkspace } from '../../../workspace/workspace';
import { FiringResult } from './firing-result';
import { firedExperimentQuery } from './schedule-queries';

const columns: Column<ScheduleFiring>[] = [
  {
    id: 'firing',
    header: 'Firing',
    isRowHeader: true,
    cell: (firing) => <FiringResult firing={firing} />,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (firing) => <FromExperiment firing={firing} show={({ status }) => <Status status={status} />} />,
  },
  {
    id: 'issue_rate',
    header: 'Issue rate',
    align: 'end',
    cell: (firing) => (
      <FromExperiment firing={firing} show={({ metrics }) => formatShare(metrics.issue_rate)} />
    ),
  },
];

/** The latest firings with the results of their experiments. */
export function FiringTable({ firings }: { firings: readonly ScheduleFiring[] }) {
  return (
    <Table label="Last experiments" columns={columns} rows={firings} rowKey={({ scheduled_at: at }) => at} />
  );
}

interface FromExperimentProps {
  firing: ScheduleFiring;
  show: (experiment: Experiment) => React.ReactNode;
}

function FromExperiment({ firing: { experiment_id: id }, show }: FromExperimentProps) {
  const { data } = useQuery({ ...firedExperimentQuery(useWorkspace(), id ?? ''), enabled: id !== null });
  if (id === null) return '–';
  if (data === undefined) return '…';
  return data === null ? 'Deleted' : show(data);
}
