import { isFunctionWord, normalizeWord, scanTokens } from '../../text/tokens';
import { abbreviates, namesOfCode } from './abbreviations';
import { type DateReading, scanDates } from './dates';
import type { Evidence } from './evidence';
import { scanLinks } from './links';
import type { NumberIndex } from './numbers';
import { scanTimes } from './times';
import type { ParameterSchema } from './tool-schema';

/** Values that say "nothing in particular". */
const PLACEHOLDERS = new Set(
  'true false yes no on off none any all null unknown default auto other general n/a dontcare unspecified'.split(
    ' ',
  ),
);
const LARGEST_IMPLIED_NUMBER = 1;
/** Share of the words of a value that must be supported; longer values are composed rather than copied. */
const ENOUGH_OF_A_VALUE = 0.5;
const ENOUGH_OF_A_TEXT = 0.3;
const LONGEST_VALUE = 6;
/** How far a day that was worked out from "next Monday" may lie from the dates of the evidence. */
const RELATIVE_DAYS = 40;

/** Whether the schema names the number or the evidence has it, in some unit or as the number of a month. */
export function isSupportedNumber(value: number, schema: ParameterSchema, evidence: Evidence): boolean {
  const size = Math.abs(value);
  if (size <= LARGEST_IMPLIED_NUMBER && Number.isInteger(size)) return true;
  return (
    schema.names(value) ||
    schema.numbers.has(size) ||
    hasNumberInSomeUnit(evidence.numbers, size) ||
    evidence.dates.hasMonth(size)
  );
}

/** The number itself, as a percentage, or in a unit a thousand or a million times larger or smaller. */
function hasNumberInSomeUnit(numbers: NumberIndex, value: number): boolean {
  return [1, 1e2, 1e3, 1e6].some((factor) =>
    [value * factor, value / factor].some((scaled) => numbers.has(Number(scaled.toPrecision(12)))),
  );
}

/**
 * Whether the schema names the text, or the evidence has it: as a date, a time, a link, or by enough of its words.
 * A value of the enum is free to choose unless the evidence mentions another one (`mentioned`) and not this.
 */
export function isSupportedString(
  value: string,
  schema: ParameterSchema,
  evidence: Evidence,
  mentioned: string | null,
): boolean {
  if (value === '' || PLACEHOLDERS.has(value.toLowerCase())) return true;
  if (schema.names(value)) {
    return mentioned === null || !schema.choices.includes(value) || occurs(value, evidence);
  }
  const [link] = scanLinks(value);
  if (link?.text === value && evidence.links.keys.has(link.key)) return true;
  return isSupportedMoment(value, evidence) ?? hasEnoughWords(value, schema, evidence);
}

/** A value of the parameter's enum that the evidence mentions, or null. */
export function mentionedChoice(schema: ParameterSchema, evidence: Evidence): string | null {
  return schema.choices.find((choice) => choice.length > 2 && occurs(choice, evidence)) ?? null;
}

function occurs(value: string, evidence: Evidence): boolean {
  const words = wordsOf(value);
  return words.length > 0 && words.every((word) => isSupportedWord(word, evidence));
}

function wordsOf(value: string): string[] {
  return scanTokens(value)
    .flatMap((token) => token.text.split(/(?<=\p{Ll})(?=\p{Lu})/u))
    .map(normalizeWord);
}

/** Whether a value that is a date, a time or both is supported; null for any other value. */
function isSupportedMoment(value: string, evidence: Evidence): boolean | null {
  const [date] = scanDates(value);
  const rest =
    date === undefined ? value : `${value.slice(0, date.start)} ${value.slice(date.end).replace(/^T/, '')}`;
  const [time] = scanTimes(rest);
  const remainder = time === undefined ? rest : rest.replace(time.text, '');
  if ((date === undefined && time === undefined) || /[\p{L}\p{N}]{3,}/u.test(remainder)) return null;
  return (
    (date?.readings.some((reading) => isSupportedDay(reading, evidence)) ?? true) &&
    (time?.readings.some((reading) => reading === 0 || evidence.times.has(reading)) ?? true)
  );
}

/** The year counts only where the evidence has years: else the model has to supply it. */
function isSupportedDay(reading: DateReading, { dates, numbers }: Evidence): boolean {
  const { year, month, day } = reading;
  if (dates.hasRelativeDate && dates.hasNear(reading, RELATIVE_DAYS)) return true;
  if (year !== null && numbers.hasYear && !dates.hasYear(year)) return false;
  return dates.hasMonth(month) && (day === null || day === 1 || dates.hasDay(month, day) || numbers.has(day));
}

/**
 * Half the words of a short value must be supported, of a place its first part ("Fresno, CA"), and every word that
 * has digits, as identifiers are either right or wrong.
 */
function hasEnoughWords(value: string, schema: ParameterSchema, evidence: Evidence): boolean {
  const compared = wordsOf(value).filter(
    (word) => !isFunctionWord(word) && evidence.scripts.canCompare(word),
  );
  if (compared.length === 0) return true;
  const supported = compared.filter((word) => isSupportedWord(word, evidence));
  const isShort = compared.length <= LONGEST_VALUE;
  const isEnough = supported.length >= (isShort ? ENOUGH_OF_A_VALUE : ENOUGH_OF_A_TEXT) * compared.length;
  const isExact = !isShort || compared.every((word) => !/\d/.test(word) || supported.includes(word));
  if (isEnough && isExact && startsSupported(value, supported)) return true;
  return schema.words.hasPhrase(wordsOf(value));
}

function startsSupported(value: string, supported: string[]): boolean {
  const [head = '', ...rest] = value.split(',');
  if (rest.length === 0 || value.length > 60) return true;
  const words = wordsOf(head);
  return words.length === 0 || words.some((word) => supported.includes(word));
}

function isSupportedWord(word: string, { words, numbers }: Evidence): boolean {
  if (words.has(word) || abbreviates(word, words)) return true;
  if (/^\d+$/.test(word)) return numbers.has(Number(word));
  return namesOfCode(word).some((name) => wordsOf(name).some((part) => words.has(part)));
}
