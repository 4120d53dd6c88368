import { type Case, failedShare } from './case';

/**
 * Why a case is not compared, in the order in which the reasons are checked. `not_run`: the gate stopped before. `too_late`:
 * pairs before it had decided, or one of them never ended.
 */
export const leftOutReasons = [
  'only_in_baseline',
  'only_in_candidate',
  'not_run',
  'no_outcome_in_baseline',
  'no_outcome_in_candidate',
  'too_late',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A case that ran in both results. */
export interface CasePair {
  id: string;
  baseline: Case;
  candidate: Case;
  /** The share of failures in the candidate minus that in the baseline, -1 to 1. */
  difference: number;
}

export interface Pairing {
  /** In the order of the candidate. */
  pairs: CasePair[];
  /** With the pairs they add up to the ids of both results. */
  leftOut: Record<LeftOutReason, number>;
}

/** Pairs the cases of two results by id; each result has an id once. `notRun`: ids that did not run in the candidate. */
export function pairCases(
  baseline: readonly Case[],
  candidate: readonly Case[],
  notRun: ReadonlySet<string> = new Set(),
): Pairing {
  const originals = new Map(baseline.map((original) => [original.id, original]));
  const pairing: Pairing = {
    pairs: [],
    leftOut: {
      only_in_baseline: 0,
      only_in_candidate: 0,
      not_run: 0,
      no_outcome_in_baseline: 0,
      no_outcome_in_candidate: 0,
      too_late: 0,
    },
  };
  for (const changed of candidate) {
    const original = originals.get(changed.id);
    originals.delete(changed.id);
    const pair = pairOf(original, changed, notRun);
    if (typeof pair === 'string') pairing.leftOut[pair] += 1;
    else pairing.pairs.push(pair);
  }
  pairing.leftOut.only_in_baseline = originals.size;
  return pairing;
}

/** The pairs that a gate decided by: the first ones. */
export function limitPairs({ pairs, leftOut }: Pairing, count: number): Pairing {
  const counted = pairs.slice(0, count);
  return { pairs: counted, leftOut: { ...leftOut, too_late: pairs.length - counted.length } };
}

function pairOf(
  baseline: Case | undefined,
  candidate: Case,
  notRun: ReadonlySet<string>,
): CasePair | LeftOutReason {
  if (baseline === undefined) return 'only_in_candidate';
  if (notRun.has(candidate.id)) return 'not_run';
  const [before, after] = [failedShare(baseline), failedShare(candidate)];
  if (before === null) return 'no_outcome_in_baseline';
  if (after === null) return 'no_outcome_in_candidate';
  return { id: candidate.id, baseline, candidate, difference: after - before };
}
