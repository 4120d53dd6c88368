import type { CandidateDecision, RunMetric } from '../../../workflows/optimization-run/run';
import type { ItemFindings, Metrics } from '../../experiments/experiment';
import { type ComparedItem, type Pairing, pairItems } from '../../experiments/pairing';
import { toMetricsWire } from '../../experiments/tally.mapper';
import { bootstrapMean } from '../../statistics/bootstrap';
import { mcNemarPValue } from '../../statistics/mcnemar';
import { CONFIDENCE } from '../../statistics/percentile-interval';
import type { Assessment, Constraint, ConstraintCheck, Objective } from './optimization-run';

/** Minimum share of all replies of the baseline, and of the candidate, that must be judged. */
const MIN_COVERAGE = 0.95;

export interface Measured {
  metrics: Metrics;
  items: ItemFindings[];
}

/**
 * Compares a candidate with the baseline. It is better by the exact McNemar test at 5% for issue_rate, by a
 * 95% paired bootstrap interval that excludes 0 for avg_issues_per_evaluation, and by value for other
 * metrics. Deterministic for the same experiments, which `seed` identifies.
 */
export async function assess(
  objective: Objective,
  constraints: readonly Constraint[],
  { baseline, candidate, seed }: { baseline: Measured; candidate: Measured; seed: string },
): Promise<Assessment> {
  const { metric, label } = objective;
  const pairing = pairItems(countFindings(baseline.items, label), countFindings(candidate.items, label));
  const interval = await bootstrapMean(
    pairing.pairs.map(({ first, second }) => second.issueCount - first.issueCount),
    seed,
  );
  const measures = {
    baseline: metricOf(metric, label, baseline),
    candidate: metricOf(metric, label, candidate),
    pairs: pairing.pairs.length,
    coverage: Math.min(judgedShare(baseline), judgedShare(candidate)),
    pValue: pairing.pairs.length === 0 ? null : pValueOf(pairing),
    intervalLow: interval?.low ?? null,
    intervalHigh: interval?.high ?? null,
    constraints: constraints.map((constraint) => checkConstraint(constraint, candidate)),
  };
  return { ...measures, verdict: decide(objective, measures) };
}

function judgedShare({ items }: Measured): number {
  const judged = items.filter(({ reply }) => reply.findings !== null).length;
  return items.length === 0 ? 0 : judged / items.length;
}

function decide(objective: Objective, measures: Omit<Assessment, 'verdict'>): CandidateDecision {
  if ((measures.coverage ?? 0) < MIN_COVERAGE) return 'coverage_too_low';
  if (!measures.constraints.every(({ isMet }) => isMet)) return 'constraints_violated';
  return isBetter(objective, measures) ? 'better' : 'not_better';
}

function isBetter({ metric, direction }: Objective, measures: Omit<Assessment, 'verdict'>): boolean {
  const { baseline, candidate, pValue, intervalLow, intervalHigh } = measures;
  if (baseline === null || candidate === null) return false;
  const isMinimized = direction === 'minimize';
  if (metric === 'avg_issues_per_evaluation') {
    return isMinimized ? (intervalHigh ?? 0) < 0 : (intervalLow ?? 0) > 0;
  }
  const isBetterValue = isMinimized ? candidate < baseline : candidate > baseline;
  return isBetterValue && (metric !== 'issue_rate' || (pValue ?? 1) < 1 - CONFIDENCE);
}

function pValueOf({ pairs }: Pairing): number {
  const inOne = pairs.filter(({ first, second }) => first.issueCount > 0 !== second.issueCount > 0);
  const onlyInFirst = inOne.filter(({ first }) => first.issueCount > 0).length;
  return mcNemarPValue(onlyInFirst, inOne.length - onlyInFirst);
}

function checkConstraint(constraint: Constraint, measured: Measured): ConstraintCheck {
  const { metric, label, min, max } = constraint;
  const value = metricOf(metric, label, measured);
  const isMet = value !== null && (min === null || value >= min) && (max === null || value <= max);
  return { ...constraint, value, isMet };
}

/** The value of a metric as defined in docs/metrics.md, counting only issues of `label` unless it is null. */
function metricOf(metric: RunMetric, label: string | null, { metrics, items }: Measured): number | null {
  if (metric !== 'issue_rate' && metric !== 'avg_issues_per_evaluation')
    return toMetricsWire(metrics)[metric];
  const counts = countFindings(items, label).flatMap(({ reply }) =>
    reply.issueCount === null ? [] : [reply.issueCount],
  );
  if (counts.length === 0) return null;
  const sum = counts.reduce(
    (total, count) => total + (metric === 'issue_rate' ? Math.min(count, 1) : count),
    0,
  );
  return sum / counts.length;
}

/** Counts the findings of each item: of one label, or of all labels for null. */
function countFindings(items: readonly ItemFindings[], label: string | null): ComparedItem[] {
  return items.map(({ reply: { findings, ...reply }, ...item }) => ({
    ...item,
    reply: {
      ...reply,
      issueCount: findings?.filter((finding) => label === null || finding.label === label).length ?? null,
    },
  }));
}
