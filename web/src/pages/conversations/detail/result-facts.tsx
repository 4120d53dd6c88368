import { formatCents, formatCount, formatShare, NO_VALUE } from '../../../text/numbers';
import { Term } from '../../../ui/term';
import { Time } from '../../../ui/time';
import type { ReplyEvaluation } from '../../../workspace/transcript/issues';
import styles from './issue-panel.module.css';

interface ResultFactsProps extends ReplyEvaluation {
  messageCount: number;
  /** The name of the evaluator. */
  evaluator: string;
}

/** The reply that an evaluation judged, the evaluator, score, cost and limits. */
export function ResultFacts({ messageIndex, evaluation, messageCount, evaluator }: ResultFactsProps) {
  const { evaluator_version: version, score, unanchored, usage, coverage, created_at } = evaluation;
  return (
    <>
      <dl className={styles.facts}>
        <dt>Reply</dt>
        <dd>
          {messageIndex === -1
            ? NO_VALUE
            : `Message ${formatCount(messageIndex + 1)} of ${formatCount(messageCount)}`}
        </dd>
        <dt>
          <Term id="evaluator" />
        </dt>
        <dd>
          {evaluator}, version {version}
        </dd>
        <dt>Probability of an issue</dt>
        <dd>{formatShare(score)}</dd>
        <dt>Evaluated</dt>
        <dd>
          <Time at={created_at} />
        </dd>
        <dt>Cost</dt>
        <dd>{usage.cost_cents === null ? NO_VALUE : formatCents(usage.cost_cents)}</dd>
        {unanchored > 0 && (
          <>
            <dt>Dropped findings</dt>
            <dd>{formatCount(unanchored)} (quotation not in the message, or unknown label)</dd>
          </>
        )}
      </dl>
      {coverage !== null && coverage.limits.length > 0 && (
        <ul className={styles.limits}>
          {coverage.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
    </>
  );
}
