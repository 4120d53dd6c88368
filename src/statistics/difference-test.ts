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
  /** What the power of a repetition follows from; see `paired-power.ts`. Null: no formula. */
  spread: Spread | null;
}

/** Of rates: the share of pairs with a yes in one outcome only. Of means: the standard deviation of the differences. */
export type Spread = { discordance: number } | { deviation: number };
