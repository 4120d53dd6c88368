/** How many items two raters put into these categories. */
export interface RatedPair {
  one: string;
  other: string;
  count: number;
}

/**
 * Agreement of two raters beyond chance, at most 1: Cohen, "A coefficient of agreement for nominal scales", Educational
 * and Psychological Measurement 20 (1960) 37–46. Null without items, and if both raters use one and the same category
 * only, because chance then explains all of their agreement.
 */
export function cohenKappa(pairs: readonly RatedPair[]): number | null {
  const ones = new Map<string, number>();
  const others = new Map<string, number>();
  let total = 0;
  let agreed = 0;
  for (const { one, other, count } of pairs) {
    ones.set(one, (ones.get(one) ?? 0) + count);
    others.set(other, (others.get(other) ?? 0) + count);
    total += count;
    if (one === other) agreed += count;
  }
  let expected = 0; // times the square of the number of items, which makes it an integer
  for (const [category, count] of ones) expected += count * (others.get(category) ?? 0);
  const possible = total * total - expected;
  return possible === 0 ? null : (agreed * total - expected) / possible;
}
