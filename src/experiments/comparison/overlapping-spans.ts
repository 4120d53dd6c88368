import type { Annotation } from '../../../packages/detector';
import { groupBy } from '../../platform/group-by';
import { byPlace, isEmpty, precedes } from './span-place';

/**
 * With more overlaps, spans are paired in the order of their places: choosing among all overlaps takes time
 * and memory proportional to their number, which in the worst case is the product of both sides.
 */
const MAX_OVERLAPS = 100_000;
const SPANS_PER_STEP = 500;

type Pair = [first: Annotation, second: Annotation];

interface Overlap {
  first: Annotation;
  second: Annotation;
  hasSameLabel: boolean;
  /** Number of common code points. */
  shared: number;
  /** Ranks of the two places regardless of the side, so that both directions of a diff agree. */
  lower: number;
  upper: number;
}

/**
 * Pairs each span at most once, with a span that it overlaps: equal labels first, then the largest overlap.
 */
export function* pairOverlapping(
  first: readonly Annotation[],
  second: readonly Annotation[],
): Generator<undefined, Pair[]> {
  const [ones, others] = [first, second].map((spans) => spans.filter((span) => !isEmpty(span)).sort(byPlace));
  if (ones === undefined || others === undefined || ones.length === 0 || others.length === 0) return [];
  const overlaps = yield* findOverlaps(ones, others);
  return overlaps === null ? yield* pairInOrder(ones, others) : yield* pairLargestFirst(overlaps);
}

/**
 * Sweeps both sides by start in O(n log n) plus the number of overlaps; null for more than MAX_OVERLAPS.
 * Expects non-empty spans in the order of their places.
 */
function* findOverlaps(
  first: readonly Annotation[],
  second: readonly Annotation[],
): Generator<undefined, Overlap[] | null> {
  const rankOf = rankPlaces([...first, ...second]);
  const overlaps: Overlap[] = [];
  const add = (one: Annotation, other: Annotation) => {
    const [rank, otherRank] = [rankOf.get(one) ?? 0, rankOf.get(other) ?? 0];
    overlaps.push({
      first: one,
      second: other,
      hasSameLabel: one.label === other.label,
      shared: Math.min(one.endOffset, other.endOffset) - Math.max(one.startOffset, other.startOffset),
      lower: Math.min(rank, otherRank),
      upper: Math.max(rank, otherRank),
    });
  };
  let open: Annotation[] = []; // spans of the second side that contain the start of the current span
  let next = 0;
  for (const [index, one] of first.entries()) {
    if (index % SPANS_PER_STEP === 0) yield;
    for (let other = second[next]; other !== undefined && startsBy(other, one); other = second[++next]) {
      open.push(other);
    }
    open = open.filter((other) => !precedes(other, one));
    for (const other of open) add(one, other);
    for (
      let at = next, other = second[at];
      other !== undefined && !precedes(one, other);
      other = second[++at]
    ) {
      add(one, other);
      if (overlaps.length > MAX_OVERLAPS) return null;
    }
    if (overlaps.length > MAX_OVERLAPS) return null;
  }
  return overlaps;
}

function startsBy(other: Annotation, one: Annotation): boolean {
  return (
    other.messagePartIndex < one.messagePartIndex ||
    (other.messagePartIndex === one.messagePartIndex && other.startOffset <= one.startOffset)
  );
}

/** Equal places have equal ranks. */
function rankPlaces(spans: Annotation[]): Map<Annotation, number> {
  const ranks = new Map<Annotation, number>();
  let rank = 0;
  let previous: Annotation | undefined;
  for (const span of spans.sort(byPlace)) {
    if (previous !== undefined && byPlace(previous, span) !== 0) rank += 1;
    ranks.set(span, rank);
    previous = span;
  }
  return ranks;
}

function* pairLargestFirst(overlaps: Overlap[]): Generator<undefined, Pair[]> {
  yield;
  overlaps.sort(
    (left, right) =>
      Number(right.hasSameLabel) - Number(left.hasSameLabel) ||
      right.shared - left.shared ||
      left.lower - right.lower ||
      left.upper - right.upper,
  );
  yield;
  const paired = new Set<Annotation>();
  const pairs: Pair[] = [];
  for (const { first, second } of overlaps) {
    if (paired.has(first) || paired.has(second)) continue;
    paired.add(first).add(second);
    pairs.push([first, second]);
  }
  return pairs;
}

/** Spans of equal label first. */
function* pairInOrder(
  first: readonly Annotation[],
  second: readonly Annotation[],
): Generator<undefined, Pair[]> {
  const labelOf = ({ label }: Annotation) => label;
  const ofLabel = groupBy(second, labelOf);
  const pairs: Pair[] = [];
  for (const [label, ones] of groupBy(first, labelOf)) {
    yield;
    pairs.push(...zip(ones, ofLabel.get(label) ?? []));
  }
  const paired = new Set(pairs.flat());
  const isUnpaired = (span: Annotation) => !paired.has(span);
  yield;
  return [...pairs, ...zip(first.filter(isUnpaired), second.filter(isUnpaired))];
}

/** Pairs the earliest spans that overlap; a skipped span overlaps none of the following ones. */
function zip(first: readonly Annotation[], second: readonly Annotation[]): Pair[] {
  const pairs: Pair[] = [];
  let [at, otherAt] = [0, 0];
  for (;;) {
    const [one, other] = [first[at], second[otherAt]];
    if (one === undefined || other === undefined) return pairs;
    if (precedes(one, other)) at += 1;
    else if (precedes(other, one)) otherAt += 1;
    else {
      pairs.push([one, other]);
      at += 1;
      otherAt += 1;
    }
  }
}
