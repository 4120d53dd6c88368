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
