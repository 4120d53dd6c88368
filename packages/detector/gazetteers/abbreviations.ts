import { isFunctionWord, listNormalizedWords, normalizeWord } from '../base/tokens';
import { listStateWords } from './us-states';

const MIN_PREFIX_LENGTH = 3;
const MAX_PREFIX_LENGTH = 5;

/** Long English names of the units that Unicode knows, by their symbols: "km" is "kilometers". */
const unitNames = new Map(
  Intl.supportedValuesOf('unit').map((unit) => [findUnitName(unit, 'short'), findUnitName(unit, 'long')]),
);
const unitSymbols = new Map([...unitNames].map(([symbol, name]) => [name, symbol]));

/** The symbol of the unit that the normalized word names, if any: "km" of "kilometers". */
export const findUnitSymbol = (name: string): string | undefined => unitSymbols.get(name);

function findUnitName(unit: string, unitDisplay: 'short' | 'long'): string {
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
export function listNamesOfCode(word: string): string[] {
  if (!/^[a-z]{1,4}$/.test(word)) return [];
  const ofDisplay = displayNames.map(({ type, names }) => {
    const isRegular = type === 'currency' ? word.length === 3 : word.length === 2;
    const isLanguage = type === 'language' && (word.length === 2 || word.length === 3);
    if (!isRegular && !isLanguage) return undefined;
    return names.of(type === 'language' ? word : word.toUpperCase());
  });
  return [...ofDisplay, listStateWords(word.toUpperCase()).join(' '), unitNames.get(word)].filter(
    (name): name is string => name !== undefined && name !== '',
  );
}

/** The words of the English names of currencies: "canadian", "dollar". */
export const currencyNames = Intl.supportedValuesOf('currency').map((code) =>
  listNormalizedWords(displayNames[0]?.names.of(code) ?? code),
);

/** The beginnings by which a normalized word may be abbreviated: "tem", "temp" and "tempe" of "temperature". */
export function listPrefixes(word: string): string[] {
  if (!/^[a-z]+$/.test(word) || isFunctionWord(word)) return [];
  const maxLength = Math.min(MAX_PREFIX_LENGTH, word.length - 1);
  return Array.from({ length: Math.max(0, maxLength - MIN_PREFIX_LENGTH + 1) }, (_, index) =>
    word.slice(0, MIN_PREFIX_LENGTH + index),
  );
}
