import { scanIdentifiers } from '../text/identifiers';
import { scanNames } from '../text/names';
import { findFirst, type Region, scanMatches } from '../text/regions';
import { scanMentions } from './mentions';
import { JOINED_NUMBER } from './numbers';
import { measureNumbers } from './quantities';

/** "A-10472", "B737-800", "555-014-8877": letters in capitals before figures, or at least three groups of figures. */
const CODE =
  /(?<![\p{L}\p{N}-])(?:\p{Lu}+-?\d[\p{Lu}\d]*(?:-[\p{Lu}\d]+)*|\d+(?:-\d+){2,})(?![\p{L}\p{N}])/gu;

/**
 * Links, dates, times, numbers, amounts of money and codes of a text, in order and disjoint: none is wrong in a part only.
 * `mentions` are those of the text, if they are known.
 */
export function scanWholeMentions(text: string, mentions = scanMentions(text)): Region[] {
  const { links, dates, times, numbers, withoutDates } = mentions;
  const money = measureNumbers(numbers).filter(({ quantity }) => quantity === 'money');
  const joined = [JOINED_NUMBER, CODE].flatMap((pattern) => scanMatches(text, pattern));
  const identifiers = scanIdentifiers(withoutDates);
  return joinOverlapping([
    ...links,
    ...dates,
    ...times,
    ...numbers.mentions,
    ...money,
    ...joined,
    ...identifiers,
  ]);
}

/** "non-refundable", "York-based". */
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)+/gu;

/** The mentions with names and compounds, of which a reader is not shown a part either. */
export function addNamesAndCompounds(text: string, mentions: readonly Region[]): Region[] {
  const names = scanNames(text).map(({ words }) => ({
    start: (words[0] as Region).start,
    end: (words.at(-1) as Region).end,
  }));
  return joinOverlapping([...mentions, ...names, ...scanMatches(text, COMPOUND)]);
}

/** In order and disjoint. */
function joinOverlapping(regions: readonly Region[]): Region[] {
  const joined: Region[] = [];
  for (const { start, end } of [...regions].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) joined.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return joined;
}

/** The region with all of the mentions that it touches. */
export function coverWhole({ start, end }: Region, mentions: readonly Region[]): Region {
  const { length } = mentions;
  const first = mentions[findFirst(length, (at) => (mentions[at] as Region).end > start)];
  const last = mentions[findFirst(length, (at) => (mentions[at] as Region).start >= end) - 1];
  return { start: Math.min(start, first?.start ?? start), end: Math.max(end, last?.end ?? end) };
}
