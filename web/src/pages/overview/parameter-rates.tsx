import { useQuery } from '@tanstack/react-query';
import type { ParameterIssueRate } from '../../api/types';
import { joinFilters, quoteValue } from '../../text/filters';
import { formatCount } from '../../text/numbers';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { ParameterName } from '../../ui/parameter-name';
import { Table } from '../../ui/table';
import { useWorkspace } from '../../workspace/workspace';
import { ConversationRate } from './conversation-rate';
import { IntervalRate } from './interval-rate';
import { LinkedCount } from './linked-count';
import styles from './overview.module.css';
import { parametersQuery } from './overview-queries';
import { SampledNote } from './sampled-note';

const columnsFor = (filter: string, toolName: string): Column<ParameterIssueRate>[] => [
  {
    id: 'parameter',
    header: 'Parameter',
    isRowHeader: true,
    cell: ({ parameter_name: name }) => (
      <code>
        <ParameterName path={name} />
      </code>
    ),
  },
  { id: 'issues', header: 'Issues', align: 'end', cell: (it) => formatCount(it.issue_count) },
  {
    id: 'calls',
    header: 'Flagged calls',
    align: 'end',
    cell: ({ flagged_call_count: count, parameter_name: name }) => (
      <LinkedCount
        count={count}
        counted={`flagged calls with ${name}`}
        filter={joinFilters(
          filter,
          `tool_name = ${quoteValue(toolName)}`,
          `parameter_name = ${quoteValue(name)}`,
        )}
      />
    ),
  },
  {
    id: 'evaluated',
    header: 'Evaluated calls',
    align: 'end',
    cell: (it) => formatCount(it.evaluated_call_count),
  },
  {
    id: 'rate',
    header: 'Issue rate (95% interval)',
    align: 'end',
    cell: (it) => <IntervalRate {...it} />,
  },
  {
    id: 'by-conversation',
    header: 'By conversation',
    align: 'end',
    cell: (it) => <ConversationRate {...it} />,
  },
];

/** The issue rate of each parameter of a tool. */
export function ParameterRates({ filter, toolName }: { filter: string; toolName: string }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    parametersQuery(useWorkspace(), filter, toolName),
  );
  return (
    <div className={styles.parameters} aria-busy={isPlaceholderData}>
      <h3>
        Parameters of <code>{toolName}</code>
      </h3>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading parameters" />}
      {data?.parameters.length === 0 && (
        <p className={styles.note}>No parameter has issues in this period.</p>
      )}
      {data !== undefined && data.parameters.length > 0 && (
        <Table
          label={`Parameters of ${toolName}`}
          columns={columnsFor(filter, toolName)}
          rows={data.parameters}
          rowKey={({ parameter_name: name }) => name}
        />
      )}
      <SampledNote share={data?.sampled_share} />
    </div>
  );
}
