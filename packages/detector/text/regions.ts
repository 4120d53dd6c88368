/** A half-open range of UTF-16 indexes. */
export interface Region {
  start: number;
  end: number;
}

/** A text, and where it begins in all texts of the evidence, with a line break after each (UTF-16). */
export interface PlacedText {
  text: string;
  place: number;
}

/** Whether the regions have a place in common. */
export const overlap = (one: Region, other: Region): boolean =>
  one.start < other.end && other.start < one.end;

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

const FENCE_LANGUAGE = /```[ \t]*([^\s`]*)/y;
const PROGRAMMING_LANGUAGES = new Set(
  (
    'python py javascript js typescript ts jsx tsx java kotlin kt scala go golang rust rs c cpp c++ h csharp cs c# php ' +
    'ruby rb swift objective-c objc r julia matlab perl lua dart elixir erlang haskell hs clojure fsharp ocaml groovy ' +
    'sql mysql postgresql plsql tsql graphql bash sh shell zsh powershell ps1 bat dockerfile makefile cmake hcl terraform ' +
    'css scss less vue svelte solidity assembly asm vb'
  ).split(' '),
);

/** Fenced code that is labeled with a programming language. */
export function scanPrograms(text: string): Region[] {
  return scanCodeBlocks(text).filter(({ start }) => {
    FENCE_LANGUAGE.lastIndex = start;
    const [, language = ''] = FENCE_LANGUAGE.exec(text) ?? [];
    return PROGRAMMING_LANGUAGES.has(language.toLowerCase());
  });
}

const LIST_MARKER = /^[ \t>#*-]{0,8}\(?\d{1,3}[.):](?=[\s*]|$)/gm;

/** Markers of numbered lists: "1. ", "2) ", "**3.** ". */
export const scanListMarkers = (text: string): Region[] => scanMatches(text, LIST_MARKER);

/** Where a global pattern matches, in order. */
export function scanMatches(text: string, pattern: RegExp): Region[] {
  const regions: Region[] = [];
  // Faster than the iterator of `matchAll`.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    regions.push({ start: match.index, end });
    if (end === match.index) pattern.lastIndex = end + 1;
  }
  return regions;
}

/** Joins each region with the next one if a single character parts them. */
export function joinNeighbors(regions: readonly Region[]): Region[] {
  const joined: Region[] = [];
  for (const { start, end } of regions) {
    const last = joined.at(-1);
    if (last !== undefined && start === last.end + 1) joined[joined.length - 1] = { start: last.start, end };
    else joined.push({ start, end });
  }
  return joined;
}

/** A region with what is written there. */
export interface WrittenRegion extends Region {
  text: string;
}

/** Finds where a global pattern matches, from a place on. */
export const createScan =
  (pattern: RegExp) =>
  (text: string, from: number): WrittenRegion[] =>
    Array.from(findMatches(text, pattern, from), ({ 0: literal, index }) => ({
      start: index,
      end: index + literal.length,
      text: literal,
    }));

/** The matches of a global pattern that begin at `from` or later; it looks back before that place. */
export function findMatches(
  text: string,
  pattern: RegExp,
  from: number,
): RegExpStringIterator<RegExpExecArray> {
  pattern.lastIndex = from; // `matchAll` begins there, in a copy of the pattern
  const matches = text.matchAll(pattern);
  pattern.lastIndex = 0;
  return matches;
}

/** The first of `count` places for which `holds` does, as it does for all after it; `count` when there is none. */
export function findFirst(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The region that a place is in, or else the next one. The regions are in order and disjoint. */
export const findRegionAt = <Found extends Region>(
  regions: readonly Found[],
  place: number,
): Found | undefined => regions[findFirst(regions.length, (index) => (regions[index] as Found).end > place)];

/** Whether the place lies in one of the regions, which are in order and disjoint. */
export function isWithin(regions: readonly Region[], at: number): boolean {
  const next = findFirst(regions.length, (index) => (regions[index] as Region).start > at);
  return at < (regions[next - 1]?.end ?? 0);
}
