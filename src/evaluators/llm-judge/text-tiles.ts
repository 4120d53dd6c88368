import { scanSentences } from '../../text/sentences';

/** A stretch of a text in UTF-16 units, end exclusive. */
export interface Tile {
  start: number;
  end: number;
}

/** Long enough for most sentences; lines of minified JSON are cut. */
const longestTile = 1_000;

/**
 * The stretches that make up `text`, in order and without gaps: a sentence or a line each, with the white space
 * after it and the indentation before it, at most 1,000 UTF-16 units long. None for an empty text.
 */
export function tileText(text: string): Tile[] {
  const sentences = scanSentences(text);
  const cuts = sentences.slice(1).map(({ start }, index) => {
    const gapStart = sentences[index]?.end ?? 0;
    const lineEnd = text.slice(gapStart, start).lastIndexOf('\n');
    return lineEnd < 0 ? start : gapStart + lineEnd + 1;
  });
  return [0, ...cuts].flatMap((start, index) => cutLong(text, start, cuts[index] ?? text.length));
}

function cutLong(text: string, start: number, end: number): Tile[] {
  const tiles: Tile[] = [];
  let from = start;
  while (from < end) {
    const to = end - from <= longestTile ? end : cutBefore(text, from + longestTile);
    tiles.push({ start: from, end: to });
    from = to;
  }
  return tiles;
}

/** The last place up to `limit` that follows a blank or a comma, unless far before it; never inside a surrogate pair. */
function cutBefore(text: string, limit: number): number {
  const tail = text.slice(limit - longestTile / 2, limit);
  const gap = tail.search(/[\s,;][^\s,;]*$/);
  if (gap >= 0) return limit - tail.length + gap + 1;
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(limit - 1, limit + 1)) ? limit - 1 : limit;
}
