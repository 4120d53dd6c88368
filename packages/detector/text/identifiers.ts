import { blankOut, createScan, type WrittenRegion } from './regions';

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
