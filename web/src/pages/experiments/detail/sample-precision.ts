import type { Experiment } from '../../../api/types';
import { pluralize } from '../../../text/wording';

/** Says how much several samples of each conversation are worth. */
export function describePrecision({
  replies_count: replies,
  conversations_count: conversations,
  effective_replies_count: effective,
}: NonNullable<Experiment['issue_rate_variance']>): string {
  const counted = `${pluralize(replies, 'reply', 'replies')} to ${pluralize(conversations, 'conversation')}`;
  return effective === null
    ? `${counted}, without a difference in having an issue.`
    : `${counted} are as precise as replies to ${pluralize(Math.round(effective), 'separate conversation')}.`;
}
