/** How many raters put an item into each category, and how many items have these counts. */
export interface RatedItems {
  /** One for each category, in the same order for all items. */
  counts: readonly number[];
  items: number;
}

/**
 * Agreement of several raters beyond chance, at most 1: Fleiss, "Measuring nominal scale agreement among many raters",
 * Psychological Bulletin 76 (1971) 378–382. Each item needs the same number of raters, who need not be the same people.
 * Null without items, with fewer than two raters, and if only one category is used.
 * @throws RangeError if the items have different numbers of raters
 */
export function fleissKappa(rated: readonly RatedItems[]): number | null {
  const raters = sum(rated[0]?.counts ?? []);
  const totals = (rated[0]?.counts ?? []).map(() => 0);
  let ratings = 0;
  let agreed = 0; // ordered pairs of raters who agree
  for (const { counts, items } of rated) {
    if (sum(counts) !== raters) throw new RangeError('Each item needs the same number of raters');
    ratings += items * raters;
    for (const [category, count] of counts.entries()) {
      agreed += items * count * (count - 1);
      totals[category] = (totals[category] ?? 0) + items * count;
    }
  }
  const isOneCategory = totals.filter((total) => total > 0).length < 2;
  if (raters < 2 || isOneCategory) return null;
  const observed = agreed / (ratings * (raters - 1));
  const expected = sum(totals.map((total) => (total / ratings) ** 2));
  return (observed - expected) / (1 - expected);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
