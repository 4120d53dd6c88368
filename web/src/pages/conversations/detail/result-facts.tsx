import { formatCents, formatCount, formatShare, NO_VALUE } from '../../../text/numbers';
import { describeVerdict } from '../../../text/wording';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import type { EvaluatorResult } from '../../../workspace/transcript/issues';
import styles from './issue-panel.module.css';

/** Evaluator, score, cost and limits of the newest evaluation. */
export function ResultFacts({ result, name }: { result: EvaluatorResult; name: string }) {
  const [evaluation] = result.evaluations;
  if (evaluation === undefined) return null;
  const { status, reason, score, unanchored, usage, coverage, created_at } = evaluation;
  return (
    <>
      {status !== 'completed' && <Notice tone="warn">{describeVerdict(status, reason)}</Notice>}
      <dl className={styles.facts}>
        <dt>Evaluator</dt>
        <dd>
          {name}, version {result.version}
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
