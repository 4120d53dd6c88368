import type { ListedConversation } from '../api/types';
import { formatCount, formatCoverage, NO_VALUE } from '../text/numbers';
import { humanize } from '../text/wording';
import { Badge } from '../ui/badge';
import { LabelBadge } from '../ui/label-badge';
import styles from './conversation-issues.module.css';

const MAX_LABELS = 2;

/** The number of issues and their labels, and how many messages could be judged. */
export function ConversationIssues({
  issue_count: count,
  labels,
  evaluated_message_count: evaluated,
  not_judgeable_message_count: notJudgeable,
}: ListedConversation) {
  if (count === null) {
    return notJudgeable > 0 ? <Badge>Not judgeable</Badge> : <span title="Not evaluated">{NO_VALUE}</span>;
  }
  const coverage = formatCoverage(evaluated, notJudgeable);
  return (
    <span className={styles.issues} title={labels.map(humanize).join(', ')}>
      <span className={styles.count}>{formatCount(count)}</span>
      {labels.slice(0, MAX_LABELS).map((label) => (
        <LabelBadge key={label} label={label} />
      ))}
      {labels.length > MAX_LABELS && <span>+{labels.length - MAX_LABELS}</span>}
      {coverage !== null && <span className={styles.coverage}>{coverage}</span>}
    </span>
  );
}
