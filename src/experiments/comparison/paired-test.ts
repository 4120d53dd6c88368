import {
  anytimeMean,
  anytimeResult,
  CONFIDENCE,
  exchangePValue,
  type Interval,
  mcNemarPValue,
  type PairedOutcomes,
  scoreInterval,
  signFlipTest,
  type YesCount,
} from '../../../packages/statistics';
import type { Resampling } from './difference-interval';

export interface PairedTest {
  /** Null if read early: a p-value is valid for a single look only. */
  pValue: number | null;
  /** Evidence against equal rates that is valid at any look; null unless read early. */
  eValue: number | null;
  /** Of the difference of the rates, second minus first, at 95%. */
  interval: Interval;
}

/**
 * Tests whether a yes is as frequent in the second outcomes as in the first. Read early, while a side is running or
 * after its decision has ended it, the result is valid after any number of looks. Otherwise it is the exact McNemar
 * test with Tango's score interval.
 */
export function testPairedOutcomes(outcomes: PairedOutcomes, isEarly: boolean): PairedTest {
  if (isEarly) return { pValue: null, ...anytimeResult(outcomes, 1 - CONFIDENCE) };
  return {
    pValue: mcNemarPValue(outcomes.onlyInFirst, outcomes.onlyInSecond),
    eValue: null,
    interval: scoreInterval(outcomes),
  };
}

/** Least common multiple of the numbers of samples 1 to 10: shares of them are multiples of 1/SCALE. */
const SCALE = 2520;
/** With more conversations whose replies differ, the sign-flip test is nominal by itself. */
const MAX_EXCHANGED = 200;

/** The replies of both sides to one conversation. */
export type YesCounts = readonly [first: YesCount, second: YesCount];

/**
 * The same for several replies to a conversation, which counts once, by the difference in its shares of yes: replies to
 * one conversation are not independent. The sign-flip test takes the place of McNemar's, which is its special case for
 * one reply.
 */
export async function testPairedShares(
  conversations: readonly YesCounts[],
  isEarly: boolean,
  { seed, isReversed }: Resampling,
): Promise<PairedTest> {
  const inOrder = isReversed
    ? conversations.map(([first, second]) => [second, first] as const)
    : conversations;
  // Integers, because sums of fractions that should be 0 are not, and the test compares them with 0.
  const integers = inOrder.map(([first, second]) => Math.round(SCALE * (shareOf(second) - shareOf(first))));
  if (isEarly) {
    const differences = integers.map((difference) => difference / SCALE);
    const { eValue, interval } = anytimeMean(differences, 1 - CONFIDENCE);
    return { pValue: null, eValue, interval: isReversed ? mirrored(interval) : interval };
  }
  const test = await signFlipTest(integers, seed);
  const tail = (1 - CONFIDENCE) / 2;
  // With fewer than six pairs the test excludes nothing.
  const low = (test.lowerBound(tail) ?? -SCALE) / SCALE;
  const high = (test.upperBound(tail) ?? SCALE) / SCALE;
  const pValue = Math.max(test.pValue, await skewedPValue(inOrder, seed));
  const interval = pValue <= 2 * tail ? { low, high } : { low: Math.min(low, 0), high: Math.max(high, 0) };
  return { pValue, eValue: null, interval: isReversed ? mirrored(interval) : interval };
}

/**
 * With different numbers of replies, differences are skewed if issues are rare, and few conversations without an issue
 * in the only original reply would look like evidence. The exchange test is exact then; on its own, it would not allow
 * conversations to differ. 0 where it is not needed.
 */
async function skewedPValue(conversations: readonly YesCounts[], seed: string): Promise<number> {
  const isSkewed = conversations.some(([first, second]) => first.count !== second.count);
  const differing = conversations.filter(([first, second]) => {
    const yes = first.yes + second.yes;
    return yes > 0 && yes < first.count + second.count;
  });
  if (!isSkewed || differing.length > MAX_EXCHANGED) return 0;
  return exchangePValue(differing, { seed, unit: SCALE });
}

const shareOf = ({ yes, count }: YesCount) => yes / count;

const mirrored = ({ low, high }: Interval): Interval => ({ low: 0 - high, high: 0 - low });
