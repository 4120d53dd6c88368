import type { OptimizationRun } from '../../../api/types';
import { formatCents, formatCount } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { Term } from '../../../ui/term';
import { formatAttempts, formatConstraint } from '../shared/run-state';
import styles from './optimization-run.module.css';

function describeHoldout(run: OptimizationRun): string {
  if (run.decided_on === 'all_conversations') return 'Too small: all conversations decide';
  return pluralize(run.holdout_conversations_count, 'conversation');
}

/** The limits of a run and their usage. */
export function RunFacts({ run }: { run: OptimizationRun }) {
  return (
    <section className={styles.panel}>
      <h2>Limits</h2>
      <dl className={styles.facts}>
        <dt>Candidates</dt>
        <dd>
          {formatCount(run.candidates_count)} of {formatCount(run.max_candidates)}
        </dd>
        <dt>Attempts</dt>
        <dd>{formatAttempts(run)}</dd>
        <dt>Strategy</dt>
        <dd>{run.strategy ?? 'Any runner'}</dd>
        <dt>
          <Term id="lease" />
        </dt>
        <dd>{pluralize(run.lease_seconds, 'second')}</dd>
        <dt>Cost</dt>
        <dd>
          {formatCents(run.cost_cents)}
          {run.max_cost_cents !== null && ` of ${formatCents(run.max_cost_cents)}`}
        </dd>
        <dt>
          <Term id="hold-out" />
        </dt>
        <dd>{describeHoldout(run)}</dd>
        <dt>Evaluator</dt>
        <dd>
          {run.evaluator_name}, version {run.evaluator_version}
        </dd>
      </dl>
      {run.constraints.length > 0 && (
        <>
          <h3>Constraints</h3>
          <ul>
            {run.constraints.map((constraint) => (
              <li key={formatConstraint(constraint)}>{formatConstraint(constraint)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
