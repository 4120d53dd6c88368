/** Pairs of yes/no outcomes, such as whether two replies to one conversation have an issue. */
export interface PairedOutcomes {
  pairs: number;
  /** Pairs with a yes in the first outcome only. */
  onlyInFirst: number;
  /** Pairs with a yes in the second outcome only. */
  onlyInSecond: number;
}

/** Probabilities of a pair with a yes in one outcome only. */
export interface DiscordantRates {
  first: number;
  second: number;
}

/** The share of yes in the second outcomes minus that in the first; 0 without pairs. */
export function rateDifference({ pairs, onlyInFirst, onlyInSecond }: PairedOutcomes): number {
  return pairs === 0 ? 0 : (onlyInSecond - onlyInFirst) / pairs;
}

/**
 * The most likely rates of the discordant pairs if the difference (second minus first) were `difference`, -1..1:
 * Tango, Statistics in Medicine 17 (1998) 891–908, equation 14.
 */
export function fitDiscordantRates(
  { pairs, onlyInFirst, onlyInSecond }: PairedOutcomes,
  difference: number,
): DiscordantRates {
  const a = 2 * pairs;
  const b = (2 * pairs - onlyInSecond + onlyInFirst) * difference - onlyInFirst - onlyInSecond;
  const c = -onlyInFirst * difference * (1 - difference);
  const root = (Math.sqrt(Math.max(0, b * b - 4 * a * c)) - b) / (2 * a);
  const first = Math.max(root, 0, -difference);
  return { first, second: Math.max(0, first + difference) };
}

/** The difference of two paired quantities, second minus first, with what a test says about it. */
export interface DifferenceTest {
  difference: number;
  /** Pairs with both values. */
  pairs: number;
  /** Two-sided, of no difference. */
  pValue: number;
  /** One-sided, of a difference of at least `margin`: small if it is below. */
  pBelow(margin: number): number;
  /** One-sided, of a difference of at most `margin`: small if it is above. */
  pAbove(margin: number): number;
  /** Bounds of the difference at a one-sided level; two of them at α/2 are the interval. Null: unbounded. */
  lowerBound(alpha: number): number | null;
  upperBound(alpha: number): number | null;
  /** What the power of a repetition follows from; see `pairedPower`. Null: no formula. */
  spread: Spread | null;
}

/** Of rates: the share of pairs with a yes in one outcome only. Of means: the standard deviation of the differences. */
export type Spread = { discordance: number } | { deviation: number };
