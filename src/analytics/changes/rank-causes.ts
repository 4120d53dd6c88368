import type { Interval } from '../../../packages/statistics';
import type { FoldedCause } from './fold-causes';

export interface RankedCause extends FoldedCause {
  /** 95%, of the contribution. */
  interval: Interval;
}

/** The first causes: the significant ones, of these what no other explains, then by contribution. */
export function rankCauses(causes: readonly FoldedCause[], max: number): RankedCause[] {
  const classOf = ({ isSignificant, explainedBy }: FoldedCause) => {
    if (!isSignificant) return 2;
    return explainedBy === null ? 0 : 1;
  };
  return [...causes]
    .sort(
      (one, other) =>
        classOf(one) - classOf(other) || Math.abs(other.contribution) - Math.abs(one.contribution),
    )
    .slice(0, max)
    .map((cause) => ({ ...cause, interval: cause.toInterval() }));
}
