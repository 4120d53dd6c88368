import { type Estimated, type Interval, independentDifference } from '../../../packages/statistics';
import type { CorrectedRate } from './correct-rates';

/** The rate of an experiment minus that of a baseline, both corrected. */
export interface RateDifference extends Pick<CorrectedRate, 'rate' | 'label'> {
  /** Null unless both rates have one. */
  estimate: number | null;
  /** 95%; null unless both rates have one. */
  interval: Interval | null;
  /** By the evaluators alone. */
  uncorrected: number | null;
}

/**
 * The differences of the rates of two populations that have no reply in common, from separate samples: the draws are
 * independent, also where both experiments replied to the same conversations. Both have the same rates, in the same order.
 */
export function differRates(
  rates: readonly CorrectedRate[],
  baseline: readonly CorrectedRate[],
): RateDifference[] {
  return rates.map((second, index) => {
    const first = baseline[index];
    if (first === undefined || first.rate !== second.rate || first.label !== second.label)
      throw new Error(`The baseline has no ${second.rate} of ${second.label}`);
    return { rate: second.rate, label: second.label, ...differ(first, second) };
  });
}

function differ(first: CorrectedRate, second: CorrectedRate): Omit<RateDifference, 'rate' | 'label'> {
  const [one, other] = [toEstimated(first), toEstimated(second)];
  const corrected = one === null || other === null ? null : independentDifference(one, other);
  return {
    estimate: minus(second.estimate, first.estimate),
    interval: corrected?.interval ?? null,
    uncorrected: minus(second.uncorrected, first.uncorrected),
  };
}

function minus(value: number | null, subtracted: number | null): number | null {
  return value === null || subtracted === null ? null : value - subtracted;
}

function toEstimated({ estimate, interval }: CorrectedRate): Estimated | null {
  return estimate === null || interval === null ? null : { estimate, interval };
}
