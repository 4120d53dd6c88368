import { createColors } from 'picocolors';
import { codePointLength, codePointSlicer } from '../../../packages/text';
import { printable } from './wording';

/** In code points, the end exclusive. */
export interface TextSpan {
  start: number;
  end: number;
}

/** The printable text with its spans colored, or in brackets without colors. Spans may overlap. */
export function highlightSpans(text: string, spans: readonly TextSpan[], isColored: boolean): string {
  const { bold, red } = createColors(isColored);
  const paint = (row: string) => (isColored ? bold(red(row)) : `[[${row}]]`);
  const slice = codePointSlicer(text);
  const pieces: string[] = [];
  let end = 0;
  for (const span of mergeSpans(spans)) {
    const rows = printable(slice(span.start, span.end)).split('\n');
    const painted = rows.map((row) => (row === '' ? '' : paint(row))).join('\n');
    pieces.push(printable(slice(end, span.start)), painted);
    end = span.end;
  }
  return [...pieces, printable(slice(end, codePointLength(text)))].join('');
}

/** In order, those that overlap as one. */
function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** The text in a margin, row by row. */
export const quoteRows = (text: string): string[] => text.split('\n').map((row) => `  | ${row}`);
