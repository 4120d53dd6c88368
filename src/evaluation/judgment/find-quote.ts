import { codePointConverter } from '../../../packages/text';
import { searchApproximately } from './approximate-search';
import { coversWholeCharacters, type FoldedText, foldText, type MarkReplacement } from './folded-text';

/** A span of a text in code points, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Below this length, in folded characters, an approximate match is not reliable. */
const minApproximateLength = 12;
const maxEditShare = 0.1;
/** Text length times quote length: bounds the worst case of an approximate search to about 0.1 s. */
const maxApproximateCells = 20_000_000;

/** An omission inside a quote. */
const ELLIPSIS = /\s*[[(]?\s*(?:…|⋯|\.{3,}|(?:\. ){2,}\.)\s*[\])]?\s*/;
/** Judges leave marks out, or read them as space: first, compare the text with them. */
const markReplacements: readonly MarkReplacement[] = [null, '', ' '];

/**
 * Finds all occurrences of `quote` in `text`: exact ones; if there are none, those that differ only in case,
 * white space, quotation marks, dashes and compatibility forms, then also in Markdown and emoji; else the one
 * approximate match with the fewest edits, at most one in ten characters; else the parts around an ellipsis. Empty if
 * nothing matches, or if several approximate matches have equally few edits.
 */
export function findQuote(text: string, quote: string): Span[] {
  const folded = foldOnce(text);
  const spans = findWholeQuote(folded, quote);
  if (spans.length > 0) return spans;
  const span = approximateOccurrence(folded.fold(''), foldQuote(quote, ''));
  return span === null ? findElidedQuote(folded, quote) : [span];
}

/** A text and its folded forms, of which each is made once: a reply may be long, and a quote have many parts. */
interface Foldings {
  text: string;
  fold(marks: MarkReplacement): FoldedText;
}

function foldOnce(text: string): Foldings {
  const made = new Map<MarkReplacement, FoldedText>();
  const fold = (marks: MarkReplacement) => {
    const folded = made.get(marks) ?? foldText(text, marks);
    made.set(marks, folded);
    return folded;
  };
  return { text, fold };
}

function findWholeQuote({ text, fold }: Foldings, quote: string): Span[] {
  const exact = findExactQuote(text, quote);
  if (exact.length > 0) return exact;
  for (const marks of markReplacements) {
    const spans = [...foldedOccurrences(fold(marks), foldQuote(quote, marks))];
    if (spans.length > 0) return spans;
  }
  return [];
}

/** Without the quotation marks that some judges put around it. */
function foldQuote(quote: string, marks: MarkReplacement): string {
  const folded = foldText(quote, marks).value.trim();
  return marks === null ? folded : folded.replace(/^["'\s]+/, '').replace(/["'\s]+$/, '');
}

/** Quotes with more parts are not searched: each part may take as long as a quote. */
const MAX_PARTS = 8;

/** The parts of a quote with an ellipsis, one after the other and as close as possible; empty if one is missing. */
function findElidedQuote(folded: Foldings, quote: string): Span[] {
  const parts = quote.split(ELLIPSIS).filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length === 0 || parts.length > MAX_PARTS || parts[0] === quote) return [];
  const occurrences: Span[][] = [];
  const lasts: Span[] = [];
  for (const part of parts) {
    const spans = findWholeQuote(folded, part);
    occurrences.push(spans);
    const after = lasts.at(-1)?.end ?? 0;
    const next = spans.find(({ start }) => start >= after);
    if (next === undefined) return [];
    lasts.push(next);
  }
  for (let index = parts.length - 2; index >= 0; index -= 1) {
    const before = lasts[index + 1]?.start ?? 0;
    lasts[index] = occurrences[index]?.findLast(({ end }) => end <= before) ?? (lasts[index] as Span);
  }
  return lasts;
}

/** Finds all exact occurrences of `quote` in `text`. */
export function findExactQuote(text: string, quote: string): Span[] {
  return [...exactOccurrences(text, quote)];
}

/** Selects those of `places` that are inside an occurrence of `context` in `text`; `places` are in order. */
export function placesInside(text: string, places: readonly Span[], context: string): Span[] {
  const contexts = findQuote(text, context);
  let next = 0;
  return places.filter(({ start, end }) => {
    while (next < contexts.length && (contexts[next]?.end ?? 0) < end) next += 1;
    return (contexts[next]?.start ?? Number.POSITIVE_INFINITY) <= start;
  });
}

function* exactOccurrences(text: string, quote: string): Generator<Span> {
  if (quote === '') return;
  const toOffset = codePointConverter(text);
  let from = text.indexOf(quote);
  while (from >= 0) {
    const to = from + quote.length;
    const isWhole = !splitsPair(text, from) && !splitsPair(text, to);
    if (isWhole) yield { start: toOffset(from), end: toOffset(to) };
    from = text.indexOf(quote, isWhole ? to : from + 1);
  }
}

function* foldedOccurrences(text: FoldedText, quote: string): Generator<Span> {
  if (quote === '') return;
  let from = text.value.indexOf(quote);
  while (from >= 0) {
    const to = from + quote.length;
    const isWhole = coversWholeCharacters(text, from, to);
    if (isWhole) yield originalSpan(text, from, to);
    from = text.value.indexOf(quote, isWhole ? to : from + 1);
  }
}

function approximateOccurrence(text: FoldedText, quote: string): Span | null {
  if (quote.length < minApproximateLength) return null;
  if (text.value.length * quote.length > maxApproximateCells) return null;

  const maxEdits = Math.floor(quote.length * maxEditShare);
  const match = searchApproximately(text.value, quote, maxEdits);
  if (match === null || !match.isOnly) return null;
  const { start, end } = trimmed(text.value, wholeWords(text.value, match, maxEdits));
  return originalSpan(text, start, end);
}

/** Extends an approximate match that begins or ends a few characters inside a word to the whole word. */
function wholeWords(text: string, { start, end }: Span, maxSteps: number): Span {
  const isInside = (index: number) => isWordUnit(text[index - 1]) && isWordUnit(text[index]);
  let wordStart = start;
  while (start - wordStart <= maxSteps && isInside(wordStart)) wordStart -= 1;
  let wordEnd = end;
  while (wordEnd - end <= maxSteps && isInside(wordEnd)) wordEnd += 1;
  return { start: isInside(wordStart) ? start : wordStart, end: isInside(wordEnd) ? end : wordEnd };
}

function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{M}\p{N}]/u.test(unit);
}

function trimmed(text: string, { start, end }: Span): Span {
  const excerpt = text.slice(start, end);
  const trimmedStart = end - excerpt.trimStart().length;
  return { start: trimmedStart, end: trimmedStart + excerpt.trim().length };
}

function originalSpan({ starts, ends }: FoldedText, start: number, end: number): Span {
  return { start: starts[start] as number, end: ends[end - 1] as number };
}

function splitsPair(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));
}
