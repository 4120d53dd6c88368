import type { Interval } from '../../statistics';
import { type Case, failedShare } from '../cases/case';
import type { CasePair, LeftOutReason, Pairing } from '../cases/pair-cases';
import type { GateDecision, GateOutcome } from '../decision/decision';
import type { PinnedResult } from '../decision/pinned-cases';

/** 0 not worse, 1 worse, 2 could not run, 3 undecided. */
export type ExitCode = 0 | 1 | 2 | 3;

/** What `--report-json` has; a later gate compares with its `cases`. */
export interface GateReport {
  schema_version: 1;
  outcome: GateOutcome;
  exit_code: ExitCode;
  /** The tool that made the results, or `service`. */
  from: string;
  baseline: SideReport;
  candidate: SideReport;
  test: GateDecision['test'];
  alpha: number;
  min_effect: number | null;
  /** `tellable`: the smallest that the pairs detect with a power of 80%. */
  min_effect_source: 'given' | 'tellable';
  difference: number;
  interval: Interval;
  p_value: number | null;
  e_value: number | null;
  pairs: number;
  worse_pairs: number;
  better_pairs: number;
  left_out: Record<LeftOutReason, number>;
  pinned: PinnedResult[];
  /** At most five, those whose share of failures grew most first. */
  new_failures: NewFailure[];
  /** At most five, of highest confidence, in replies whose original has none; empty for files. */
  new_findings: NewFinding[];
  /** Why the gate stopped before all pairs were counted; null if it did not. */
  stopped: string | null;
  /** Of the candidate's model calls; null for files. */
  costs: GateCosts | null;
  /** The candidate's. */
  cases: CaseReport[];
}

/** In US cents; null where the price of a model is unknown. */
export interface GateCosts {
  cost_cents: number | null;
  generation_cost_cents: number | null;
  judging_cost_cents: number | null;
  wasted_cost_cents: number | null;
}

/** One of the two results. */
export interface SideReport {
  name: string;
  /** Where it is shown; null for files. */
  url: string | null;
  /** The evaluator and labels that judged it; null for files. Sides with different ones are not comparable. */
  judge: string | null;
  cases: number;
  /** How often a case ran and had an outcome. */
  outcomes: number;
  errors: number;
  /** The mean share of failures over the pairs; null without pairs. */
  failed_share: number | null;
}

export interface CaseReport {
  id: string;
  failed: boolean[];
  errors: number;
  reason: string | null;
}

export interface NewFailure {
  id: string;
  baseline_share: number;
  candidate_share: number;
  reason: string | null;
}

export interface NewFinding {
  case_id: string;
  label: string;
  confidence: number;
  /** The span of the reply. */
  text: string;
  reason: string | null;
  evidence: string | null;
  url: string | null;
}

export interface Side {
  name: string;
  url?: string;
  judge?: string;
  cases: readonly Case[];
}

export interface ReportInput {
  from: string;
  baseline: Side;
  candidate: Side;
  /** With the pairs that decided, and no others. */
  pairing: Pairing;
  decision: GateDecision;
  minEffectSource: GateReport['min_effect_source'];
  pinned: readonly PinnedResult[];
  newFindings?: readonly NewFinding[];
  stopped?: string | null;
  costs?: GateCosts;
  /** What undecided is for the pipeline; null: exit code 3. */
  undecidedAs: 'pass' | 'fail' | null;
}

const MAX_SHOWN = 5;

export function buildReport(input: ReportInput): GateReport {
  const { decision, pairing, pinned, candidate } = input;
  return {
    schema_version: 1,
    outcome: decision.outcome,
    exit_code: exitCodeOf(input),
    from: input.from,
    baseline: sideReport(input.baseline, pairing.pairs, ({ baseline }) => baseline),
    candidate: sideReport(candidate, pairing.pairs, (pair) => pair.candidate),
    test: decision.test,
    alpha: decision.alpha,
    min_effect: decision.minEffect,
    min_effect_source: input.minEffectSource,
    difference: decision.difference,
    interval: decision.interval,
    p_value: decision.pValue,
    e_value: decision.eValue,
    pairs: decision.pairs,
    worse_pairs: decision.worsePairs,
    better_pairs: decision.betterPairs,
    left_out: pairing.leftOut,
    pinned: [...pinned],
    new_failures: newFailures(pairing.pairs),
    new_findings: (input.newFindings ?? []).slice(0, MAX_SHOWN),
    stopped: input.stopped ?? null,
    costs: input.costs ?? null,
    cases: candidate.cases.map(({ id, failed, errors, reason }) => ({
      id,
      failed: [...failed],
      errors,
      reason,
    })),
  };
}

/** A pinned case that fails is red, one that did not run is an error; neither is hidden by the rate. */
function exitCodeOf({ decision, pinned, undecidedAs }: ReportInput): ExitCode {
  const has = (status: PinnedResult['status']) => pinned.some((one) => one.status === status);
  if (decision.outcome === 'worse' || has('failed')) return 1;
  if (has('not_run') || decision.pairs === 0) return 2;
  if (decision.outcome === 'not_worse' || undecidedAs === 'pass') return 0;
  return undecidedAs === 'fail' ? 1 : 3;
}

function sideReport(
  { name, url, judge, cases }: Side,
  pairs: readonly CasePair[],
  caseOf: (pair: CasePair) => Case,
): SideReport {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    name,
    url: url ?? null,
    judge: judge ?? null,
    cases: cases.length,
    outcomes: sum(cases.map(({ failed }) => failed.length)),
    errors: sum(cases.map(({ errors }) => errors)),
    failed_share:
      pairs.length === 0 ? null : sum(pairs.map((pair) => failedShare(caseOf(pair)) ?? 0)) / pairs.length,
  };
}

function newFailures(pairs: readonly CasePair[]): NewFailure[] {
  return pairs
    .filter(({ difference }) => difference > 0)
    .sort((one, other) => other.difference - one.difference)
    .slice(0, MAX_SHOWN)
    .map(({ id, baseline, candidate }) => ({
      id,
      baseline_share: failedShare(baseline) ?? 0,
      candidate_share: failedShare(candidate) ?? 0,
      reason: candidate.reason,
    }));
}
