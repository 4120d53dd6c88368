import { useQuery } from '@tanstack/react-query';
import { joinFilters } from '../../text/filters';
import { UnevaluatedNotice } from '../../workspace/unevaluated/unevaluated-notice';
import { useWorkspace } from '../../workspace/workspace';
import { summaryQuery } from './overview-queries';
import { withPeriod } from './period';
import type { Scope } from './scope';

/** Offers to evaluate the replies of the period that no evaluator was asked about. */
export function UnevaluatedReplies({ scope }: { scope: Scope }) {
  const { data } = useQuery(summaryQuery(useWorkspace(), scope.bounded));
  if (data === undefined) return null;
  const count = data.reply_count - data.evaluated_message_count - data.not_judgeable_message_count;
  const filter = withPeriod(joinFilters(scope.filter, 'role = assistant'), scope.period);
  return <UnevaluatedNotice count={Math.max(0, count)} source={{ filter }} />;
}
