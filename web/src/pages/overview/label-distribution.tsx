import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LabelCount } from '../../api/types';
import { formatCount, formatShare } from '../../text/numbers';
import { humanize } from '../../text/wording';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { LabelBadge } from '../../ui/label-badge';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { useWorkspace } from '../../workspace/workspace';
import styles from './overview.module.css';
import { labelsQuery } from './overview-queries';
import { quoteValue } from './period';

/** Issues by label, linked to their conversations. */
export function LabelDistribution({ filter }: { filter: string }) {
  const workspace = useWorkspace();
  const { data, error, refetch } = useQuery(labelsQuery(workspace, filter));
  const shown = data?.filter ?? filter;
  const all = data?.labels.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const columns: Column<LabelCount>[] = [
    {
      id: 'label',
      header: 'Label',
      isRowHeader: true,
      cell: ({ label }) => <LabelBadge label={label} />,
    },
    { id: 'share', header: 'Share', cell: ({ count }) => <Share share={count / all} /> },
    {
      id: 'count',
      header: 'Issues',
      align: 'end',
      cell: ({ label, count }) => (
        <Link
          to={`${workspace.href('conversations')}?${new URLSearchParams({ filter: `${shown} AND label = ${quoteValue(label)}` })}`}
          aria-label={`${formatCount(count)} ${humanize(label)}: show conversations`}
        >
          {formatCount(count)}
        </Link>
      ),
    },
  ];
  return (
    <section className={styles.panel} aria-label="Issues by label">
      <h2>Issues by label</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading labels" />}
      {data?.labels.length === 0 && <p className={styles.note}>No issues in this period.</p>}
      {data !== undefined && data.labels.length > 0 && (
        <Table label="Issues by label" columns={columns} rows={data.labels} rowKey={({ label }) => label} />
      )}
    </section>
  );
}

function Share({ share }: { share: number }) {
  return (
    <span className={styles.share}>
      <span className={styles.bar} aria-hidden>
        <span className={styles.filled} style={{ width: `${100 * share}%` }} />
      </span>
      {formatShare(share)}
    </span>
  );
}
