import { scanTokens } from '../base/tokens';
import { foldWord, readLanguages } from '../gazetteers/language-words';
import { findMatches, type Region } from '../text/regions';
import { scanForeignNumbers } from './foreign-numbers';
import { scanNumberWords } from './numbers';

/** A number with a unit of time, such as "28 Tage" or "quattro settimane". */
export interface DurationMention extends Region {
  amount: number;
  /** In seconds, or in months: a month has no fixed number of days. */
  key: string;
}

/** Units in English and in the languages whose words are read, by seconds or by months. */
const UNITS: readonly [size: string, words: string][] = [
  ['1 s', 'second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi'],
  ['60 s', 'minute minutes min minuten minuto minutos minuti'],
  ['3600 s', 'hour hours hrs stunde stunden std heure heures hora horas ora ore'],
  ['86400 s', 'day days tag tage tagen jour jours día días giorno giorni'],
  ['604800 s', 'week weeks woche wochen semaine semaines semana semanas settimana settimane'],
  ['1 m', 'month months monat monate monaten mois mes meses mese mesi'],
  ['12 m', 'year years jahr jahre jahren ans année années año años anno anni'],
];
const words = UNITS.flatMap(([, names]) => names.split(' '));
const sizes = new Map(
  UNITS.flatMap(([size, names]) => names.split(' ').map((name) => [foldWord(name), size] as const)),
);

const NUMBER = '\\d{1,4}(?:[.,]5)?|\\p{L}{1,20}(?:-\\p{L}{1,12}){0,3}';
/** Two numbers before one unit are a range: "14 à 21 jours". "7 h 45" is a time, and days of work are no other days. */
const DURATION = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(?<first>${NUMBER})(?:(?<=\\d)\\s?[-–]\\s?|\\s(?:to|or|bis|oder|à|ou|a|o)\\s))?` +
    `(?<last>${NUMBER})(?:[\\s-]|(?<=\\d))(?<unit>${words.join('|')})(?![\\p{L}\\d]|\\s?\\d)` +
    '(?!\\s(?:ouvr|h[áa]bil|labor|lavorativ|ferial))',
  'giu',
);

/** The durations of `text` in digits or words that begin at `from` or later, in order. */
export const scanDurations = (text: string, from = 0): DurationMention[] =>
  Array.from(findMatches(text, DURATION, from)).flatMap(({ 0: literal, index, groups = {} }) => {
    const { first = '', last = '', unit = '' } = groups;
    const size = sizes.get(foldWord(unit)) as string;
    const end = index + literal.length;
    const [least, most] = [readAmount(first), readAmount(last)];
    if (most === null) return [];
    const ofLast = {
      start: index + literal.lastIndexOf(last, literal.length - unit.length),
      end,
      amount: most,
      key: multiply(most, size),
    };
    return least === null
      ? [ofLast]
      : [{ start: index, end: index + first.length, amount: least, key: multiply(least, size) }, ofLast];
  });

function multiply(value: number, size: string): string {
  const [seconds, unit] = size.split(' ') as [string, string];
  return `${value * Number(seconds)} ${unit}`;
}

const ARTICLE = /^(?:an?|one|eine?[nmrs]?|une?|una|uno)$/;

function readAmount(literal: string): number | null {
  if (/^\d/.test(literal)) return Number(literal.replace(',', '.'));
  if (ARTICLE.test(foldWord(literal))) return 1;
  const inWords = [
    ...scanNumberWords(literal, scanTokens(literal)),
    ...readLanguages.flatMap((language) => scanForeignNumbers(language, literal)),
  ];
  return inWords.find(({ start, end }) => start === 0 && end === literal.length)?.values[0] ?? null;
}
