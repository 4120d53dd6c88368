import { sentencesOf } from '../../platform/text/sentences';

/** A stretch of a text in UTF-16 units, end exclusive. */
export interface Tile {
  start: number;
  end: number;
}

/** Long enough for most sentences; lines of minified JSON are cut. */
const maxTileLength = 1_000;

/**
 * The stretches that make up `text`, in order and without gaps: a sentence or a line each, with the white space
 * after it and the indentation before it, at most 1,000 UTF-16 units long. None for an empty text.
 */
export function* tileText(text: string): Generator<Tile> {
  let from = 0;
  let gapStart: number | null = null;
  for (const { start, end } of sentencesOf(text)) {
    if (gapStart !== null) {
      const lineEnd = text.slice(gapStart, start).lastIndexOf('\n');
      const cut = lineEnd < 0 ? start : gapStart + lineEnd + 1;
      yield* cutLong(text, from, cut);
      from = cut;
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

/** The last place up to `limit` that follows a blank or a comma, unless far before it; never inside a surrogate pair. */
function cutBefore(text: string, limit: number): number {
  const tail = text.slice(limit - maxTileLength / 2, limit);
  const gap = tail.search(/[\s,;][^\s,;]*$/);
  if (gap >= 0) return limit - tail.length + gap + 1;
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(limit - 1, limit + 1)) ? limit - 1 : limit;
}
