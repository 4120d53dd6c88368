import type { Segment } from './segments';

/** A replacement of white space in a JSON text; UTF-16 indexes, the end is exclusive. */
export interface LayoutEdit {
  start: number;
  end: number;
  text: string;
}

/** Longer texts are shown raw. */
const MAX_LENGTH = 100_000;
// Strings, white space, punctuation, and other runs: numbers and words.
const token = /"(?:[^"\\]|\\.)*"|\s+|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Returns edits that indent a JSON text. They change only white space between tokens, so offsets into the
 * text stay valid. Null if it is not a JSON object or array, or too long.
 */
export function layOutJson(text: string): LayoutEdit[] | null {
  if (text.length > MAX_LENGTH || !isStructure(text)) return null;
  const edits: LayoutEdit[] = [];
  let depth = 0;
  let previous = '';
  let end = 0; // of the previous token other than white space
  for (const match of text.matchAll(token)) {
    const [found] = match;
    if (found.trim() === '') continue;
    if (found === '}' || found === ']') depth -= 1;
    const expected = spaceBetween(previous, found, depth);
    if (text.slice(end, match.index) !== expected)
      edits.push({ start: end, end: match.index, text: expected });
    if (found === '{' || found === '[') depth += 1;
    previous = found;
    end = match.index + found.length;
  }
  if (end < text.length) edits.push({ start: end, end: text.length, text: '' });
  return edits;
}

function isStructure(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function spaceBetween(before: string, after: string, depth: number): string {
  if (before === '' || after === ':' || after === ',') return '';
  if (before === ':') return ' ';
  const isEmpty = (before === '{' && after === '}') || (before === '[' && after === ']');
  return isEmpty ? '' : `\n${'  '.repeat(depth)}`;
}

/** Applies layout edits to segments. White space at the edge of a span moves outside of it. */
export function applyLayout(segments: readonly Segment[], edits: readonly LayoutEdit[]): Segment[] {
  const shown: Segment[] = [];
  let next = 0;
  for (const segment of segments) {
    let at = segment.start;
    for (let edit = edits[next]; edit !== undefined && edit.start < segment.end; edit = edits[next]) {
      const from = Math.max(edit.start, at);
      const to = Math.min(edit.end, segment.end);
      push(shown, {
        ...segment,
        text: segment.text.slice(at - segment.start, from - segment.start),
        start: at,
        end: from,
      });
      const isAtEdge = from === segment.start || to === segment.end;
      if (edit.start >= segment.start) {
        push(shown, { text: edit.text, start: from, end: to, spans: isAtEdge ? [] : segment.spans });
      }
      at = to;
      if (edit.end > segment.end) break;
      next += 1;
    }
    push(shown, { ...segment, text: segment.text.slice(at - segment.start), start: at, end: segment.end });
  }
  return shown;
}

function push(segments: Segment[], segment: Segment): void {
  if (segment.text === '') return;
  const last = segments.at(-1);
  if (last !== undefined && last.spans.length > 0 && last.spans.join() === segment.spans.join()) {
    segments[segments.length - 1] = { ...last, text: last.text + segment.text, end: segment.end };
    return;
  }
  segments.push(segment);
}
