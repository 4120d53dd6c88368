import { listNormalizedWords, scanTokens, type Token } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { isSpokenOf } from '../evidence/region-mentions';
import type { WordRange } from '../evidence/reply-words';
import type { WordIndex } from '../evidence/word-index';
import { listAirportsOf, listCitiesOfAirport } from '../gazetteers/airports';
import { findLanguageCode } from '../gazetteers/languages';
import { listAbbreviations, listOtherNames } from '../gazetteers/other-names';
import { findRegionCode } from '../gazetteers/regions-of-world';
import { CAPITALIZED, normalizeToken } from '../text/names';
import type { Region } from '../text/regions';
import { listSpellings } from '../text/transliteration';

const MAX_WORDS = 8;
/** Words of a place by another name. */
const LENGTHS = [1, 2, 3];
const FIELD_OF_CODE =
  '(?:[Cc]ountry|[Nn]ationality|[Rr]egion|[Ll]anguages?|[Ll]ang|[Ll]ocale)(?:[ _-]?[Cc]ode)?["\']?[:=] ?["\']?';

/** Places and peoples by another name than in the evidence, also where a capital letter may open a sentence. */
export function findOtherNames(text: string, evidence: Evidence): Region[] {
  const tokens = scanTokens(text);
  const cache = new Map<string, boolean>();
  const isKnown = (part: readonly Token[]): boolean => {
    const name = text.slice((part[0] as Token).start, (part.at(-1) as Token).end);
    const is = cache.get(name) ?? isByOtherName(part, evidence);
    cache.set(name, is);
    return is;
  };
  return tokens.flatMap((token, index) => {
    if (!CAPITALIZED.test(token.text) || evidence.words.hasExactly(normalizeToken(token))) return [];
    const parts = LENGTHS.map((length) => tokens.slice(index, index + length));
    return parts
      .filter((part) => isJoined(part, text) && isKnown(part))
      .map((part) => ({ start: token.start, end: (part.at(-1) as Token).end }));
  });
}

const isJoined = (part: readonly Token[], text: string): boolean =>
  part.slice(1).every((token, index) => text.slice((part[index] as Token).end, token.start) === ' ');

function isByOtherName(part: readonly Token[], evidence: Evidence): boolean {
  const name = part.map(normalizeToken).join(' ');
  return (
    isSpokenOf(name, evidence.words) ||
    hasCodeOf(name, evidence) ||
    listOtherForms(part).some((form) => isWritten(form, evidence.words))
  );
}

/**
 * The words of a name that the evidence has in another form: of countries, cities or peoples by another name, abbreviated
 * or spelled otherwise. Next to other words of the name they have to be so in the evidence: "Bank of America" is no bank
 * in the USA.
 */
export function findOtherForms(words: readonly Token[], tested: readonly Token[], all: Evidence): Set<Token> {
  if (words.length > MAX_WORDS) return new Set();
  const evidence = all.words;
  const parts = LENGTHS.flatMap((length) =>
    words.slice(0, words.length - length + 1).map((_, from) => ({ from, to: from + length })),
  );
  const list = (isFitting: (part: WordRange) => boolean): Set<Token> =>
    new Set(parts.filter(isFitting).flatMap(({ from, to }) => words.slice(from, to)));
  const ofAny = list(({ from, to }) => isByOtherName(words.slice(from, to), all));
  if (tested.every((token) => ofAny.has(token))) return ofAny;
  return list(({ from, to }) => {
    const [before, after] = [words.slice(from - 1, from), words.slice(to, to + 1)].map((around) =>
      around.map(normalizeToken).flatMap((word) => [word, ...listAbbreviations(word)]),
    ) as [string[], string[]];
    return listOtherForms(words.slice(from, to))
      .map(listNormalizedWords)
      .some(
        (form) =>
          before.some((word) => evidence.hasPhrase([word, ...form])) ||
          after.some((word) => evidence.hasPhrase([...form, word])),
      );
  });
}

/** Whether a field has the code of the country or language: "Danish" of `"country": "DK"`. Elsewhere it may be any word. */
function hasCodeOf(name: string, { text, words }: Evidence): boolean {
  const codes = [findRegionCode(name), findLanguageCode(name)].filter((code) => code !== null);
  return codes.some(
    (code) =>
      words.hasWritten(code) &&
      (text.includes(`"${code}"`) || new RegExp(`${FIELD_OF_CODE}${code}(?![\\p{L}\\p{N}])`, 'u').test(text)),
  );
}

/** Other names, codes, abbreviations and spellings of a part of a name. */
function listOtherForms(part: readonly Token[]): string[] {
  const name = part.map(({ text }) => text).join(' ');
  const names = [...listOtherNames(name), ...listCitiesOfAirport(name), ...listAirportsOf(name)];
  const ofWord = part.length > 1 ? [] : listAbbreviations(name.toLowerCase());
  return [...names, ...ofWord.map(capitalize)].flatMap((form) => [
    form,
    ...listSpellings(form).map(capitalize),
  ]);
}

/** "Muenchen" or "Munchen" where the evidence has "München", and the reverse. */
export function isSpelledOtherwise(token: Token, evidence: WordIndex): boolean {
  const word = normalizeToken(token);
  const isExact = evidence.hasExactly(word);
  return (
    !isExact &&
    (evidence.hasSpelling(word) || listSpellings(token.text).some((one) => evidence.hasExactly(one)))
  );
}

/** With its capitals, so that "nice" is no city. A letter alone is the "North" of no address. */
function isWritten(form: string, evidence: WordIndex): boolean {
  if (form.length === 1) return false;
  const words = listNormalizedWords(form);
  return words.length > 1 ? evidence.hasPhrase(words) : evidence.hasWritten(form);
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
