import { useQuery } from '@tanstack/react-query';
import type { GetResponse } from '../../../api/types';
import { formatBytes, formatCents, formatCount } from '../../../text/numbers';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Table } from '../../../ui/table';
import { useWorkspace } from '../../../workspace/workspace';
import styles from '../shared/settings.module.css';
import { usageQuery } from './workspace-queries';

type Usage = GetResponse<'/v1/workspaces/{id}/usage'>['items'][number];

const limits: Record<Usage['limit'], { name: string; format: (value: number) => string }> = {
  bytes_per_day: { name: 'Ingested today (UTC)', format: formatBytes },
  conversations: { name: 'Stored conversations', format: formatCount },
  open_experiments: { name: 'Open experiments', format: formatCount },
  open_optimization_runs: { name: 'Open optimization runs', format: formatCount },
  spend_cents_per_month: { name: 'Spend on models this month (UTC)', format: formatCents },
  schedules: { name: 'Schedules', format: formatCount },
  review_queues: { name: 'Review queues', format: formatCount },
  set_versions: { name: 'Versions of sets', format: formatCount },
  evaluator_versions: { name: 'Versions of evaluators', format: formatCount },
  issue_config_versions: { name: 'Versions of the issue configuration', format: formatCount },
  calibrations: { name: 'Calibrations', format: formatCount },
  backfills: { name: 'Evaluations of stored replies', format: formatCount },
  created_bytes: { name: 'Storage of these', format: formatBytes },
};

const columns: Column<Usage>[] = [
  { id: 'limit', header: 'Limit', isRowHeader: true, cell: ({ limit }) => limits[limit].name },
  { id: 'used', header: 'Used', align: 'end', cell: ({ limit, used }) => limits[limit].format(used) },
  {
    id: 'max',
    header: 'Maximum',
    align: 'end',
    cell: ({ limit, max }) => (max === null ? 'No limit' : limits[limit].format(max)),
  },
];

/** The usage of the limits of the workspace. */
export function UsageSection() {
  const { data, error, refetch } = useQuery(usageQuery(useWorkspace()));
  return (
    <section className={styles.section} aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading usage" rows={12} />}
      {data !== undefined && (
        <Table label="Usage" columns={columns} rows={data.items} rowKey={({ limit }) => limit} />
      )}
    </section>
  );
}
