import type { Annotation } from '../../packages/detector';
import { sliceCodePoints } from '../../packages/text';
import type { SpanOutcome } from '../../src/experiments/comparison/span-diff';
import { groupBy } from '../../src/platform/group-by';

/** The diff of two replies by its definition: every span is compared with every other. */

type Pair = [first: Annotation, second: Annotation];

/** The annotations of both replies without a partner so far, ordered by position. */
interface Unpaired {
  first: Set<Annotation>;
  second: Set<Annotation>;
}

interface Rule {
  kind: 'kept' | 'relabelled' | 'moved';
  /** Finds pairs and removes them. */
  take(unpaired: Unpaired): Pair[];
}

const placeOf = ({ messagePartIndex, startOffset, endOffset }: Annotation) =>
  JSON.stringify([messagePartIndex, startOffset, endOffset]);
const contentOf = (annotation: Annotation) =>
  JSON.stringify([annotation.text, annotation.label, placeOf(annotation)]);

// In one text, a span is identified by its position; in two texts, by its words.
const sameTextRules: Rule[] = [
  { kind: 'kept', take: (unpaired) => takeEqual(unpaired, contentOf) },
  { kind: 'relabelled', take: (unpaired) => takeEqual(unpaired, placeOf) },
  { kind: 'moved', take: takeOverlapping },
];
const otherTextRules: Rule[] = [
  { kind: 'kept', take: (unpaired) => takeEqual(unpaired, contentOf) },
  {
    kind: 'moved',
    take: (unpaired) => takeEqual(unpaired, ({ text, label }) => JSON.stringify([text, label])),
  },
  { kind: 'relabelled', take: (unpaired) => takeEqual(unpaired, ({ text }) => text) },
];

/** The expected result of `diffSpans`. */
export function referenceDiff(
  first: readonly Annotation[],
  second: readonly Annotation[],
  haveSameText: boolean,
): SpanOutcome[] {
  const unpaired = inOrder(first, second);
  const outcomes: SpanOutcome[] = [];
  for (const { kind, take } of haveSameText ? sameTextRules : otherTextRules) {
    for (const [one, other] of take(unpaired)) outcomes.push({ kind, first: one, second: other });
  }
  for (const one of unpaired.first) outcomes.push({ kind: 'gone', first: one, second: null });
  for (const other of unpaired.second) outcomes.push({ kind: 'added', first: null, second: other });
  return outcomes.sort((left, right) => byPlace(left.second ?? left.first, right.second ?? right.first));
}

/** The expected result of `contradict`. */
export function referenceContradict(first: readonly Annotation[], second: readonly Annotation[]): boolean {
  return !first.every((one) => second.every((other) => agree(one, other)));
}

function agree(one: Annotation, other: Annotation): boolean {
  if (sharedLength(one, other) <= 0) return true;
  const start = Math.max(one.startOffset, other.startOffset);
  const end = Math.min(one.endOffset, other.endOffset);
  const [inOne, inOther] = [one, other].map(({ text, startOffset }) =>
    sliceCodePoints(text, start - startOffset, end - startOffset),
  );
  return inOne === inOther;
}

function inOrder(first: readonly Annotation[], second: readonly Annotation[]): Unpaired {
  return { first: new Set([...first].sort(byPlace)), second: new Set([...second].sort(byPlace)) };
}

function byPlace(left: Annotation, right: Annotation): number {
  return (
    left.messagePartIndex - right.messagePartIndex ||
    left.startOffset - right.startOffset ||
    left.endOffset - right.endOffset ||
    compareText(left.label, right.label)
  );
}

function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Pairs of equal key; of several, the earliest are paired. */
function takeEqual({ first, second }: Unpaired, keyOf: (annotation: Annotation) => string): Pair[] {
  const partners = groupBy([...second], keyOf);
  const pairs: Pair[] = [];
  for (const one of [...first]) {
    const other = partners.get(keyOf(one))?.shift();
    if (other === undefined) continue;
    first.delete(one);
    second.delete(other);
    pairs.push([one, other]);
  }
  return pairs;
}

/** Pairs that overlap: those with one label first, then those with the largest overlap. */
function takeOverlapping({ first, second }: Unpaired): Pair[] {
  const candidates = [...first]
    .flatMap((one) => [...second].map((other) => ({ one, other, shared: sharedLength(one, other) })))
    .filter(({ shared }) => shared > 0)
    // The last two criteria ignore the order of the pair, so that both directions of a diff agree.
    .map((candidate) => ({ ...candidate, ordered: [candidate.one, candidate.other].sort(byPlace) as Pair }))
    .sort(
      (left, right) =>
        Number(right.one.label === right.other.label) - Number(left.one.label === left.other.label) ||
        right.shared - left.shared ||
        byPlace(left.ordered[0], right.ordered[0]) ||
        byPlace(left.ordered[1], right.ordered[1]),
    );
  const pairs: Pair[] = [];
  for (const { one, other } of candidates) {
    if (!first.has(one) || !second.has(other)) continue;
    first.delete(one);
    second.delete(other);
    pairs.push([one, other]);
  }
  return pairs;
}

/** Code points in both spans. */
function sharedLength(one: Annotation, other: Annotation): number {
  if (one.messagePartIndex !== other.messagePartIndex) return 0;
  return Math.min(one.endOffset, other.endOffset) - Math.max(one.startOffset, other.startOffset);
}
