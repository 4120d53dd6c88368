import { isFunctionWord, normalizeWord, type Token } from '../base/tokens';
import type { WordIndex } from '../evidence/word-index';
import { listAirportsOf, listCitiesOfAirport } from '../gazetteers/airports';
import { neutralWords, shortTitles } from '../gazetteers/name-words';
import { listRegionNames } from '../gazetteers/regions-of-world';
import { CAPITALIZED, normalizeToken, scanNames } from '../text/names';
import type { WrittenRegion } from '../text/regions';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';

/** "J. Smith", "A. B. Keller". */
const INITIALS = /(?<![\p{L}\p{N}.])((?:\p{Lu}\.\s?){1,3})(\p{Lu}\p{Ll}[\p{L}’'-]{1,30})/gu;
/** "Helsinki (HEL)". */
const CODED = /(?<![\p{L}-])(\p{Lu}[\p{L}.'’-]{2,30}(?: \p{Lu}[\p{L}.'’-]{1,30}){0,2}) \(([A-Z]{3})\)/gu;
const IS_CODE = /^[A-Z]{3}$/;
const MAX_MENTIONS = 20;
const MAX_FIRST_NAMES = 3;
const MAX_GAP = 2;
const MIN_PART = 4;

/** Initials, codes and parts of names that a text gives for what the evidence names: those that fit, and others. */
export function checkNameParts(text: string, evidence: WordIndex): ValueVerdict {
  const verdicts = [
    ...findAll(text, INITIALS).map((match) => checkInitials(match, evidence)),
    ...findAll(text, CODED).map((match) => checkCode(match, evidence)),
    ...scanNames(text).flatMap(({ words }) => (words.length === 2 ? checkParts(words, evidence) : [])),
  ].filter((verdict) => verdict !== null);
  return {
    findings: verdicts.filter((verdict) => 'kind' in verdict),
    supported: verdicts.filter((verdict) => !('kind' in verdict)),
  };
}

const findAll = (text: string, pattern: RegExp): RegExpExecArray[] =>
  [...text.matchAll(pattern)].slice(0, MAX_MENTIONS);

/** Null where the evidence has no other name before the last one. */
function checkInitials(match: RegExpExecArray, evidence: WordIndex): Finding | WrittenRegion | null {
  const [literal, initials = '', last = ''] = match;
  const [first = ''] = initials;
  const before = findPlaces(normalizeWord(last), evidence).flatMap((place) =>
    listFirstNames(place, evidence),
  );
  const [nearest] = before;
  if (nearest === undefined) return null;
  const region = { start: match.index, end: match.index + literal.length, text: literal };
  const isSame = before.some((name) => normalizeWord(name.text).startsWith(normalizeWord(first)));
  return isSame ? region : toFinding(region, `${nearest.text} ${last}`);
}

/** The code is right if the evidence, or else the list of airports, gives it for the city. */
function checkCode(match: RegExpExecArray, evidence: WordIndex): Finding | WrittenRegion | null {
  const [literal, city = '', code = ''] = match;
  const end = match.index + literal.length;
  const region = { start: end - code.length - 1, end: end - 1, text: code };
  const places = findPlaces(normalizeWord(city.split(' ').at(-1) as string), evidence);
  const evidenceCodes = places.flatMap((place) => listCodesAfter(place, evidence));
  if (evidenceCodes.length > 0)
    return evidenceCodes.includes(code) ? region : toFinding(region, `${city} (${evidenceCodes[0]})`);
  const codes = listAirportsOf(city);
  if (codes.includes(code)) return region;
  const isOfOther = codes.length > 0 && listCitiesOfAirport(code).length > 0;
  return isOfOther && !evidence.hasWritten(code) ? toFinding(region, city) : null;
}

/**
 * "Mario Lopez" where the evidence has "Maria Lopez": a part with another letter next to one that is the same. Longer names
 * are of organizations, whose words may be inflected.
 */
function checkParts(words: readonly Token[], evidence: WordIndex): Finding[] {
  return words.flatMap((word, index): Finding[] => {
    const part = normalizeToken(word);
    if (part.length < MIN_PART || evidence.hasExactly(part) || evidence.hasSpelling(part)) return [];
    const other =
      findNextTo(words[index + 1], -1, part, evidence) ?? findNextTo(words[index - 1], 1, part, evidence);
    return other === null ? [] : [toFinding({ start: word.start, end: word.end, text: word.text }, other)];
  });
}

/** The name of the evidence that has a part like `part` on one side of a word. */
function findNextTo(word: Token | undefined, step: -1 | 1, part: string, evidence: WordIndex): string | null {
  const { tokens } = evidence;
  for (const place of word === undefined ? [] : findPlaces(normalizeToken(word), evidence)) {
    const other = tokens[place + step];
    if (other === undefined || !CAPITALIZED.test(other.text)) continue;
    const [first, last] = step === 1 ? [tokens[place] as Token, other] : [other, tokens[place] as Token];
    const isNext = CAPITALIZED.test(first.text) && last.start - first.end <= 1;
    if (isNext && hasOtherLetter(part, normalizeToken(other))) return `${first.text} ${last.text}`;
  }
  return null;
}

/** Whether one letter is another, missing or added, but not at the end: "Marias", "Dan" and "Danielle" are forms. */
function hasOtherLetter(one: string, other: string): boolean {
  if (one === other || one.startsWith(other) || other.startsWith(one) || other.length < MIN_PART)
    return false;
  let from = 0;
  while (one[from] === other[from]) from += 1;
  return [
    one.slice(from + 1) === other.slice(from + 1),
    one.slice(from + 1) === other.slice(from),
    one.slice(from) === other.slice(from + 1),
  ].includes(true);
}

function findPlaces(word: string, { normalized }: WordIndex): number[] {
  const places: number[] = [];
  for (let at = normalized.indexOf(word); at !== -1 && places.length < MAX_MENTIONS; )
    at = normalized.indexOf(word, places.push(at) && at + 1);
  return places;
}

/** "HEL" of "Helsinki (HEL)", but not "USA" of "Portland (USA)". */
function listCodesAfter(place: number, { tokens }: WordIndex): string[] {
  const [name, code] = [tokens[place] as Token, tokens[place + 1]];
  const isCode = code !== undefined && IS_CODE.test(code.text) && listRegionNames(code.text).length === 0;
  return isCode && code.start - name.end === MAX_GAP ? [code.text] : [];
}

/** The capitalized words right before a place, without titles and words of grammar. */
function listFirstNames(place: number, { tokens }: WordIndex): Token[] {
  const names: Token[] = [];
  for (let at = place - 1; at >= 0 && names.length < MAX_FIRST_NAMES; at -= 1) {
    const [name, next] = [tokens[at] as Token, tokens[at + 1] as Token];
    if (!/^\p{Lu}/u.test(name.text) || next.start - name.end > MAX_GAP) break;
    const word = normalizeWord(name.text);
    if (!neutralWords.has(word) && !shortTitles.has(word) && !isFunctionWord(word)) names.push(name);
  }
  return names;
}

const toFinding = ({ start, end, text }: WrittenRegion, evidenceName: string): Finding => ({
  ...{ start, end, kind: 'fabrication', evidence: [], confidence: checkConfidence.namePart },
  explanation: `${quote(text)} does not fit the evidence, which has ${quote(evidenceName)}.`,
});
