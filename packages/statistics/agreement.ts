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

/** A span of one text; the end is exclusive. */
export interface TextSpan {
  start: number;
  end: number;
}

/** The characters that two raters marked, and those that both marked. */
export interface MarkedCharacters {
  one: number;
  other: number;
  both: number;
}

/** Counts the marked characters of one text. Spans of one rater may overlap; a character counts once. */
export function countMarked(one: readonly TextSpan[], other: readonly TextSpan[]): MarkedCharacters {
  const [left, right] = [unionOf(one), unionOf(other)];
  let both = 0;
  let index = 0;
  for (const { start, end } of left) {
    while ((right[index]?.end ?? Infinity) <= start) index += 1;
    for (let at = index; (right[at]?.start ?? Infinity) < end; at += 1) {
      const span = right[at] as TextSpan;
      both += Math.min(end, span.end) - Math.max(start, span.start);
    }
  }
  return { one: lengthOf(left), other: lengthOf(right), both };
}

/**
 * The F1 of the characters that one rater marked against those of the other, 0..1; of several texts, of the sums of their
 * counts. It is symmetric, and needs no count of characters that neither marked: Hripcsak and Rothschild, "Agreement, the
 * F-measure, and reliability in information retrieval", JAMIA 12 (2005) 296–298. Null if neither marked any.
 */
export function spanF1({ one, other, both }: MarkedCharacters): number | null {
  return one + other === 0 ? null : (2 * both) / (one + other);
}

/** The same characters as spans that do not touch, in order. */
function unionOf(spans: readonly TextSpan[]): TextSpan[] {
  const union: TextSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

function lengthOf(spans: readonly TextSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
