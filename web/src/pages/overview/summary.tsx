import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GetResponse } from '../../api/types';
import { formatCount, formatDecimal, formatInterval, formatShare } from '../../text/numbers';
import { ErrorNotice } from '../../ui/error-notice';
import { Term } from '../../ui/term';
import { useWorkspace } from '../../workspace/workspace';
import { formatConversationCounts } from './conversation-rate';
import styles from './overview.module.css';
import { summaryQuery } from './overview-queries';

interface SummaryProps {
  series: UseQueryResult<GetResponse<'/v1/analytics/issues-timeseries'>>;
  filter: string;
}

/** Key numbers of the period. */
export function Summary({ series, filter }: SummaryProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(summaryQuery(useWorkspace(), filter));
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  const total = series.data?.total;
  return (
    <dl className={styles.summary} aria-busy={isPlaceholderData || series.isPlaceholderData}>
      <Fact name="Issue rate" value={formatShare(total?.issue_rate)}>
        {formatCount(total?.flagged_message_count)} of {formatCount(total?.evaluated_message_count)} evaluated
        messages flagged
        {total !== undefined &&
          total.issue_rate !== null &&
          ` (95% interval ${formatInterval(total.interval_low, total.interval_high)}), in ${formatConversationCounts(total)} conversations`}
      </Fact>
      <Fact name="Messages" value={formatCount(data?.message_count)}>
        in {formatCount(data?.conversation_count)} conversations
      </Fact>
      <Fact name="Evaluated messages" value={formatCount(data?.evaluated_message_count)}>
        <Coverage {...data} />
      </Fact>
      <Fact name="Tool calls" value={formatCount(data?.total_tool_calls)}>
        {formatDecimal(data?.median_tool_calls_per_conversation)} per conversation (median of all, with or
        without calls)
      </Fact>
      <Fact name="Failed tool results" value={formatShare(data?.tool_error_rate)}>
        {formatCount(data?.failed_tool_result_count)} of {formatCount(data?.tool_result_count)} results
      </Fact>
    </dl>
  );
}

/** How many of the messages that evaluators were given could be judged. */
function Coverage({
  evaluated_message_count: evaluated = 0,
  not_judgeable_message_count: notJudgeable = 0,
}: Partial<GetResponse<'/v1/analytics/agent-summary-stats'>>) {
  if (notJudgeable === 0) return 'by at least one evaluator';
  const coverage = formatShare(evaluated / (evaluated + notJudgeable));
  return (
    <>
      {coverage} coverage; {formatCount(notJudgeable)}{' '}
      <Term id="not judgeable">not judgeable, in no rate</Term>
    </>
  );
}

function Fact({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  );
}
