import type { Experiment } from '../store/experiment';

/** Why a comparison has no test. */
export const untestedReasons = ['chosen_by_outcome'] as const;
export type UntestedReason = (typeof untestedReasons)[number];

type Side = Pick<Experiment, 'chosenBy' | 'isPassThrough'>;

/**
 * Why an experiment cannot be tested against its original replies; null if it can. Replies that were chosen by their outcome
 * regress: any rerun, and any second verdict, finds fewer issues if the chosen ones failed.
 */
export function untestedWithOriginals({ chosenBy }: Pick<Experiment, 'chosenBy'>): UntestedReason | null {
  return chosenBy === 'outcome' ? 'chosen_by_outcome' : null;
}

/** Why two experiments cannot be tested: the original replies that one of them judges were chosen. */
export function untestedWithEachOther(first: Side, second: Side): UntestedReason | null {
  if (first.isPassThrough === second.isPassThrough) return null;
  return untestedWithOriginals(first) ?? untestedWithOriginals(second);
}
