import type { DifferenceTest, Spread } from './difference-test';
import { mcNemarPower } from './mcnemar-power';
import { normalCdf, upperNormalQuantile } from './normal-distribution';

/** Above it the normal approximation takes the place of the exact sum, which takes milliseconds there. */
const MAX_EXACT_PAIRS = 1000;
const MAX_PAIRS_NEEDED = 1_000_000;

/**
 * The probability that a two-sided test of so many pairs finds a difference, in its direction. Exact for rates of up
 * to 1,000 pairs; else by the normal distribution: Connor, Biometrics 43 (1987) 207–211, for rates.
 */
export function pairedPower(pairs: number, spread: Spread, difference: number, alpha: number): number {
  if (pairs === 0 || difference === 0) return 0;
  if ('discordance' in spread) {
    const discordance = Math.min(1, Math.max(spread.discordance, difference));
    if (difference > 1) return 0;
    if (pairs <= MAX_EXACT_PAIRS) return mcNemarPower(pairs, { difference, discordance }, alpha);
    return approximate(pairs, difference, Math.sqrt(discordance), discordance - difference ** 2, alpha);
  }
  const { deviation } = spread;
  return approximate(pairs, difference, deviation, deviation ** 2, alpha);
}

function approximate(pairs: number, difference: number, spread: number, variance: number, alpha: number) {
  if (variance <= 0) return 1;
  const distance = Math.sqrt(pairs) * difference - upperNormalQuantile(alpha / 2) * spread;
  return normalCdf(distance / Math.sqrt(variance));
}

/**
 * The pairs with which a one-sided bound would be within the margin if the difference and its spread stayed as observed,
 * by the normal distribution. Null without a formula.
 */
export function pairsToShow(test: DifferenceTest, margin: number, alpha: number): number | null {
  const room = Math.abs(margin - test.difference);
  if (room === 0 || test.spread === null) return null;
  const z = upperNormalQuantile(alpha);
  const variance =
    'discordance' in test.spread
      ? // Where no pair differs, the margin itself is what the bound would have to exclude.
        Math.max(test.spread.discordance - test.difference ** 2, room)
      : test.spread.deviation ** 2;
  const needed = Math.max(test.pairs + 1, Math.ceil((z ** 2 * variance) / room ** 2));
  return needed > MAX_PAIRS_NEEDED ? null : needed;
}
