/** A half-open range of UTF-16 indexes. */
export interface Region {
  start: number;
  end: number;
}

/** Puts spaces in place of the regions, so that offsets stay as they are. Regions may overlap. */
export function blankOut(text: string, regions: Region[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const region of [...regions].sort((a, b) => a.start - b.start)) {
    const start = Math.max(region.start, from);
    if (region.end <= start) continue;
    pieces.push(text.slice(from, start), ' '.repeat(region.end - start));
    from = region.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Fenced code of Markdown; an unclosed fence runs to the end. */
export function scanCodeBlocks(text: string): Region[] {
  const regions: Region[] = [];
  let start = text.indexOf('```');
  while (start !== -1) {
    const close = text.indexOf('```', start + 3);
    const end = close === -1 ? text.length : close + 3;
    regions.push({ start, end });
    start = text.indexOf('```', end);
  }
  return regions;
}

const LIST_MARKER = /^[ \t>#*-]{0,8}\(?\d{1,3}[.):](?=[\s*]|$)/gm;

/** Markers of numbered lists: "1. ", "2) ", "**3.** ". */
export const scanListMarkers = (text: string): Region[] => scanMatches(text, LIST_MARKER);

/** Where a global pattern matches, in order. */
export function scanMatches(text: string, pattern: RegExp): Region[] {
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
}
