import { useQuery } from '@tanstack/react-query';
import { UnevaluatedNotice } from '../../workspace/unevaluated/unevaluated-notice';
import { useWorkspace } from '../../workspace/workspace';
import { summaryQuery } from './overview-queries';

/** Offers to evaluate the replies of the period that no evaluator was asked about. */
export function UnevaluatedReplies({ filter }: { filter: string }) {
  const replies = `${filter} AND role = assistant`;
  const { data } = useQuery(summaryQuery(useWorkspace(), replies));
  if (data === undefined) return null;
  const { message_count: all, evaluated_message_count: evaluated } = data;
  const count = all - evaluated - data.not_judgeable_message_count;
  return <UnevaluatedNotice count={Math.max(0, count)} source={{ filter: replies }} />;
}
