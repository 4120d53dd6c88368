import type { CandidateDecision } from '../../../workflows/optimization-run/run';
import type { ItemFindings } from '../../experiments/store/experiment';
import { checkConstraint, isViolated } from './constraint-check';
import type { Assessment, Constraint, Objective } from './optimization-run';
import { metricOf, testDifference, testOf } from './paired-values';

/** Minimum share of all replies of the baseline, and of the candidate, that must be judged. */
const MIN_COVERAGE = 0.95;
/** Two-sided, and of the confidence interval. */
const ALPHA = 0.05;

export interface Measured {
  items: readonly ItemFindings[];
}

/**
 * Compares a candidate with the baseline on the conversations of the candidate. It is better if the paired test of the
 * objective has p < 0.05 and the difference is in the direction of the objective; see docs/optimization-runs.md for
 * the tests. Deterministic for the same experiments, which `seed` identifies.
 */
export async function assess(
  objective: Objective,
  constraints: readonly Constraint[],
  { baseline, candidate, seed }: { baseline: Measured; candidate: Measured; seed: string },
): Promise<Assessment> {
  const part = new Set(candidate.items.map(({ conversationId }) => conversationId));
  const compared = {
    baseline: baseline.items.filter(({ conversationId }) => part.has(conversationId)),
    candidate: candidate.items,
    seed,
  };
  const test = await testDifference(objective, compared.baseline, compared.candidate, seed);
  const checks = [];
  for (const constraint of constraints) checks.push(await checkConstraint(constraint, compared));
  const measures = {
    baseline: metricOf(objective, compared.baseline),
    candidate: metricOf(objective, compared.candidate),
    pairs: test.pairs,
    conversations: compared.candidate.length,
    coverage: Math.min(judgedShare(compared.baseline), judgedShare(compared.candidate)),
    test: testOf(objective.metric),
    difference: test.pairs === 0 ? null : test.difference,
    pValue: test.pairs === 0 ? null : test.pValue,
    intervalLow: test.lowerBound(ALPHA / 2),
    intervalHigh: test.upperBound(ALPHA / 2),
    spread: test.spread,
    constraints: checks,
  };
  return { ...measures, verdict: decide(objective, measures) };
}

/** What the decision of a run needs to know of an assessment. */
export function evidenceOf(
  objective: Objective,
  assessment: Assessment,
): { pValue: number; gain: number | null } {
  return { pValue: overallPValue(assessment), gain: gainOf(objective, assessment) };
}

/**
 * The p-value of the claim that a candidate is better and meets the relative constraints: the largest of its tests,
 * because both have to be shown. Berger, Technometrics 24 (1982) 295–300, calls this an intersection-union test.
 */
export function overallPValue({ pValue, constraints }: Assessment): number {
  return Math.max(pValue ?? 1, ...constraints.map(({ comparison }) => comparison?.pValue ?? 0));
}

function judgedShare(items: readonly ItemFindings[]): number {
  const judgedCount = items.filter(({ reply }) => reply.findings !== null).length;
  return items.length === 0 ? 0 : judgedCount / items.length;
}

function decide(objective: Objective, measures: Omit<Assessment, 'verdict'>): CandidateDecision {
  if ((measures.coverage ?? 0) < MIN_COVERAGE) return 'coverage_too_low';
  if (measures.constraints.some(isViolated)) return 'constraints_violated';
  if (!measures.constraints.every(({ isMet }) => isMet)) return 'constraints_not_shown';
  return isBetter(objective, measures) ? 'better' : 'not_better';
}

function isBetter(objective: Objective, measures: Omit<Assessment, 'verdict'>): boolean {
  return (gainOf(objective, measures) ?? 0) > 0 && (measures.pValue ?? 1) < ALPHA;
}

/** By how much the objective is better than that of the baseline; null without pairs. */
function gainOf({ direction }: Objective, { difference }: Omit<Assessment, 'verdict'>): number | null {
  if (difference === null) return null;
  return direction === 'minimize' ? -difference : difference;
}
