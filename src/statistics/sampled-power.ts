import type { Effect } from './mcnemar-power';
import { upperNormalQuantile } from './normal-distribution';

/**
 * The conversations that a test of means needs, as a share of those that it needs with one reply to each. A mean of
 * `samples` replies has the part 1 ÷ `samples` of their variance `within` a conversation, and all of the variance between
 * conversations. By the normal distribution, like the sample size of Connor, Biometrics 43 (1987) 207–211, which it is
 * with one reply.
 */
export function shareOfPairs(
  { difference, discordance }: Effect,
  { alpha, power }: { alpha: number; power: number },
  { samples, within }: { samples: number; within: number },
): number {
  const ofOne = discordance - difference ** 2;
  // The noise of the one original reply stays, and is about as large as that of one new reply.
  const ofMean = ofOne - Math.min(within, ofOne / 2) * (1 - 1 / samples);
  const distanceAt = (variance: number) =>
    upperNormalQuantile(alpha / 2) * Math.sqrt(variance + difference ** 2) +
    upperNormalQuantile(1 - power) * Math.sqrt(variance);
  return (distanceAt(ofMean) / distanceAt(ofOne)) ** 2;
}
