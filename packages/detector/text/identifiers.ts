import { blankOut, createScan, type Region, type WrittenRegion } from './regions';

/** A code that is right as a whole or wrong: of letters and figures, or of groups of figures. */
export interface IdentifierMention extends WrittenRegion {
  /** The form in which two are compared. */
  key: string;
}

/** "DE89 3704 0044", "SW1A 1AA", "415 200 7781", "2.14.3": groups that belong together. */
const scanGroups = createScan(
  /(?<![\p{L}\p{Nd}.,-])(?:[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{2,6}(?:[ -]\d{2,6}){2,5}|v?\d{1,6}(?:\.\d{1,6}){2,4}(?:-[a-z\d.]{1,20})?)(?![\p{L}\p{Nd}-]|[.,]\d)/gu,
);
const scanWords = createScan(
  /(?<![\p{L}\p{Nd}_-])[\p{Script=Latin}\p{Nd}]+(?:[-‐‑_][\p{Script=Latin}\p{Nd}]+)*(?![\p{L}\p{Nd}])/gu,
);
/** "3.000.000": a number in groups. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const MAX_LENGTH = 80;
const MIN_FIGURES_OF_GROUPS = 7;
/** "10km", "20-year-old", "1990s", "16GB", "3-6pm", "4x4", "1e6", "10K": a quantity or a range of them. */
const QUANTITY =
  /^(?:\p{Nd}+(?:-?\p{L}{2,})?-)?(?:\p{Nd}+(?:-?\p{L}{2,}(?:-\p{L}+)*|\p{Ll})|\d+[x×e]\d+|\d+[KMBT]|\d+\p{L}{2,}-\d+)$/u;
/** "Q3", "FY2024": a period, which is also written in words. */
const PERIOD = /^(?:[QH][1-4](?:-?\d{2,4})?|[FC]Y-?\d+)$/i;
/** Letters of a word next to figures: "mid-1990s", "Covid-19", "top-10". */
const HAS_WORD = /(?:^|[-_])\p{Lu}?\p{Ll}{2,}(?:[-_]|$)/u;
const HAS_MIXED_GROUP = /(?:^|[-_])(?:\p{L}+\p{Nd}|\p{Nd}+\p{L}+\p{Nd})[\p{L}\p{Nd}]*(?:[-_]|$)/u;
const SEPARATORS = /[\s\-‐‑_]+/g;

/** Small letters, without what separates groups and the zero of a trunk call; the full stops of a version stay. */
export const toIdentifierKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(SEPARATORS, '')
    .replace(/^(?:v(?=\d+\.)|0+(?=\d{6,}$))/, '');

/** The identifiers of a text without links and dates, in order and disjoint. */
export function scanIdentifiers(text: string): IdentifierMention[] {
  const groups = scanGroups(text, 0).filter(
    ({ text: code }) =>
      !GROUPED.test(code) && (/[A-Z.]/.test(code) || code.replace(/\D/g, '').length >= MIN_FIGURES_OF_GROUPS),
  );
  const words = scanWords(blankOut(text, groups), 0).filter((word) => isCode(word.text));
  return [...groups, ...words]
    .sort((a, b) => a.start - b.start)
    .map((mention) => ({ ...mention, key: toIdentifierKey(mention.text) }));
}

function isCode(word: string): boolean {
  if (word.length > MAX_LENGTH || !/\p{Nd}/u.test(word) || !/\p{L}/u.test(word)) return false;
  if (QUANTITY.test(word) || PERIOD.test(word)) return false;
  return HAS_MIXED_GROUP.test(word) || !HAS_WORD.test(word);
}

/** Groups of capital letters and figures, which may be parts of one code. */
const GROUPS =
  /(?<![\p{L}\p{Nd}.,-])(?=[\p{Lu}\d(])\(?(?:[\p{Lu}\d]{1,8}[ .()/-]{1,2}){1,9}[\p{Lu}\d]{1,8}(?![\p{L}\p{Nd}-])|(?<![\p{L}\p{Nd}.,-])\d{7,20}(?![\p{L}\p{Nd}-]|[.,]\d)/gu;
const GROUP = /[\p{Lu}\d]+/gu;
/** Shorter codes, or with fewer figures, are in the evidence by chance. */
const MIN_REGROUPED_LENGTH = 7;
const MIN_REGROUPED_FIGURES = 4;

/** Codes whose groups are parted otherwise than `has` knows them, in order and disjoint: "PG 4471 920" of "PG4471920". */
export function findRegrouped(text: string, has: (key: string) => boolean): Region[] {
  const regions: Region[] = [];
  for (const { start, text: run } of scanGroupRuns(text, 0)) {
    if (run.replace(/\D/g, '').length < MIN_REGROUPED_FIGURES) continue;
    // "+44 (0)113": the zero is dialed without the rest only.
    const groups = [...run.matchAll(GROUP)]
      .map(({ 0: group, index }) => ({ group, start: start + index, end: start + index + group.length }))
      .filter((group) => text.slice(group.start - 1, group.end + 1) !== '(0)');
    // A beginning of a code with other figures after it is not the code.
    const mayPart = (place: number): boolean => !/\d/.test(groups[place]?.group ?? '');
    for (let from = 0; from < groups.length; from += 1) {
      let to = mayPart(from - 1) ? groups.length : from;
      while (to > from && !(mayPart(to) && isRegrouped(groups.slice(from, to), text, has))) to -= 1;
      if (to === from) continue;
      regions.push({ start: (groups[from] as Region).start, end: (groups[to - 1] as Region).end });
      from = to - 1;
    }
  }
  return regions;
}

const scanGroupRuns = createScan(GROUPS);

interface CodeGroup extends Region {
  group: string;
}

function isRegrouped(groups: readonly CodeGroup[], text: string, has: (key: string) => boolean): boolean {
  const key = groups.map(({ group }) => group).join('');
  const figures = key.replace(/\D/g, '').length;
  if (key.length < MIN_REGROUPED_LENGTH || figures < MIN_REGROUPED_FIGURES) return false;
  const [first, last] = [groups[0] as Region, groups.at(-1) as Region];
  // A decimal number is none.
  return !/^\d+\.\d+$/.test(text.slice(first.start, last.end)) && has(toIdentifierKey(key));
}
