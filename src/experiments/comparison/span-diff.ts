import { isDeepStrictEqual } from 'node:util';
import type { Annotation } from '../../../packages/detector';
import { areContradictory } from './contradiction';
import { pairOverlapping } from './overlapping-spans';
import { byPlace } from './span-place';

/** A span that is not the same in both replies. */
export type SpanChange =
  | { kind: 'relabelled' | 'moved'; first: Annotation; second: Annotation }
  | { kind: 'gone'; first: Annotation; second: null }
  | { kind: 'added'; first: null; second: Annotation };

/** The kind of change of a span between the two replies. */
export type SpanOutcome = { kind: 'kept'; first: Annotation; second: Annotation } | SpanChange;
export type SpanKind = SpanOutcome['kind'];

/** The diffs of two replies; which one applies depends on whether their texts are equal. */
export interface ReplyDiffs {
  /**
   * Null if the other one applies in any case: both are equal, or the annotations show that the texts differ.
   */
  ofSameText: SpanOutcome[] | null;
  ofOtherTexts: SpanOutcome[];
}

type Pair = [first: Annotation, second: Annotation];

/** The annotations of both replies that are not paired yet, in the order of their places. */
interface UnpairedSpans {
  first: Set<Annotation>;
  second: Set<Annotation>;
}

interface Rule {
  kind: 'kept' | 'relabelled' | 'moved';
  findPairs(unpaired: UnpairedSpans): Generator<undefined, Pair[]>;
}

const SPANS_PER_STEP = 500;

// Numbers come first, so that keys are unambiguous for any text.
const placeOf = ({ messagePartIndex, startOffset, endOffset }: Annotation) =>
  `${messagePartIndex} ${startOffset} ${endOffset}`;
const wordsOf = ({ text, label }: Annotation) => `${label.length} ${label} ${text}`;
const contentOf = (annotation: Annotation) => `${placeOf(annotation)} ${wordsOf(annotation)}`;

// In equal texts, spans are matched by place; in different texts, by their words.
const sameTextRules: Rule[] = [
  { kind: 'kept', findPairs: (unpaired) => pairEqual(unpaired, contentOf) },
  { kind: 'relabelled', findPairs: (unpaired) => pairEqual(unpaired, placeOf) },
  { kind: 'moved', findPairs: ({ first, second }) => pairOverlapping([...first], [...second]) },
];
const otherTextRules: Rule[] = [
  { kind: 'kept', findPairs: (unpaired) => pairEqual(unpaired, contentOf) },
  { kind: 'moved', findPairs: (unpaired) => pairEqual(unpaired, wordsOf) },
  { kind: 'relabelled', findPairs: (unpaired) => pairEqual(unpaired, ({ text }) => text) },
];

/**
 * Diffs the annotations of two replies. Every annotation occurs once, in the order of the places. In replies
 * with the same text, `relabelled` is the same place with another label and `moved` is an overlapping place;
 * otherwise they are the same words with another label or at another place. The reverse diff is the same with
 * `added` and `gone` exchanged. A generator, so that the caller can yield to the event loop between steps.
 */
export function* diffSpans(
  first: readonly Annotation[],
  second: readonly Annotation[],
  haveSameText: boolean,
): Generator<undefined, SpanOutcome[]> {
  const unpaired = { first: new Set([...first].sort(byPlace)), second: new Set([...second].sort(byPlace)) };
  const outcomes: SpanOutcome[] = [];
  for (const { kind, findPairs } of haveSameText ? sameTextRules : otherTextRules) {
    for (const [one, other] of yield* findPairs(unpaired)) {
      unpaired.first.delete(one);
      unpaired.second.delete(other);
      outcomes.push({ kind, first: one, second: other });
    }
    yield;
  }
  for (const one of unpaired.first) outcomes.push({ kind: 'gone', first: one, second: null });
  for (const other of unpaired.second) outcomes.push({ kind: 'added', first: null, second: other });
  yield;
  return outcomes.sort((left, right) => byPlace(left.second ?? left.first, right.second ?? right.first));
}

/** Computes both diffs of two replies, without reading their texts. */
export function* diffReplies(
  first: readonly Annotation[],
  second: readonly Annotation[],
): Generator<undefined, ReplyDiffs> {
  const ofOtherTexts = yield* diffSpans(first, second, false);
  if (yield* areContradictory(first, second)) return { ofSameText: null, ofOtherTexts };
  const ofSameText = yield* diffSpans(first, second, true);
  return { ofSameText: areEqual(ofSameText, ofOtherTexts) ? null : ofSameText, ofOtherTexts };
}

function areEqual(outcomes: SpanOutcome[], others: SpanOutcome[]): boolean {
  return (
    outcomes.length === others.length &&
    outcomes.every(({ kind, first, second }, index) => {
      const other = others[index];
      return kind === other?.kind && isAlike(first, other.first) && isAlike(second, other.second);
    })
  );
}

/** Compares by value. */
function isAlike(one: Annotation | null, other: Annotation | null): boolean {
  return one === other || isDeepStrictEqual(one, other);
}

/** Pairs annotations with equal keys, the earliest ones first. */
function* pairEqual(
  { first, second }: UnpairedSpans,
  keyOf: (annotation: Annotation) => string,
): Generator<undefined, Pair[]> {
  const partners = new Map<string, { spans: Annotation[]; next: number }>();
  let count = 0;
  for (const other of second) {
    if (++count % SPANS_PER_STEP === 0) yield;
    const key = keyOf(other);
    const group = partners.get(key);
    if (group === undefined) partners.set(key, { spans: [other], next: 0 });
    else group.spans.push(other);
  }
  const pairs: Pair[] = [];
  for (const one of first) {
    if (++count % SPANS_PER_STEP === 0) yield;
    const group = partners.get(keyOf(one));
    const other = group?.spans[group.next];
    if (group === undefined || other === undefined) continue;
    group.next += 1;
    pairs.push([one, other]);
  }
  return pairs;
}
