import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ToolStat } from '../../api/types';
import { quoteValue } from '../../text/filters';
import { formatCount, formatShare, NO_VALUE } from '../../text/numbers';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { LabelBadge } from '../../ui/label-badge';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { useSearch } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { ConversationRate } from './conversation-rate';
import { IntervalRate } from './interval-rate';
import styles from './overview.module.css';
import { toolsQuery } from './overview-queries';
import { ParameterRates } from './parameter-rates';

/** Calls and flagged calls by tool; a click shows the parameters of a tool. */
export function Tools({ filter }: { filter: string }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(toolsQuery(useWorkspace(), filter));
  const { search } = useSearch();
  const open = search.get('tool');
  const columns = useToolColumns(data?.filter ?? filter);
  return (
    <section className={styles.panel} aria-label="Tools" aria-busy={isPlaceholderData}>
      <h2>Tools</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading tools" rows={14} />}
      {data?.tools.length === 0 && <p className={styles.note}>No tool calls in this period.</p>}
      {data !== undefined && data.tools.length > 0 && (
        <Table
          label="Tools"
          columns={columns}
          rows={data.tools}
          rowKey={({ tool_name: name }) => name}
          isSelected={({ tool_name: name }) => name === open}
        />
      )}
      {open !== null && <ParameterRates filter={filter} toolName={open} />}
    </section>
  );
}

function useToolColumns(filter: string): Column<ToolStat>[] {
  const { href } = useWorkspace();
  const { search, change } = useSearch();
  const open = search.get('tool');
  const flaggedCalls = (name: string) =>
    new URLSearchParams({ filter: `${filter} AND tool_name = ${quoteValue(name)} AND issue_count > 0` });
  return [
    {
      id: 'tool',
      header: 'Tool',
      isRowHeader: true,
      sortBy: ({ tool_name: name }) => name,
      cell: ({ tool_name: name }) => (
        <button
          type="button"
          className={styles.tool}
          aria-expanded={name === open}
          title="Issues by parameter"
          onClick={() => change({ tool: name === open ? null : name }, { replace: true })}
        >
          {name}
        </button>
      ),
    },
    {
      id: 'calls',
      header: 'Calls',
      align: 'end',
      sortBy: (it) => it.call_count,
      cell: (it) => formatCount(it.call_count),
    },
    {
      id: 'evaluated',
      header: 'Evaluated calls',
      align: 'end',
      sortBy: (it) => it.evaluated_call_count,
      cell: (it) => formatCount(it.evaluated_call_count),
    },
    {
      id: 'flagged',
      header: 'Flagged calls',
      align: 'end',
      sortBy: (it) => it.flagged_count,
      cell: ({ tool_name: name, flagged_count: flagged }) =>
        flagged === 0 ? (
          formatCount(flagged)
        ) : (
          <Link
            to={`${href('conversations')}?${flaggedCalls(name)}`}
            aria-label={`${formatCount(flagged)} flagged calls of ${name}: show conversations`}
          >
            {formatCount(flagged)}
          </Link>
        ),
    },
    {
      id: 'rate',
      header: 'Issue rate (95% interval)',
      align: 'end',
      sortBy: (it) => it.issue_rate,
      cell: (it) => <IntervalRate {...it} />,
    },
    {
      id: 'by-conversation',
      header: 'By conversation',
      align: 'end',
      sortBy: (it) => it.conversation_issue_rate,
      cell: (it) => <ConversationRate {...it} />,
    },
    {
      id: 'conversations',
      header: 'Share of conversations with tool calls',
      align: 'end',
      sortBy: (it) => it.conversation_share,
      cell: (it) => formatShare(it.conversation_share),
    },
    {
      id: 'label',
      header: 'Label on most calls',
      cell: ({ top_label: label }) => (label === null ? NO_VALUE : <LabelBadge label={label} />),
    },
  ];
}
