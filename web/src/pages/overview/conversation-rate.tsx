import type { IssuesBucket } from '../../api/types';
import { formatCount, formatShare } from '../../text/numbers';

type ConversationCounts = Pick<
  IssuesBucket,
  'conversation_issue_rate' | 'flagged_conversation_count' | 'evaluated_conversation_count'
>;

/** The share of conversations that have an issue, next to the share of messages or calls. */
export function ConversationRate(counts: ConversationCounts) {
  return (
    <span title={`${describeConversations(counts)} have an issue`}>
      {formatShare(counts.conversation_issue_rate)}
    </span>
  );
}

/** `3 of 49 conversations`. */
export function describeConversations({
  flagged_conversation_count: flagged,
  evaluated_conversation_count: evaluated,
}: Omit<ConversationCounts, 'conversation_issue_rate'>): string {
  return `${formatCount(flagged)} of ${formatCount(evaluated)} conversations`;
}
