import { sentencesOf } from '../../../packages/detector';

/** A span of a text in UTF-16 units, end exclusive. */
export interface Tile {
  start: number;
  end: number;
}

/** Long enough for most sentences; lines of minified JSON are divided. */
const maxTileLength = 1_000;

/**
 * Divides a text, in order and without gaps: into sentences or lines, each with the white space after it and
 * the indentation before it, at most 1,000 UTF-16 units long. Empty for an empty text.
 */
export function* tileText(text: string): Generator<Tile> {
  let from = 0;
  let gapStart: number | null = null;
  for (const { start, end } of sentencesOf(text)) {
    if (gapStart !== null) {
      const lineEnd = text.slice(gapStart, start).lastIndexOf('\n');
      const cutAt = lineEnd < 0 ? start : gapStart + lineEnd + 1;
      yield* cutLong(text, from, cutAt);
      from = cutAt;
    }
    gapStart = end;
  }
  yield* cutLong(text, from, text.length);
}

function* cutLong(text: string, start: number, end: number): Generator<Tile> {
  let from = start;
  while (from < end) {
    const to = end - from <= maxTileLength ? end : cutBefore(text, from + maxTileLength);
    yield { start: from, end: to };
    from = to;
  }
}

/**
 * The last index up to `limit` after white space, a comma or a semicolon, if close; never inside a surrogate
 * pair.
 */
function cutBefore(text: string, limit: number): number {
  const tail = text.slice(limit - maxTileLength / 2, limit);
  const gap = tail.search(/[\s,;][^\s,;]*$/);
  if (gap >= 0) return limit - tail.length + gap + 1;
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(limit - 1, limit + 1)) ? limit - 1 : limit;
}
