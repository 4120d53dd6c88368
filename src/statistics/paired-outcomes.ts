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
