import { differenceInterval, type Interval, upperNormalQuantile } from '../../../packages/statistics';
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
    .map((cause) => ({ ...cause, interval: intervalOf(cause) }));
}

function intervalOf({ kind, contribution, weight, standardError, tested }: FoldedCause): Interval {
  if (kind === 'mix') {
    const margin = upperNormalQuantile(0.025) * standardError;
    return { low: contribution - margin, high: contribution + margin };
  }
  const { low, high } = differenceInterval(tested.before, tested.after);
  return { low: weight * low, high: weight * high };
}
