import { anyLookPower, pairedPower, type Spread } from '../../statistics';

/** The power with which a gate finds its default minimum effect. */
export const POWER = 0.8;
/** Fewer pairs never show a worsening: with five, all of them have to get worse. So they exclude none either. */
export const MIN_PAIRS = 5;
/** Of the search; a difference in issue rates is read in tenths of a point. */
const PRECISION = 0.0001;
/** More pairs detect smaller effects, and the sum of the power over their outcomes takes seconds. */
export const MAX_PLANNED_PAIRS = 10_000;

/** `once`: a test after the last pair, as of files. `any`: one that is read after each pair, as of a service. */
export type Looks = 'once' | 'any';

/**
 * The smallest worsening that the test of a gate finds with a power of 80%, rounded up to 0.01 points; null if the pairs
 * cannot show any. `spread` is the share of pairs that differ, or the standard deviation of differences of shares.
 */
export function findDetectableEffect(
  pairs: number,
  { spread, looks, alpha }: { spread: Spread; looks: Looks; alpha: number },
): number | null {
  if (pairs < MIN_PAIRS) return null;
  const isFound = (difference: number) =>
    powerOf(Math.min(pairs, MAX_PLANNED_PAIRS), { spread, looks, difference, alpha }) >= POWER;
  if (!isFound(1)) return null;
  let [low, high] = [0, 1 / PRECISION];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isFound(middle * PRECISION)) high = middle;
    else low = middle;
  }
  return high * PRECISION;
}

interface Question {
  spread: Spread;
  looks: Looks;
  difference: number;
  alpha: number;
}

function powerOf(pairs: number, { spread, looks, difference, alpha }: Question): number {
  // A one-sided test at alpha is the two-sided one at twice alpha.
  if (looks === 'once') return pairedPower(pairs, spread, difference, 2 * alpha);
  const discordance = 'discordance' in spread ? spread.discordance : spread.deviation ** 2;
  return anyLookPower(pairs, { difference, discordance: Math.max(discordance, difference) }, alpha);
}

/** The spread of observed differences, at least that of one pair that differs. */
export function spreadOf(differences: readonly number[]): Spread {
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0);
  const discordance = Math.max(1, squares) / Math.max(1, differences.length);
  return differences.every(Number.isInteger) ? { discordance } : { deviation: Math.sqrt(discordance) };
}
