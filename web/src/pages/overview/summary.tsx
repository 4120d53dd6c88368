import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatDecimal, formatShare } from '../../text/numbers';
import { ErrorNotice } from '../../ui/error-notice';
import { useWorkspace } from '../../workspace/workspace';
import { Fact, Facts } from './facts';
import { summaryQuery } from './overview-queries';
import { type Scope, useScopeLinks } from './scope';

/** How much there is in the scope. */
export function Summary({ scope }: { scope: Scope }) {
  const query = summaryQuery(useWorkspace(), scope.bounded);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const { conversations } = useScopeLinks(scope);
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  return (
    <Facts isBusy={isPlaceholderData} sampledShare={data?.sampled_share}>
      <Fact name="Messages" value={formatCount(data?.message_count)} to={conversations('')}>
        in <Link to={conversations('')}>{formatCount(data?.conversation_count)}</Link> conversations
      </Fact>
      <Fact name="Tool calls" value={formatCount(data?.total_tool_calls)} to={conversations('tool_name:*')}>
        {formatDecimal(data?.median_tool_calls_per_conversation)} per conversation (median of all, with or
        without calls)
      </Fact>
      <Fact name="Failed tool results" value={formatShare(data?.tool_error_rate)}>
        {formatCount(data?.failed_tool_result_count)} of {formatCount(data?.tool_result_count)} results
      </Fact>
    </Facts>
  );
}
