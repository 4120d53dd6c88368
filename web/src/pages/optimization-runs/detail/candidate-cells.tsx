import { Link } from 'react-router';
import { describePValue } from '../../../../../packages/text';
import type { Candidate, OptimizationRun } from '../../../api/types';
import type { ObjectiveMetric } from '../../../text/metrics';
import { NO_VALUE } from '../../../text/numbers';
import { humanize, pluralize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import { Difference } from '../../../ui/difference';
import { Status } from '../../../ui/status';
import { useWorkspace } from '../../../workspace/workspace';
import { type CandidateRow, formatInterval } from './candidate-rows';
import styles from './optimization-run.module.css';

interface NameProps {
  row: CandidateRow;
  isShown: boolean;
  onShow: (candidateId: string) => void;
}

/** The name of a candidate; a click shows its prompt. */
export function NameCell({ row: { id, candidate, name, isWinner }, isShown, onShow }: NameProps) {
  if (candidate === null) return <strong>{name}</strong>;
  return (
    <div className={styles.name}>
      <button type="button" className={styles.show} aria-pressed={isShown} onClick={() => onShow(id)}>
        {name}
      </button>
      {isWinner && <Badge tone="good">Winner</Badge>}
      {candidate.warnings.map(({ code, message, items_count: count }) => (
        <span key={code} title={message}>
          <Badge tone="warn">Drops text of {pluralize(count, 'conversation')}</Badge>
        </span>
      ))}
      {candidate.model !== null && <p className={styles.fact}>{candidate.model}</p>}
    </div>
  );
}

/** The decision on a candidate, or its status. */
export function OutcomeCell({ row: { candidate } }: { row: CandidateRow }) {
  if (candidate === null) return NO_VALUE;
  if (candidate.assessment === null) {
    return (
      <span title={candidate.error?.message}>
        <Status status={candidate.status} />
      </span>
    );
  }
  const { verdict } = candidate.assessment;
  return <Badge tone={verdict === 'better' ? 'good' : 'neutral'}>{humanize(verdict)}</Badge>;
}

/** The value of the objective and its difference from the baseline. */
export function ObjectiveCell({ row: { objective, difference, isBetter } }: { row: CandidateRow }) {
  return (
    <>
      <strong>{objective}</strong>
      {difference !== null && (
        <p className={styles.fact}>
          <Difference text={difference} isBetter={isBetter} />
        </p>
      )}
    </>
  );
}

/** The confidence interval of the difference, and the p-value of its test. */
export function SignificanceCell({
  candidate,
  metric,
}: {
  candidate: Candidate | null;
  metric: ObjectiveMetric;
}) {
  const measured = candidate?.assessment?.objective;
  if (measured === undefined) return NO_VALUE;
  return (
    <>
      {formatInterval(measured, metric)}
      {measured.p_value !== null && <p className={styles.fact}>{describePValue(measured.p_value)}</p>}
    </>
  );
}

/** Whether the candidate meets each constraint. */
export function ConstraintsCell({ row: { constraints } }: { row: CandidateRow }) {
  if (constraints.length === 0) return NO_VALUE;
  return (
    <ul className={styles.constraints}>
      {constraints.map(({ text, value, state }) => (
        <li key={text} title={text}>
          <Badge tone={constraintStates[state].tone}>{constraintStates[state].text}</Badge> {value}
        </li>
      ))}
    </ul>
  );
}

export const constraintStates = {
  met: { text: 'Met', tone: 'good' },
  'not shown': { text: 'Not shown', tone: 'warn' },
  violated: { text: 'Violated', tone: 'danger' },
} as const;

/** Links to the experiment that measured it and to its comparison. */
export function LinksCell({
  run,
  row: { candidate, experimentId },
}: {
  run: OptimizationRun;
  row: CandidateRow;
}) {
  const { href } = useWorkspace();
  if (experimentId === null) return NO_VALUE;
  const baselineId = run.baseline_experiment_id;
  return (
    <span className={styles.links}>
      <Link to={href(`experiments/${experimentId}`)}>Experiment</Link>
      {candidate !== null && baselineId !== null && (
        <Link to={href(`experiments/${baselineId}/compare/${experimentId}`)}>Comparison</Link>
      )}
    </span>
  );
}
