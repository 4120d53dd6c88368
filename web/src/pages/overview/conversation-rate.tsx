import type { IssuesBucket } from '../../api/types';
import { formatCount, formatShare } from '../../text/numbers';
import styles from './overview.module.css';

type ConversationCounts = Pick<IssuesBucket, 'flagged_conversation_count' | 'evaluated_conversation_count'>;

/** The share of conversations that have an issue above their counts. */
export function ConversationRate({
  conversation_issue_rate: rate,
  ...counts
}: ConversationCounts & Pick<IssuesBucket, 'conversation_issue_rate'>) {
  return (
    <>
      {formatShare(rate)}{' '}
      {rate !== null && <span className={styles.detail}>{formatConversationCounts(counts)}</span>}
    </>
  );
}

/** `3 of 49`: flagged and evaluated conversations. */
export function formatConversationCounts({
  flagged_conversation_count: flagged,
  evaluated_conversation_count: evaluated,
}: ConversationCounts): string {
  return `${formatCount(flagged)} of ${formatCount(evaluated)}`;
}
