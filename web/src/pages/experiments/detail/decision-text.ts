import { formatEValue } from '../../../../../packages/text';
import type { Experiment } from '../../../api/types';
import { formatCount, formatPoints, formatSigned } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { isOpen } from '../shared/experiment-state';

type DecidedFields = Pick<
  Experiment,
  'status' | 'stop_when' | 'decision' | 'model_calls_saved' | 'status_summary'
>;

const outcomes = {
  better: 'better than the original replies',
  worse: 'worse than the original replies',
  no_effect: 'no effect',
  not_worse: 'not worse than the original replies',
};

/** What the stopping rule of an experiment has shown, in words; null without a rule. */
export function describeDecision(experiment: DecidedFields): string | null {
  const { stop_when: rule, decision, model_calls_saved: saved, status_summary: counts } = experiment;
  if (rule === null) return null;
  const effect = formatPoints(rule.min_effect);
  if (decision === null) {
    return isOpen(experiment)
      ? `Not decided yet. Ends once ${questionOf(rule, effect)}.`
      : `Not decided. ${pluralize(counts.completed, 'reply', 'replies')} did not show a difference, or the absence of one of ${effect}.`;
  }
  const signed = (value: number) => formatSigned(value, formatPoints);
  const interval = `${signed(decision.interval_low)} to ${signed(decision.interval_high)}`;
  const text = `Decided: ${outcomes[decision.outcome]} (e-value ${formatEValue(decision.e_value)}, difference ${interval}, ${pluralize(decision.n, 'pair')}).`;
  const skipped = `${pluralize(counts.skipped, 'item')} skipped`;
  return saved === null
    ? `${text} Items in flight are ending.`
    : `${text} ${skipped}, ${formatCount(saved)} model calls saved.`;
}

function questionOf({ alternative }: NonNullable<Experiment['stop_when']>, effect: string): string {
  return alternative === 'worse'
    ? `more issues, or at most ${effect} more, are shown`
    : `better, worse, or a difference of less than ${effect} is shown`;
}
