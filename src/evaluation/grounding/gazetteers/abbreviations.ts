import { isFunctionWord, normalizeWord, scanTokens } from '../../../platform/text/tokens';
import type { WordIndex } from '../evidence/word-index';
import { stateWords } from './us-states';

const SHORTEST_PREFIX = 3;
const LONGEST_PREFIX = 5;

/** Long English names of the units that Unicode knows, by their symbols: "km" is "kilometers". */
const unitNames = new Map(
  Intl.supportedValuesOf('unit').map((unit) => [nameOfUnit(unit, 'short'), nameOfUnit(unit, 'long')]),
);
const unitSymbols = new Map([...unitNames].map(([symbol, name]) => [name, symbol]));

function nameOfUnit(unit: string, unitDisplay: 'short' | 'long'): string {
  const parts = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay }).formatToParts(2);
  return normalizeWord(parts.find(({ type }) => type === 'unit')?.value ?? '');
}

const displayNames = (['currency', 'region', 'language'] as const).map((type) => ({
  type,
  names: new Intl.DisplayNames('en', { type, fallback: 'none' }),
}));

/**
 * English names of what the normalized word is a code of: "gbp" is "British Pound", "ca" is "Canada", "Catalan" and
 * "california", "km" is "kilometers".
 */
export function namesOfCode(word: string): string[] {
  if (!/^[a-z]{1,4}$/.test(word)) return [];
  const ofDisplay = displayNames.map(({ type, names }) => {
    const isRegular = type === 'currency' ? word.length === 3 : word.length === 2;
    const isLanguage = type === 'language' && (word.length === 2 || word.length === 3);
    if (!isRegular && !isLanguage) return undefined;
    return names.of(type === 'language' ? word : word.toUpperCase());
  });
  return [...ofDisplay, stateWords(word.toUpperCase()).join(' '), unitNames.get(word)].filter(
    (name): name is string => name !== undefined && name !== '',
  );
}

const wordsOf = (text: string): string[] => scanTokens(text).map(({ text: word }) => normalizeWord(word));

const currencyNames = Intl.supportedValuesOf('currency').map((code) =>
  wordsOf(displayNames[0]?.names.of(code) ?? code),
);

/**
 * Whether the evidence writes out what the normalized word is a code of. "dollars" alone is enough for "usd",
 * unless another dollar, such as the Canadian one, is named.
 */
export function isCodeOfNamed(code: string, evidence: WordIndex): boolean {
  return namesOfCode(code).some((name) => {
    const words = wordsOf(name);
    if (words.every((word) => evidence.has(word))) return true;
    const noun = words.at(-1) ?? '';
    if (code.length !== 3 || words.length < 2 || !evidence.has(noun)) return false;
    const namesakes = currencyNames.filter((other) => other.length > 1 && other.at(-1) === noun);
    return !namesakes.some((other) => other.every((word) => evidence.has(word)));
  });
}

/** The beginnings by which a normalized word may be abbreviated: "tem", "temp" and "tempe" of "temperature". */
export function prefixesOf(word: string): string[] {
  if (!/^[a-z]+$/.test(word) || isFunctionWord(word)) return [];
  const longest = Math.min(LONGEST_PREFIX, word.length - 1);
  return Array.from({ length: Math.max(0, longest - SHORTEST_PREFIX + 1) }, (_, index) =>
    word.slice(0, SHORTEST_PREFIX + index),
  );
}

/** Whether the evidence has the normalized word cut short: "temp" for "temperature", "km" for "kilometers". */
export function isAbbreviated(word: string, evidence: WordIndex): boolean {
  const symbol = unitSymbols.get(word);
  if (symbol !== undefined && evidence.hasExactly(symbol)) return true;
  return prefixesOf(word).some((prefix) => !isFunctionWord(prefix) && evidence.hasExactly(prefix));
}
