import { useQuery } from '@tanstack/react-query';
import type { ToolStat } from '../../api/types';
import { joinFilters, quoteValue } from '../../text/filters';
import { formatShare, NO_VALUE } from '../../text/numbers';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { LabelBadge } from '../../ui/label-badge';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { useSearch } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { LinkedCount } from './linked-count';
import { numberColumn, rateColumns } from './number-columns';
import styles from './overview.module.css';
import { toolsQuery } from './overview-queries';
import { ParameterRates } from './parameter-rates';
import { SampledNote } from './sampled-note';

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
      <SampledNote share={data?.sampledShare} />
      {open !== null && <ParameterRates filter={filter} toolName={open} />}
    </section>
  );
}

function useToolColumns(filter: string): Column<ToolStat>[] {
  const { search, change } = useSearch();
  const open = search.get('tool');
  const linkedColumn = (
    id: string,
    header: string,
    countOf: (tool: ToolStat) => number,
    condition = '',
  ): Column<ToolStat> => ({
    ...numberColumn(id, header, countOf),
    cell: (tool) => (
      <LinkedCount
        count={countOf(tool)}
        counted={`${header.toLowerCase()} of ${tool.tool_name}`}
        filter={joinFilters(filter, `tool_name = ${quoteValue(tool.tool_name)}`, condition)}
      />
    ),
  });
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
    linkedColumn('calls', 'Calls', (it) => it.call_count),
    linkedColumn('evaluated', 'Evaluated calls', (it) => it.evaluated_call_count, 'verdict = completed'),
    linkedColumn('flagged', 'Flagged calls', (it) => it.flagged_count, 'issue_count > 0'),
    ...rateColumns,
    numberColumn(
      'conversations',
      'Share of conversations with tool calls',
      (it) => it.conversation_share,
      formatShare,
    ),
    {
      id: 'label',
      header: 'Label on most calls',
      cell: ({ top_label: label }) => (label === null ? NO_VALUE : <LabelBadge label={label} />),
    },
  ];
}
