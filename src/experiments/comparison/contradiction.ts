import type { Annotation } from '../../../packages/detector';
import { codePointSlicer, sliceCodePoints } from '../../../packages/text';
import { byPlace, isEmpty } from './span-place';

const SPANS_PER_STEP = 500;

/** A stretch of a reply whose text is known from annotations. */
interface Stretch {
  part: number;
  /** In code points, like the offsets of annotations. */
  start: number;
  end: number;
  pieces: string[];
}

/**
 * Whether annotations of two replies have different text at the same place. The annotations of one reply are
 * consistent: their text is the slice at their offsets. Linear in the length of the texts, after sorting.
 */
export function* areContradictory(
  first: readonly Annotation[],
  second: readonly Annotation[],
): Generator<undefined, boolean> {
  const ones = yield* joinSpans(first);
  const others = yield* joinSpans(second);
  let [at, otherAt] = [0, 0];
  for (;;) {
    const [one, other] = [ones[at], others[otherAt]];
    if (one === undefined || other === undefined) return false;
    if ((at + otherAt) % SPANS_PER_STEP === 0) yield;
    const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
    if (one.part === other.part && start < end && one.textOf(start, end) !== other.textOf(start, end))
      return true;
    if (one.part < other.part || (one.part === other.part && one.end <= other.end)) at += 1;
    else otherAt += 1;
  }
}

interface ReadableStretch extends Omit<Stretch, 'pieces'> {
  /** The code points `start` to `end` of the part. */
  textOf(start: number, end: number): string;
}

function* joinSpans(annotations: readonly Annotation[]): Generator<undefined, ReadableStretch[]> {
  const stretches: Stretch[] = [];
  const spans = annotations.filter((span) => !isEmpty(span)).sort(byPlace);
  for (const [index, span] of spans.entries()) {
    if (index % SPANS_PER_STEP === 0) yield;
    const { messagePartIndex: part, startOffset: start, endOffset: end, text } = span;
    const last = stretches.at(-1);
    if (last === undefined || last.part !== part || last.end <= start) {
      stretches.push({ part, start, end, pieces: [text] });
    } else if (end > last.end) {
      last.pieces.push(slice(text, end - start, last.end - start));
      last.end = end;
    }
  }
  yield;
  return stretches.map(({ part, start: from, end, pieces }) => {
    const slicer = codePointSlicer(pieces.join(''));
    return { part, start: from, end, textOf: (start, stop) => slicer(start - from, stop - from) };
  });
}

/** The rest of a text of `length` code points, from `start`. */
function slice(text: string, length: number, start: number): string {
  return text.length === length ? text.slice(start) : sliceCodePoints(text, start, length);
}
