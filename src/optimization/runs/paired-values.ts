import { type DifferenceTest, maximaTest, rateTest, signFlipTest } from '../../../packages/statistics';
import type { RunMetric } from '../../../workflows/optimization-run/run';
import type { ItemFindings } from '../../experiments/store/experiment';
import type { PairedTest } from './optimization-run';

type Reply = ItemFindings['reply'];

/** A metric of replies, which counts only issues of `label` unless it is null. */
export interface MeasuredQuantity {
  metric: RunMetric;
  label: string | null;
}

const tests: Partial<Record<RunMetric, PairedTest>> = {
  issue_rate: 'mcnemar_exact',
  max_response_latency_ms: 'maxima_exchange',
};

export function testOf(metric: RunMetric): PairedTest {
  return tests[metric] ?? 'sign_flip';
}

/** The value of a metric, as defined in docs/metrics.md, over the replies that have one; null without any. */
export function metricOf({ metric, label }: MeasuredQuantity, items: readonly ItemFindings[]): number | null {
  let [count, sum, max] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { reply } of items) {
    const value = getValue(metric, label, reply);
    if (value === null) continue;
    count += 1;
    sum += value;
    max = Math.max(max, value);
  }
  if (count === 0) return null;
  return metric === 'max_response_latency_ms' ? max : sum / count;
}

/**
 * Tests the difference of a metric, candidate minus baseline, over the conversations whose replies have a value in both
 * experiments. Deterministic for a seed.
 */
export async function testDifference(
  { metric, label }: MeasuredQuantity,
  baseline: readonly ItemFindings[],
  candidate: readonly ItemFindings[],
  seed: string,
): Promise<DifferenceTest> {
  const first: number[] = [];
  const second: number[] = [];
  const others = new Map(candidate.map((item) => [item.conversationId, item.reply]));
  for (const { conversationId, reply } of baseline) {
    const other = others.get(conversationId);
    if (other === undefined) continue;
    const [value, otherValue] = [getValue(metric, label, reply), getValue(metric, label, other)];
    if (value === null || otherValue === null) continue;
    first.push(value);
    second.push(otherValue);
  }
  const test = testOf(metric);
  if (test === 'maxima_exchange') return maximaTest(first, second);
  if (test === 'mcnemar_exact') return rateTest(countOutcomes(first, second));
  return signFlipTest(
    first.map((value, index) => (second[index] ?? 0) - value),
    `${seed}/${metric}/${label}`,
  );
}

function countOutcomes(first: readonly number[], second: readonly number[]) {
  const outcomes = { pairs: first.length, onlyInFirst: 0, onlyInSecond: 0 };
  for (const [index, value] of first.entries()) {
    const other = second[index];
    if (value === other) continue;
    if (value > 0) outcomes.onlyInFirst += 1;
    else outcomes.onlyInSecond += 1;
  }
  return outcomes;
}

function getValue(metric: RunMetric, label: string | null, reply: Reply): number | null {
  switch (metric) {
    case 'issue_rate':
    case 'avg_issues_per_evaluation': {
      if (reply.findings === null) return null;
      const count = reply.findings.filter((finding) => label === null || finding.label === label).length;
      return metric === 'issue_rate' ? Math.min(count, 1) : count;
    }
    case 'cost_per_1k':
      return reply.costUsd === null ? null : reply.costUsd * 1000;
    case 'avg_response_latency_ms':
    case 'max_response_latency_ms':
      return reply.latencyMs;
    case 'avg_input_tokens':
      return reply.inputTokens;
    case 'avg_output_tokens':
      return reply.outputTokens;
  }
}
