import { Z_TWO_SIDED as Z } from './normal-quantiles';
import type { Interval } from './score-interval';

/** The 95% interval of a proportion: Wilson, Journal of the American Statistical Association 22 (1927) 209–212. */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const center = (share + (Z * Z) / (2 * trials)) / (1 + (Z * Z) / trials);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / trials + (Z * Z) / (4 * trials * trials))) /
    (1 + (Z * Z) / trials);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
