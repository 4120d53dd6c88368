import type { PairedOutcomes } from '../../../packages/statistics';
import { intervalOfDifferences, type Resampling } from './difference-interval';
import { type LeftOut, type ReplyValue, readValues, type ValuePair } from './left-out';
import type { MeasuredPair } from './measured-pair';
import { type PairedTest, testPairedOutcomes, testPairedShares, type YesCounts } from './paired-test';

/** The metrics of paired comparisons, in their order. */
export const pairedMetrics = [
  'issue_rate',
  'avg_issues_per_evaluation',
  'cost_per_1k',
  'avg_input_tokens',
  'avg_output_tokens',
  'avg_response_latency_ms',
  'avg_reply_chars',
] as const;

export type PairedMetric = (typeof pairedMetrics)[number];

/** A metric over the pairs that have it on both sides. The numbers are null without such pairs. */
export interface MetricComparison {
  metric: PairedMetric;
  /** Of an issue rate of one label; null for all labels and for other metrics. */
  label: string | null;
  value: number | null;
  baselineValue: number | null;
  /** Value minus baseline value. */
  difference: number | null;
  intervalLow: number | null;
  intervalHigh: number | null;
  /** Of issue rates; null for other metrics and if read early. */
  pValue: number | null;
  /** Of issue rates that are read early; null for others. */
  eValue: number | null;
  /** The number of pairs. */
  n: number;
  leftOut: LeftOut[];
}

export interface PairedComparisonOptions {
  /** Null: neither tests nor intervals. */
  resampling: Resampling | null;
  /** Whether a side is running, or was ended by its decision. */
  isEarly: boolean;
}

const means: Record<Exclude<PairedMetric, 'issue_rate'>, ReplyValue> = {
  avg_issues_per_evaluation: { needsVerdict: true, of: ({ issueCount }) => issueCount },
  cost_per_1k: {
    needsVerdict: false,
    of: ({ costUsd }) => (costUsd === null ? null : 1000 * costUsd),
  },
  avg_input_tokens: { needsVerdict: false, of: ({ inputTokens }) => inputTokens },
  avg_output_tokens: { needsVerdict: false, of: ({ outputTokens }) => outputTokens },
  avg_response_latency_ms: { needsVerdict: false, of: ({ latencyMs }) => latencyMs },
  avg_reply_chars: { needsVerdict: false, of: ({ lengthChars }) => lengthChars },
};

/** Compares all metrics, and the issue rate of each label that occurs, the most frequent first. */
export async function comparePairs(
  pairs: readonly MeasuredPair[],
  { resampling, isEarly }: PairedComparisonOptions,
): Promise<MetricComparison[]> {
  const countedPairs = isEarly ? pairs.map(withoutLate) : pairs;
  const rates: MetricComparison[] = [];
  for (const label of [null, ...listLabels(pairs)]) {
    rates.push(await compareRates(countedPairs, label, { resampling, isEarly }));
  }
  const compared: MetricComparison[] = [];
  for (const metric of pairedMetrics) {
    if (metric === 'issue_rate') compared.push(...rates);
    else compared.push(await compareMeans(pairs, metric, resampling));
  }
  return compared;
}

async function compareRates(
  pairs: readonly MeasuredPair[],
  label: string | null,
  { resampling, isEarly }: PairedComparisonOptions,
): Promise<MetricComparison> {
  const { values, leftOut } = readValues(pairs, {
    needsVerdict: true,
    of: ({ issueCount, labels }) =>
      issueCount === null ? null : Number(label === null ? issueCount > 0 : labels.includes(label)),
  });
  const n = values.length;
  const test = n === 0 || resampling === null ? null : await testRates(values, isEarly, resampling);
  return {
    metric: 'issue_rate',
    label,
    ...averagesOf(values),
    intervalLow: test?.interval.low ?? null,
    intervalHigh: test?.interval.high ?? null,
    pValue: test?.pValue ?? null,
    eValue: test?.eValue ?? null,
    n,
    leftOut,
  };
}

async function testRates(
  values: readonly ValuePair[],
  isEarly: boolean,
  resampling: Resampling,
): Promise<PairedTest> {
  const hasSamples = values.some(({ replies, baselineReplies }) => replies + baselineReplies > 2);
  return hasSamples
    ? testPairedShares(values.map(countYes), isEarly, resampling)
    : testPairedOutcomes(outcomesOf(values), isEarly);
}

/** The replies of a pair that have an issue, of the baseline first. */
function countYes({ value, baseline, replies, baselineReplies }: ValuePair): YesCounts {
  return [
    { yes: Math.round(baseline * baselineReplies), count: baselineReplies },
    { yes: Math.round(value * replies), count: replies },
  ];
}

function differencesOf(values: readonly ValuePair[]): number[] {
  return values.map(({ value, baseline }) => value - baseline);
}

/** Pairs count in the order in which they start: replies that end first are shorter, and may have fewer issues. */
function withoutLate(pair: MeasuredPair): MeasuredPair {
  const isComplete = typeof pair.reply !== 'string' && typeof pair.baseline !== 'string';
  return pair.isLate && isComplete ? { ...pair, reply: 'earlier_item_open' } : pair;
}

function outcomesOf(values: readonly ValuePair[]): PairedOutcomes {
  return {
    pairs: values.length,
    onlyInFirst: values.filter(({ value, baseline }) => baseline > value).length,
    onlyInSecond: values.filter(({ value, baseline }) => value > baseline).length,
  };
}

async function compareMeans(
  pairs: readonly MeasuredPair[],
  metric: keyof typeof means,
  resampling: Resampling | null,
): Promise<MetricComparison> {
  const { values, leftOut } = readValues(pairs, means[metric]);
  const interval = resampling && (await intervalOfDifferences(differencesOf(values), resampling));
  return {
    metric,
    label: null,
    ...averagesOf(values),
    intervalLow: interval?.low ?? null,
    intervalHigh: interval?.high ?? null,
    pValue: null,
    eValue: null,
    n: values.length,
    leftOut,
  };
}

function averagesOf(
  values: readonly ValuePair[],
): Pick<MetricComparison, 'value' | 'baselineValue' | 'difference'> {
  const mean = (numberOf: (pair: ValuePair) => number) =>
    values.length === 0 ? null : values.reduce((sum, pair) => sum + numberOf(pair), 0) / values.length;
  return {
    value: mean(({ value }) => value),
    baselineValue: mean(({ baseline }) => baseline),
    difference: mean(({ value, baseline }) => value - baseline),
  };
}

function listLabels(pairs: readonly MeasuredPair[]): string[] {
  const counts = new Map<string, number>();
  for (const side of pairs.flatMap(({ reply, baseline }) => [reply, baseline])) {
    if (typeof side === 'string') continue;
    for (const label of side.flatMap(({ labels }) => labels)) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
    .map(([label]) => label);
}
