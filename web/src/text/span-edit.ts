import { codePointLength } from '../../../packages/text';
import type { Span } from './segments';

/** A number or a word, with the signs inside it: `07:40`, `1,250.00`, `ada@example.com`. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[^\s\p{L}\p{N}\p{M}]+[\p{L}\p{N}\p{M}]+)*/gu;
const SENTENCE_END = /[.!?:;\n]/;

interface Word extends Span {
  beginsSentence: boolean;
}

/** A text as its words and characters, between which a span moves. Offsets are code points. */
export interface SpanSteps {
  words: readonly Word[];
  length: number;
}

export function buildSteps(text: string): SpanSteps {
  const words: Word[] = [];
  let index = 0;
  let offset = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(index, match.index);
    const start = offset + codePointLength(gap);
    const end = start + codePointLength(match[0]);
    words.push({
      start_offset: start,
      end_offset: end,
      beginsSentence: words.length === 0 || SENTENCE_END.test(gap),
    });
    index = match.index + match[0].length;
    offset = end;
  }
  return { words, length: codePointLength(text) };
}

export type StepUnit = 'word' | 'character';

/** Moves the end of a span forward (1) or back (-1); it stays after the start. */
export function moveEnd(span: Span, { words, length }: SpanSteps, by: 1 | -1, unit: StepUnit): Span {
  const { start_offset: start, end_offset: end } = span;
  const ends = words.map((word) => word.end_offset);
  const next =
    unit === 'character'
      ? end + by
      : by === 1
        ? (ends.find((one) => one > end) ?? length)
        : (ends.findLast((one) => one < end && one > start) ?? end);
  return { start_offset: start, end_offset: Math.min(Math.max(next, start + 1), length) };
}

/** Moves the start of a span forward (1) or back (-1); it stays before the end. */
export function moveStart(span: Span, { words }: SpanSteps, by: 1 | -1, unit: StepUnit): Span {
  const { start_offset: start, end_offset: end } = span;
  const starts = words.map((word) => word.start_offset);
  const next =
    unit === 'character'
      ? start + by
      : by === 1
        ? (starts.find((one) => one > start && one < end) ?? start)
        : (starts.findLast((one) => one < start) ?? 0);
  return { start_offset: Math.max(Math.min(next, end - 1), 0), end_offset: end };
}

/** The next (1) or previous (-1) word; with `sentence`, the first word of the next or previous sentence. */
export function moveToWord(span: Span, { words }: SpanSteps, by: 1 | -1, isSentence: boolean): Span {
  const candidates = isSentence ? words.filter(({ beginsSentence }) => beginsSentence) : words;
  const found =
    by === 1
      ? candidates.find((word) => word.start_offset > span.start_offset)
      : candidates.findLast((word) => word.start_offset < span.start_offset);
  return found === undefined ? span : { start_offset: found.start_offset, end_offset: found.end_offset };
}
