import { describePValue, formatEValue, formatPValue, isSignificant } from '../../../packages/text';
import type { MetricComparison } from '../api/types';
import { type MetricComparison as AllReplies, type MetricId, metricDescriptions } from './metrics';
import { formatCount, formatDecimal, formatSigned, isWrittenAsZero, NO_VALUE } from './numbers';
import { pluralize } from './wording';

/** With fewer pairs, no difference is significant at 5%, even if all pairs agree on its direction. */
const MIN_PAIRS = 6;

/** A metric of a paired comparison as a row of a table. */
export interface PairedRow {
  id: string;
  name: string;
  /** Of an issue rate of one label. */
  label: string | null;
  baseline: string;
  value: string;
  difference: string;
  interval: string;
  /** A p-value, or an e-value where the comparison is read early: see `readsEarly`. */
  evidence: string;
  pairs: string;
  /** Null unless a difference is shown and one direction is better. */
  isBetter: boolean | null;
}

interface PairedDescription {
  label: string;
  format: (value: number | null) => string;
  formatDifference?: (size: number) => string;
  better?: 'lower' | 'higher';
}

const replyLength: PairedDescription = {
  label: 'Reply length',
  format: (value) => (value === null ? NO_VALUE : `${formatDecimal(value, 1)} characters`),
};

function describe(metric: MetricComparison['metric']): PairedDescription {
  return metric === 'avg_reply_chars' ? replyLength : metricDescriptions[metric satisfies MetricId];
}

/** Whether the data show a difference: by the p-value, or by an interval without 0 where there is none. */
export function isDifferenceShown(
  { metric, p_value: p, interval_low: low, interval_high: high, n }: MetricComparison,
  isRunning: boolean,
): boolean {
  if (p !== null) return isSignificant(p);
  if (metric === 'issue_rate') return low !== null && high !== null && (low > 0 || high < 0);
  return !isRunning && n >= MIN_PAIRS && low !== null && high !== null && (low > 0 || high < 0);
}

export function toPairedRow(compared: MetricComparison, isRunning: boolean): PairedRow {
  const { metric, label, difference, interval_low: low, interval_high: high } = compared;
  const { label: name, format, formatDifference = format, better } = describe(metric);
  const signed = (value: number | null) => formatSigned(value, formatDifference);
  const isNeutral =
    better === undefined ||
    difference === null ||
    isWrittenAsZero(difference, formatDifference) ||
    !isDifferenceShown(compared, isRunning);
  return {
    id: JSON.stringify([metric, label]),
    name,
    label,
    baseline: format(compared.baseline_value),
    value: format(compared.value),
    difference: signed(difference),
    interval: low === null || high === null ? NO_VALUE : formatRange(signed(low), signed(high)),
    evidence: compared.e_value === null ? formatPValue(compared.p_value) : formatEValue(compared.e_value),
    pairs: formatCount(compared.n),
    isBetter: isNeutral ? null : difference < 0 === (better === 'lower'),
  };
}

/** Whether the evidence is e-values: a side is running, was ended by its decision, or got more conversations. */
export function readsEarly(
  metrics: readonly Pick<MetricComparison, 'e_value'>[],
  isRunning: boolean,
): boolean {
  return isRunning || metrics.some(({ e_value: value }) => value !== null);
}

/** The metrics over all replies without those that are equal over the pairs. */
export function omitPaired<Row extends Pick<AllReplies, 'id' | 'baseline' | 'value'>>(
  rows: readonly Row[],
  paired: readonly MetricComparison[],
): Row[] {
  return rows.filter(({ id, baseline, value }) => {
    const pair = paired.find(({ metric, label }) => metric === id && label === null);
    if (pair === undefined) return true;
    const { format } = metricDescriptions[id];
    return format(pair.baseline_value) !== baseline || format(pair.value) !== value;
  });
}

/** Names a unit that both ends share once. */
function formatRange(low: string, high: string): string {
  const unit = /( [a-z]+)?$/;
  const isShared = unit.exec(low)?.[0] === unit.exec(high)?.[0];
  return `${isShared ? low.replace(unit, '') : low} to ${high}`;
}

const reasonTexts: Record<MetricComparison['left_out'][number]['reason'], [one: string, many: string]> = {
  baseline_no_reply: ['has no original reply', 'have no original reply'],
  item_open: ['is not finished', 'are not finished'],
  earlier_item_open: ['waits for an earlier one', 'wait for an earlier one'],
  item_failed: ['failed', 'failed'],
  item_skipped: ['was skipped', 'were skipped'],
  baseline_item_open: ['is not finished in the baseline', 'are not finished in the baseline'],
  baseline_item_failed: ['failed in the baseline', 'failed in the baseline'],
  baseline_item_skipped: ['was skipped in the baseline', 'were skipped in the baseline'],
  no_verdict: ['has no verdict', 'have no verdict'],
  not_judgeable: ['is not judgeable', 'are not judgeable'],
  not_judged: ['was not judged', 'were not judged'],
  no_value: ['has no value', 'have no value'],
  baseline_no_verdict: ['has no verdict in the baseline', 'have no verdict in the baseline'],
  baseline_not_judgeable: ['is not judgeable in the baseline', 'are not judgeable in the baseline'],
  baseline_not_judged: ['was not judged in the baseline', 'were not judged in the baseline'],
  baseline_no_value: ['has no value in the baseline', 'have no value in the baseline'],
};

/** One sentence for each group of metrics that leave out the same conversations. */
export function describeLeftOut(metrics: readonly MetricComparison[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { metric, label, left_out: leftOut } of metrics) {
    if (label !== null || leftOut.length === 0) continue;
    const total = leftOut.reduce((sum, { count }) => sum + count, 0);
    const reasons = leftOut.map(({ reason, count }) => {
      const [one, many] = reasonTexts[reason];
      return `${formatCount(count)} ${count === 1 ? one : many}`;
    });
    const text = `${pluralize(total, 'conversation')} left out: ${reasons.join(', ')}.`;
    groups.set(text, [...(groups.get(text) ?? []), describe(metric).label]);
  }
  return [...groups].map(([text, names]) => `${names.join(', ')}: ${text}`);
}

interface EmptyReplies {
  count: number;
  baseline_count: number;
  n: number;
}

/** Calls out empty replies on both sides, which have the names `sides`; null without any. */
export function describeEmptyReplies(
  { count, baseline_count: baselineCount, n }: EmptyReplies,
  [baselineSide, side]: readonly [string, string],
): string | null {
  if (count === 0 && baselineCount === 0) return null;
  return `Empty replies of ${pluralize(n, 'pair')}: ${baselineSide} ${formatCount(baselineCount)}, ${side} ${formatCount(count)}.`;
}

/** How the number of replies with issues differs from the baseline. */
export interface RateOutcome {
  /** `none`: nothing to compare yet. */
  direction: 'none' | 'no_difference' | 'fewer' | 'more';
  /** `p = 0.03`, `e-value 28`, or `so far` while a side is running. */
  evidence: string;
}

/** The side that has the original replies. */
interface OriginalSide {
  name: string;
  isBaseline: boolean;
}

/**
 * How fresh replies differ in issues from original ones that were chosen by their outcome, which no test can separate
 * from chance; null without pairs.
 */
export function describeUntested(
  metrics: readonly MetricComparison[],
  { name, isBaseline }: OriginalSide,
): string | null {
  const rate = findRate(metrics)?.difference ?? null;
  if (rate === null) return null;
  const difference = isBaseline ? rate : -rate;
  const result =
    difference === 0
      ? `As many replies with issues as ${name}`
      : `${difference < 0 ? 'Fewer' : 'More'} replies with issues than ${name}`;
  const expectation =
    difference > 0
      ? 'chosen because they did not fail, more issues are expected from any rerun'
      : 'chosen because they failed, fewer issues are expected from any rerun';
  return `${result}, not tested: the original replies were chosen by their outcome. If they were ${expectation}.`;
}

function findRate(metrics: readonly MetricComparison[]): MetricComparison | undefined {
  return metrics.find(({ metric, label }) => metric === 'issue_rate' && label === null);
}

function describeEvidence({ p_value: p, e_value: e }: MetricComparison, isRunning: boolean): string {
  if (p !== null) return describePValue(p);
  return e === null || isRunning ? 'so far' : `e-value ${formatEValue(e)}`;
}

export function readRateOutcome(metrics: readonly MetricComparison[], isRunning: boolean): RateOutcome {
  const rate = findRate(metrics);
  if (rate === undefined || rate.difference === null) return { direction: 'none', evidence: '' };
  const evidence = describeEvidence(rate, isRunning);
  if (!isDifferenceShown(rate, isRunning)) return { direction: 'no_difference', evidence };
  return { direction: rate.difference < 0 ? 'fewer' : 'more', evidence };
}
