import { MIN_PAIRS } from '../decision/detectable-effect';
import type { PinnedResult } from '../decision/pinned-cases';
import type { GateReport } from './report';

const PERCENT = 100;
const DIGITS = 1;

/** `3.2 points`, with a sign where it is a difference. */
export function points(share: number, { isSigned = false } = {}): string {
  const value = (share * PERCENT).toFixed(DIGITS).replace(/^-(0\.0)$/, '$1');
  return `${isSigned && share > 0 && value !== '0.0' ? '+' : ''}${value} points`;
}

export function percent(share: number): string {
  return `${(share * PERCENT).toFixed(DIGITS)}%`;
}

/** What decides the exit code: pinned cases that did not pass, and the rate. */
export function headline(report: GateReport): string {
  const count = (status: PinnedResult['status']) =>
    report.pinned.filter((one) => one.status === status).length;
  const [failed, notRun] = [count('failed'), count('not_run')];
  return [
    ...(failed === 0 ? [] : [`${pinnedCases(failed)} failed.`]),
    ...(notRun === 0 ? [] : [`${pinnedCases(notRun)} did not run.`]),
    rateHeadline(report),
  ].join(' ');
}

const pinnedCases = (count: number) => `${count} pinned case${count === 1 ? '' : 's'}`;

/** How often a pinned case passed, and why it failed or did not run. */
export function pinnedText({ required, passed, of, interval, reason }: PinnedResult): string {
  const range = `${percent(interval.low)} to ${percent(interval.high)}`;
  const count = `${passed} of ${of} passed, needs ${required} (95% interval ${range})`;
  return [...(of === 0 ? [] : [count]), ...(reason === null ? [] : [reason])].join(': ');
}

/** The outcome of the rate as one sentence. */
export function rateHeadline({ outcome, pairs, min_effect: minEffect }: GateReport): string {
  if (pairs === 0) return 'Nothing to compare: no case has an outcome in both results.';
  if (outcome === 'worse') return 'Worse: more cases fail than chance explains.';
  if (outcome === 'not_worse')
    return `Not worse: a worsening of ${points(minEffect ?? 1)} or more is excluded.`;
  if (minEffect === null || pairs < MIN_PAIRS) return 'Undecided: so few pairs cannot show a worsening.';
  return `Undecided: neither a worsening nor its absence (below ${points(minEffect)}) is shown.`;
}

/** Difference, interval and test, as one sentence. */
export function evidenceOf(report: GateReport): string {
  const { difference, interval, p_value: pValue, e_value: eValue, alpha } = report;
  const evidence = pValue === null ? `e ${toPrecision(eValue ?? 0)}` : `p ${toPrecision(pValue)}`;
  return (
    `Difference ${points(difference, { isSigned: true })}, bounds ${points(interval.low, { isSigned: true })} to ` +
    `${points(interval.high, { isSigned: true })} (each ${percent(1 - alpha)}), ${evidence}.`
  );
}

/** `= 0.031`, or a bound. */
function toPrecision(value: number): string {
  if (value !== 0 && value < 0.0001) return '< 0.0001';
  return value >= 1000 ? '> 1000' : `= ${Number(value.toPrecision(2))}`;
}

const leftOutTexts: Record<keyof GateReport['left_out'], string> = {
  only_in_baseline: 'only in the baseline',
  only_in_candidate: 'only in the candidate',
  no_outcome_in_baseline: 'without an outcome in the baseline',
  no_outcome_in_candidate: 'without an outcome in the candidate',
  too_late: 'ended too late to count',
  not_run: 'not run',
};

/** `2 only in the baseline, 1 without …`; empty if every case is in a pair. */
export function leftOutText({ left_out: leftOut }: GateReport): string {
  return Object.entries(leftOutTexts)
    .map(([reason, text]) => [leftOut[reason as keyof GateReport['left_out']], text] as const)
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count} ${text}`)
    .join(', ');
}

/** Of US dollars: replies of small models cost a hundredth of a cent. */
const DOLLAR_DIGITS = 4;

/** What the candidate cost, with its parts; empty for files. */
export function costText({ costs }: GateReport): string {
  if (costs === null) return '';
  const dollars = (cents: number | null) =>
    cents === null
      ? 'unknown'
      : `$${(cents / PERCENT).toLocaleString('en', { maximumFractionDigits: DOLLAR_DIGITS })}`;
  const parts = `generation ${dollars(costs.generation_cost_cents)}, judging ${dollars(costs.judging_cost_cents)}`;
  return `Cost: ${dollars(costs.cost_cents)} (${parts}, wasted ${dollars(costs.wasted_cost_cents)}).`;
}
