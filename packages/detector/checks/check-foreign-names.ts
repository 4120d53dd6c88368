import { normalizeWord, type Token } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import type { WordIndex } from '../evidence/word-index';
import { foreignCalendar } from '../gazetteers/foreign-calendar';
import { isForeignRegion } from '../gazetteers/foreign-regions';
import { listLanguagesOf } from '../gazetteers/foreign-words';
import { foldWord, languageWords, type ReadLanguage } from '../gazetteers/language-words';
import { CAPITALIZED, type NameCandidate, scanNames } from '../text/names';
import { blankOut, scanMatches } from '../text/regions';
import { checkConfidence, type Finding, quote } from './finding';

/** "l'Italie", "dell'Italia": the word after them is the name. */
const ELISION = /(?<!\p{L})(?:[cdjlmnst]|qu|dell|nell|sull|dall|all|un)['’](?=\p{L})/giu;
const ELIDED = ['l', 'd', 'dell', 'nell', 'sull', 'dall', 'all', 'un'];
const ENDINGS = ['s', 'n', 'en', 'es'];
const ACRONYM = /^\p{Lu}{2,}$/u;
const NUMBER_BEFORE = /\d[\d.,]*\s?[%€$]?\s$/;
/** German nouns that are made from other words, and name no person and no place. */
const DERIVED_NOUN = /(?:(?:ung|heit|keit|schaft|tion)(?:en)?|tat|nis|tum|ment|ismus)$/;
/** Capitalized in letters. */
const GERMAN_PRONOUN =
  /^(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?|Du|Dir|Dich|Dein(?:e[mnrs]?)?|Euch|Euer|Eure[mnrs]?|Unser(?:e[mnrs]?)?)$/;
const GERMAN_CONNECTORS = new Set(['von', 'van', 'de']);
const MAX_NUMBER_LENGTH = 16;
const MAX_GERMAN_NAME_LENGTH = 12;
/** Letters that the name of a country and its adjective have in common: "Suède", "suédoise". */
const REGION_STEM_LENGTH = 4;
/** Before a German name no article is: "in Köln", but "in der Küche". */
const BARE_PLACE =
  /(?:(?<!\p{L})(\p{L}+)\s)?(?<!\p{L})((?:in|aus|nach)\s)(\p{Lu}\p{L}{2,})(?:\s(\p{L}+))?(?!\p{L})/gu;

/**
 * Names with a word that the evidence, which is in the same language, does not have. In German, where all nouns are
 * capitalized, a name is what follows a title or a word that is part of a name in the evidence, two words next to each other,
 * or what is in the place where the sentence that is nearest has another one: "in Linz" for "in Graz".
 */
export function checkForeignNames(
  text: string,
  evidence: Evidence,
  language: ReadLanguage,
  findNearest: (place: number) => string,
): Finding[] {
  const plain = blankOut(text, scanMatches(text, ELISION));
  const isMissing = createMissingTest(evidence, language);
  const names = scanNames(plain)
    .map(({ words, tested }) => ({
      words,
      tested: tested.filter(isMissing),
    }))
    .filter(
      (name) => name.tested.length > 0 && (language !== 'de' || isGermanName(plain, name, evidence.words)),
    );
  const nameRegions = names.map(({ words }) => ({
    start: (words[0] as Token).start,
    end: (words.at(-1) as Token).end,
  }));
  const places = language === 'de' ? findGermanPlaces(plain, isMissing, findNearest) : [];
  return [...nameRegions, ...places].map(({ start, end }) => ({
    ...{ start, end, kind: 'fabrication', confidence: checkConfidence.name, evidence: [] },
    explanation: `The name ${quote(text.slice(start, end))} is nowhere in the evidence.`,
  }));
}

/** Tells whether a word may be of a name, and the evidence does not have it. */
function createMissingTest({ words, scripts }: Evidence, language: ReadLanguage): (token: Token) => boolean {
  const { titles, courtesies } = languageWords[language];
  const { days, months } = foreignCalendar(language);
  const isOfKnownRegion = createRegionTest(words, language);
  return (token) => {
    const word = normalizeWord(token.text);
    const folded = foldWord(token.text);
    const isNeutral =
      [titles, courtesies, days, months].some((list) => list.has(folded)) ||
      listLanguagesOf(folded).length > 0;
    return (
      !isNeutral && scripts.canCompare(word) && !isKnown(token.text, word, words) && !isOfKnownRegion(folded)
    );
  };
}

function isKnown(literal: string, word: string, evidence: WordIndex): boolean {
  const forms = [word, ...ELIDED.map((article) => `${article}'${word}`), ...listInflected(word)];
  return forms.some((form) => evidence.hasExactly(form)) || (ACRONYM.test(literal) && evidence.has(word));
}

/** "Annas", "den Stadtwerken": with an ending more or less. */
const listInflected = (word: string): string[] =>
  ENDINGS.flatMap((ending) => [
    word + ending,
    ...(word.endsWith(ending) ? [word.slice(0, -ending.length)] : []),
  ]);

/** Tells whether a word names a country of whose people or things the evidence speaks. */
function createRegionTest({ normalized }: WordIndex, language: ReadLanguage): (word: string) => boolean {
  const cut = (word: string): string => word.slice(0, REGION_STEM_LENGTH);
  let starts: Set<string> | null = null;
  return (word) => {
    if (!isForeignRegion(word, language)) return false;
    starts ??= new Set(normalized.map(cut));
    return starts.has(cut(word));
  };
}

function isGermanName(text: string, { words, tested }: NameCandidate, evidence: WordIndex): boolean {
  const [first] = words;
  // "Ihren Besuch"
  const isAlone = words.filter((word) => !GERMAN_PRONOUN.test(word.text)).length <= 1;
  if (first === undefined || isAlone || isCounted(text, first.start)) return false;
  // "Hafen der Stadt"
  if (words.some((word) => !CAPITALIZED.test(word.text) && !GERMAN_CONNECTORS.has(word.text))) return false;
  if (!tested.every(mayBeGermanName)) return false;
  const isAnchor = (word: Token): boolean =>
    languageWords.de.titles.has(foldWord(word.text)) || evidence.findName(normalizeWord(word.text)) !== null;
  return words.some((word) => !tested.includes(word) && isAnchor(word)) || tested.length === words.length;
}

/** "100 Euro Gebühr" */
const isCounted = (text: string, start: number): boolean =>
  NUMBER_BEFORE.test(text.slice(Math.max(0, start - MAX_NUMBER_LENGTH), start));

const mayBeGermanName = ({ text }: Pick<Token, 'text'>): boolean =>
  text.length <= MAX_GERMAN_NAME_LENGTH && !DERIVED_NOUN.test(foldWord(text));

function findGermanPlaces(
  text: string,
  isMissing: (token: Token) => boolean,
  findNearest: (place: number) => string,
): Token[] {
  return listGermanPlaces(text).flatMap(({ place, ...around }) => {
    if (!mayBeGermanName(place) || !isMissing(place)) return [];
    const isReplaced = listGermanPlaces(findNearest(place.start)).some(
      ({ before, preposition, after }) =>
        preposition === around.preposition &&
        ((before !== '' && before === around.before) || (after !== '' && after === around.after)),
    );
    return isReplaced ? [place] : [];
  });
}

/** A place after a bare preposition, with the words around both. */
interface GermanPlace {
  before: string;
  preposition: string;
  place: Token;
  after: string;
}

const listGermanPlaces = (text: string): GermanPlace[] =>
  Array.from(
    text.matchAll(BARE_PLACE),
    ({ 1: before = '', 2: preposition = '', 3: name = '', 4: after = '', index }) => {
      const start = index + (before === '' ? 0 : before.length + 1) + preposition.length;
      return { before, preposition, place: { text: name, start, end: start + name.length }, after };
    },
  );
