import { describePValue } from '../../../../../packages/text';
import type { OptimizationRun } from '../../../api/types';
import { metricDescriptions } from '../../../text/metrics';
import { formatShare, NO_VALUE } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import { Term } from '../../../ui/term';
import { describeTest, formatDifference } from '../shared/run-state';
import { constraintStates } from './candidate-cells';
import { buildConstraintRow, formatInterval } from './candidate-rows';
import styles from './optimization-run.module.css';

/** The numbers that decided a run; nothing for a decision without a measured candidate. */
export function DecisionFacts({ run }: { run: OptimizationRun }) {
  const { decision, objective } = run;
  if (decision === null || decision.assessment === null) return null;
  const { metric } = objective;
  const { objective: measured, constraints } = decision.assessment;
  const { search, holdout, min_effect: minEffect, power } = decision;
  return (
    <section className={styles.panel}>
      <h2>Decision</h2>
      <dl className={styles.facts}>
        <dt>
          <Term id="hold-out">Decided on</Term>
        </dt>
        <dd>
          {holdout === null
            ? `All ${pluralize(measured.pairs, 'pair')}`
            : `Hold-out, ${pluralize(holdout.pairs, 'pair')} of ${pluralize(holdout.conversations, 'conversation')}`}
        </dd>
        <dt>
          <Term id="search part">Searched on</Term>
        </dt>
        <dd>{search === null ? NO_VALUE : pluralize(search.conversations, 'conversation')}</dd>
        <dt>Baseline</dt>
        <dd>{metricDescriptions[metric].format(measured.baseline)}</dd>
        <dt>Candidate</dt>
        <dd>{metricDescriptions[metric].format(measured.candidate)}</dd>
        <dt>Difference</dt>
        <dd>{formatDifference(metric, measured.difference)}</dd>
        <dt>95% CI</dt>
        <dd>{formatInterval(measured, metric)}</dd>
        <dt>Test</dt>
        <dd>
          {describeTest(metric)}
          {measured.p_value !== null && `, ${describePValue(measured.p_value)}`}
        </dd>
        {decision.p_value_adjusted !== null && (
          <>
            <dt>Corrected for {pluralize(decision.candidates_tested ?? 0, 'candidate')}</dt>
            <dd>{describePValue(decision.p_value_adjusted)}</dd>
          </>
        )}
        {minEffect !== null && (
          <>
            <dt>
              <Term id="power" /> for a difference of {formatDifference(metric, minEffect).replace('+', '')}
            </dt>
            <dd>{power === null ? 'No formula' : formatShare(power)}</dd>
          </>
        )}
        {constraints.map(buildConstraintRow).map(({ text, value, state }) => (
          <Constraint key={text} text={text} value={value} state={state} />
        ))}
      </dl>
    </section>
  );
}

function Constraint({ text, value, state }: ReturnType<typeof buildConstraintRow>) {
  return (
    <>
      <dt>{text}</dt>
      <dd>
        <Badge tone={constraintStates[state].tone}>{constraintStates[state].text}</Badge> {value}
      </dd>
    </>
  );
}
