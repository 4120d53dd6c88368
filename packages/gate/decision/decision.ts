import type { Interval } from '../../statistics';

export const gateOutcomes = ['not_worse', 'worse', 'undecided'] as const;
export type GateOutcome = (typeof gateOutcomes)[number];

/** Of every decision of a gate: the probability of a wrong one. */
export const ALPHA = 0.05;

export interface GateRule {
  alpha: number;
  /** A worsening of at least so much is refused; null: the pairs are too few to exclude any. */
  minEffect: number | null;
}

export interface GateDecision extends GateRule {
  outcome: GateOutcome;
  test: 'mcnemar' | 'sign_flip' | 'betting';
  /** The share of failures in the candidate minus that in the baseline. */
  difference: number;
  /** One-sided bounds of the difference, each wrong with probability alpha. */
  interval: Interval;
  /** One-sided, of a test that is looked at once; null for bets. */
  pValue: number | null;
  /** Of bets, which may be read after each pair; null for the other tests. */
  eValue: number | null;
  pairs: number;
  /** Pairs whose candidate fails more often than the baseline, and less often. */
  worsePairs: number;
  betterPairs: number;
}
