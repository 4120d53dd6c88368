import { useQuery } from '@tanstack/react-query';
import type { LabelCount } from '../../api/types';
import { joinFilters, quoteValue } from '../../text/filters';
import { formatCount, formatShare } from '../../text/numbers';
import { humanize } from '../../text/wording';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { LabelBadge } from '../../ui/label-badge';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { useWorkspace } from '../../workspace/workspace';
import { LinkedCount } from './linked-count';
import styles from './overview.module.css';
import { labelsQuery, summaryQuery } from './overview-queries';
import { SampledNote } from './sampled-note';

/** One reply with hundreds of issues counts once; ties by issues. */
function byReplies(one: LabelCount, other: LabelCount): number {
  return other.reply_count - one.reply_count || other.count - one.count;
}

/** Replies and issues by label, linked to their conversations. */
export function LabelDistribution({ filter }: { filter: string }) {
  const workspace = useWorkspace();
  const { data, error, isPlaceholderData, refetch } = useQuery(labelsQuery(workspace, filter));
  const summary = useQuery(summaryQuery(workspace, filter));
  const shown = data?.filter ?? filter;
  const evaluated = summary.data?.evaluated_message_count ?? 0;
  const rows = data?.labels.toSorted(byReplies);
  const columns: Column<LabelCount>[] = [
    {
      id: 'label',
      header: 'Label',
      isRowHeader: true,
      cell: ({ label }) => <LabelBadge label={label} />,
    },
    {
      id: 'share',
      header: 'Share',
      align: 'end',
      cell: ({ reply_count: replies }) =>
        formatShare(evaluated === 0 ? null : Math.min(1, replies / evaluated)),
    },
    {
      id: 'replies',
      header: 'Replies',
      align: 'end',
      cell: ({ label, reply_count: replies }) => (
        <LinkedCount
          count={replies}
          counted={`replies with ${humanize(label)}`}
          filter={joinFilters(shown, `label = ${quoteValue(label)}`)}
        />
      ),
    },
    { id: 'count', header: 'Issues', align: 'end', cell: ({ count }) => formatCount(count) },
  ];
  return (
    <section
      className={styles.panel}
      aria-label="Issues by label"
      aria-busy={isPlaceholderData || summary.isPlaceholderData}
    >
      <h2>Issues by label</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading labels" rows={4} />}
      {rows?.length === 0 && <p className={styles.note}>No issues in this period.</p>}
      {rows !== undefined && rows.length > 0 && (
        <Table label="Issues by label" columns={columns} rows={rows} rowKey={({ label }) => label} />
      )}
      <SampledNote share={data?.sampledShare ?? summary.data?.sampled_share} />
    </section>
  );
}
