import { isFunctionWord, listNormalizedWords, normalizeWord } from '../base/tokens';
import { scanDates } from '../text/dates';
import { scanLinks } from '../text/links';
import type { WrittenRegion } from '../text/regions';
import type { ArgumentEvidence } from './argument-evidence';
import { type ArgumentIssue, createIssue, createMentionIssue } from './argument-issue';
import { findComposedIssue, isComposed, isFittingClass } from './composed-text';
import { findDateOrTimeIssue } from './date-or-time-issue';
import { scanVersions, trimZeros } from './dotted-numbers';
import { findNumberIssue } from './number-issue';
import type { Parameter } from './parameter';
import { isBeyondNumbers, listWords } from './value-words';
import { findWordsIssue } from './words-issue';

/** Values that say "nothing in particular". */
const PLACEHOLDERS = new Set(
  'true false yes no on off none any all null unknown default auto other general n/a dontcare unspecified'.split(
    ' ',
  ),
);
const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));
/** Codes of countries and states that are also words: "US", "OR", "IN". */
const PLACE = /\b(?:country|countries|nationality|state|province|region)\b/i;
const NUMERAL = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/;
const MAX_FORMULA_LENGTH = 200;
const FORMULA = /\d\s*[-+*/^=]\s*\p{L}|\p{L}\d?\)?\s*[-+*/^=]\s*\(?\d|\d\p{L}\s*[-+*/^=]/u;
/** Identifiers ("DA-12345"), links and addresses. */
const NO_FORMULA = /\d-\p{L}|\p{L}-\d|\/\/|@/u;
const ONLY_VERSION = /^[v^~<>=]{0,3}\s?\d+(?:\.\d+){2,}$/i;
const CODE = /^[\p{L}\p{N}]{1,40}(?:[-_/#:][\p{L}\p{N}]{1,40}){1,8}$/u;

/** What speaks against a string, or null where the conversation or the schema supports it. */
export function findTextIssue(
  value: string,
  parameter: Parameter,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  if (value === '') return null;
  if (isComposed(value, parameter)) {
    if (isPhraseOf(value, evidence) || evidence.hasSpelling(value)) return null;
    if (isOffered(value, parameter)) return findChoiceIssue(value, parameter, evidence);
    return findComposedIssue(value, parameter, evidence, (piece) =>
      findValueIssue(piece, parameter, evidence),
    );
  }
  return findValueIssue(value, parameter, evidence);
}

/** What speaks against a value that is copied from the conversation or chosen. */
function findValueIssue(
  value: string,
  parameter: Parameter,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  const { words, links } = evidence.base;
  if (value.length <= MAX_FORMULA_LENGTH && FORMULA.test(value) && !NO_FORMULA.test(value)) {
    return evidence.hasSpelling(value) ? null : createIssue('formula', []);
  }
  if (isCodeOfPlace(value, parameter)) {
    return evidence.namesCoded(value) ? null : createIssue('absentText', []);
  }
  if (isPhraseOf(value, evidence) || evidence.grouped.has(value)) return null;
  if (evidence.quantities.hasMeasure(value)) return null;
  if (evidence.namesAirport(value) || isZoneOf(value, evidence)) return null;
  const isLongId = isBeyondNumbers(value);
  if (isLongId && !isOffered(value, parameter)) return createIssue('absentNumber', []);
  if (!isLongId && NUMERAL.test(value)) return findNumberIssue(Number(value), parameter, evidence);
  if (isOffered(value, parameter)) return findChoiceIssue(value, parameter, evidence);
  if (PLACEHOLDERS.has(value.toLowerCase())) {
    return words.has(value.toLowerCase()) ? null : createIssue('placeholder', []);
  }
  const [link] = scanLinks(value);
  if (link?.text === value) {
    return links.has(link.key) || links.isJoined(link.key, (part) => words.hasExactly(normalizeWord(part)))
      ? null
      : createIssue('absentLink', links.example === null ? [] : [links.example]);
  }
  if (isCode(value) && !evidence.hasCode(value)) return createIssue('identifier', listParts(value, evidence));
  if (isFittingClass(value, parameter, evidence)) return null;
  const ofDateOrTime = findDateOrTimeIssue(value, evidence);
  if (ofDateOrTime !== undefined) return ofDateOrTime;
  const ofVersion = findVersionIssue(value, evidence);
  return ofVersion === undefined ? findWordsIssue(value, parameter, evidence) : ofVersion;
}

/**
 * What speaks against a value with a version such as "2.14.3", or null where it is no more than one that the conversation
 * has; undefined where its words have to decide. Each figure by itself says little: another version may have it.
 */
function findVersionIssue(value: string, evidence: ArgumentEvidence): ArgumentIssue | null | undefined {
  const versions = scanVersions(value);
  const missing = versions.find((version) => !hasVersion(version, evidence));
  if (missing === undefined) return versions.length > 0 && ONLY_VERSION.test(value) ? null : undefined;
  const nearest = evidence.dotted.alike(missing);
  return nearest.length > 0 ? createIssue('identifier', nearest) : undefined;
}

/** "18" represents "18.0.0"; an address of four numbers is never short for one. */
function hasVersion(version: string, { dotted, stated }: ArgumentEvidence): boolean {
  if (dotted.has(version)) return true;
  const bare = trimZeros(version);
  return !bare.includes('.') && version.split('.').length === 3 && stated.states(Number(bare));
}

/** What looks like a word of grammar must not be confused with it. */
function isCodeOfPlace(value: string, { nameWords, schema }: Parameter): boolean {
  return (
    /^[A-Z]{2}$/.test(value) &&
    isFunctionWord(value.toLowerCase()) &&
    schema.offers(value) === null &&
    PLACE.test(`${nameWords.join(' ')} ${schema.description}`)
  );
}

/** "Europe/London" where the conversation has London. */
function isZoneOf(value: string, evidence: ArgumentEvidence): boolean {
  const city = value.slice(value.lastIndexOf('/') + 1);
  return timeZones.has(value) && city !== value && evidence.mentions(city.replaceAll('_', ' '));
}

/** Letters and digits without white space, put together with dashes and the like: "DA-12345", "user_42". */
function isCode(value: string): boolean {
  return CODE.test(value) && /\d/.test(value) && /\p{L}/u.test(value) && scanDates(value).length === 0;
}

function listParts(value: string, evidence: ArgumentEvidence): WrittenRegion[] {
  const parts = value.split(/[^\p{L}\p{N}]+/u).map(normalizeWord);
  return evidence.asWritten(parts.filter((part) => evidence.base.words.hasExactly(part)));
}

/** Whether the words of the value occur in a row in the conversation. */
function isPhraseOf(value: string, { base }: ArgumentEvidence): boolean {
  const tokens = listNormalizedWords(value);
  return tokens.length > 0 && (base.words.hasPhrase(tokens) || base.words.hasPhrase(listWords(value)));
}

function isOffered(value: string, { schema }: Parameter): boolean {
  const offer = schema.offers(value);
  return offer === 'choice' || offer === 'default';
}

/** A choice of the enum is free, and the default safe, unless the conversation mentions another choice. */
function findChoiceIssue(
  value: string,
  { mentionedChoices }: Parameter,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  if (mentionedChoices.length === 0 || evidence.mentions(value)) return null;
  return createMentionIssue('otherChoice', mentionedChoices, evidence);
}
