import { listCurrencies, listMinorCurrencies } from '../gazetteers/currencies';
import { parseUnit } from '../gazetteers/units';
import type { NumberedText, NumberMention } from './numbers';

/** A number with what it measures: "5 km", "$5", "20 °C". */
export interface MeasuredNumber {
  /** UTF-16 offsets of the number with its unit. */
  start: number;
  end: number;
  values: number[];
  /** What is measured, such as length or money; null where the number has no unit. */
  quantity: string | null;
  /** In what, such as meters; "" where the number has no unit. Of money all codes that its sign may represent. */
  unit: string;
  /** Of one unit in the first unit of the dimension; 1 where nothing is converted. */
  size: number;
  /** The unit of the last digit. */
  precision: number;
  /** Of several numbers, as hours and minutes are. */
  isWhole: boolean;
  /** Of money in cents, pence or the like, of which a hundred are one of `unit`. */
  isMinor?: true;
}

/** One reading of a number. */
export interface Amount {
  value: number;
  measured: MeasuredNumber;
}

/** Spoons, which `parseUnit` leaves out: how much they hold differs between countries. */
const SPOONS = new Map([
  ['tablespoon', 'tablespoon'],
  ['tbsp', 'tablespoon'],
  ['teaspoon', 'teaspoon'],
  ['tsp', 'teaspoon'],
]);
/** Words that follow numbers for other reasons as well. */
const NO_UNITS = new Set(['in', 'm', 's', '"', "'", '’', '”', 'pi', 'π', '°', 'degree', 'degrees']);
const SCALE = /^\s?°?\s?(?:degrees?\s)?(fahrenheit|celsius|[FC])(?![\p{L}])/iu;
const CURRENCY_BEFORE = /(?:(?<!\p{L})(\p{L}{0,3}\p{Sc})|(?<![\p{L}\p{N}])(\p{L}{2,3}))\.?\s?$/u;
const CURRENCY_AFTER =
  /^[\s-]?(?:(\p{Lu}{0,2}\p{Sc})|((\p{L}{2,14})(?:\s(\p{L}{3,12}))?(?:\s(\p{L}{4,12}))?)(?!\p{L}))/u;
/** Between the first and the second number of a range. */
export const RANGE = /^\s?(?:-|–|to|or|and)\s?$/;
const MAX_UNIT_LENGTH = 48;
const MAX_SIGN_LENGTH = 6;

/** The numbers of a text with their units and currencies, in order. The first of "5 to 10 km" has that of the second. */
export function measureNumbers({ text, mentions }: NumberedText): MeasuredNumber[] {
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  const measured = inOrder.map((mention) => measureNumber(text, mention));
  const ends = measured.map(({ end }) => end);
  for (let index = measured.length - 2; index >= 0; index -= 1) {
    const [own, next] = [measured[index] as MeasuredNumber, measured[index + 1] as MeasuredNumber];
    const gap = text.slice(inOrder[index]?.end, inOrder[index + 1]?.start);
    if (own.quantity === null && next.quantity !== null && RANGE.test(gap)) {
      own.quantity = next.quantity;
      own.unit = next.unit;
      own.size = next.size;
      own.end = ends[index + 1] as number;
    }
  }
  return measured;
}

const BETWEEN_PARTS = /^(?:\s?|,?\s(?:and\s)?)$/;
/** Amounts of bytes are not written in two units. */
const MAX_PARTS_RATIO = 1000;

/** One amount in two units, the smaller one second: "1 hour 45 minutes". Null for two amounts. */
export function joinParts(
  text: string,
  first: MeasuredNumber,
  second: MeasuredNumber,
): MeasuredNumber | null {
  const { quantity, size } = second;
  if (quantity === null || quantity !== first.quantity || first.size <= size) return null;
  const isOne = BETWEEN_PARTS.test(text.slice(first.end, second.start));
  const [own, more] = [convert(first.values[0] ?? 0, first, second), second.values[0] ?? 0];
  if (!isOne || own === null || first.size / size > MAX_PARTS_RATIO || more * size >= first.size) return null;
  return { ...second, start: first.start, values: [own + more], isWhole: true };
}

/** The number with its unit. */
export function measureNumber(text: string, mention: NumberMention): MeasuredNumber {
  const { start, end, values, precision } = mention;
  const alone = { start, end, values, precision, quantity: null, unit: '', size: 1, isWhole: false };
  const after = text.slice(end, end + MAX_UNIT_LENGTH);
  const before = CURRENCY_BEFORE.exec(text.slice(Math.max(0, start - MAX_SIGN_LENGTH), start));
  const currency = before === null ? [] : readCurrency(before[1] ?? before[2] ?? '');
  if (before !== null && currency.length > 0) {
    return { ...alone, start: start - before[0].length, quantity: 'money', unit: currency.join(' ') };
  }
  const scale = SCALE.exec(after);
  if (scale !== null) {
    return { ...alone, end: end + scale[0].length, quantity: 'temperature', unit: readInitial(scale[1]) };
  }
  const minor = readMinorUnit(after, values);
  if (minor !== null) {
    const inWhole = values.map((value) => value / CENTS);
    const inUnit = { values: inWhole, precision: precision / CENTS, isMinor: true } as const;
    return { ...alone, ...inUnit, end: end + minor.length, ...minor.money };
  }
  const money = readCurrencyAfter(after);
  if (money !== null) {
    return { ...alone, end: end + money.length, quantity: 'money', unit: money.codes.join(' ') };
  }
  if (mention.isPercent) return { ...alone, quantity: 'percent', unit: 'percent' };
  return { ...alone, ...(readUnitAfter(text, mention) ?? readUnitOfKey(text, mention)) };
}

/** A sign or code; of "kostetUS$" what is known of its end. */
function readCurrency(sign: string): readonly string[] {
  const currencies = listCurrencies(sign);
  if (currencies.length > 0) return currencies;
  const lower = listCurrencies(sign.toLowerCase());
  return lower.length > 0 ? lower : listCurrencies(sign.replace(/^\p{L}+(?=\p{Sc})/u, ''));
}

/** A sign, or as many words as name a currency. */
function readCurrencyAfter(after: string): { length: number; codes: readonly string[] } | null {
  const match = CURRENCY_AFTER.exec(after);
  if (match === null) return null;
  const [whole, sign, words = '', first = '', second = ''] = match;
  if (sign !== undefined) return toCurrency(whole.length, listCurrencies(sign));
  const lead = whole.length - words.length;
  const two = `${first} ${second}`;
  for (const name of [words, two, first]) {
    const codes = readCurrency(name);
    if (codes.length > 0) return { length: lead + name.length, codes };
  }
  return null;
}

/** How many of the small coins are one of the currency. */
export const CENTS = 100;
const MINOR_AFTER =
  /^(?:[\s-]?(\p{L}{4,9}|cts?(?!\s(?:gold|white|yellow|rose|diamond|stone))|¢)|(p))(?![\p{L}\d])/u;

/** "31 cents", "31 ct", "95p": less than a unit of the currency is written so. "720p" is no price, nor is "18 ct gold". */
function readMinorUnit(
  after: string,
  [value = 0]: readonly number[],
): { length: number; money: Pick<MeasuredNumber, 'quantity' | 'unit'> } | null {
  const match = MINOR_AFTER.exec(after);
  if (match === null || (match[2] !== undefined && value >= CENTS)) return null;
  const codes = listMinorCurrencies((match[1] ?? 'pence').toLowerCase());
  if (codes.length === 0) return null;
  return { length: match[0].length, money: { quantity: 'money', unit: codes.join(' ') } };
}

const toCurrency = (length: number, codes: readonly string[]) =>
  codes.length > 0 ? { length, codes } : null;

/** Where a number is written, and how. */
type NumberText = Pick<NumberMention, 'start' | 'end' | 'text'>;

/** The number with the unit of a word that may be something else: "214 m" are meters where the evidence says so. */
export function measureAmbiguous(
  text: string,
  { start, end, values, precision }: Pick<MeasuredNumber, 'start' | 'end' | 'values' | 'precision'>,
): MeasuredNumber | null {
  const region = { start, end, text: text.slice(start, end) };
  const word = findSymbolAfter(text, region);
  const unit = NO_UNITS.has(word.toLowerCase()) ? readUnit(word) : null;
  return unit && { start, values, precision, ...unit, end: findEnd(text, region, word), isWhole: false };
}

const findEnd = (text: string, region: NumberText, word: string): number =>
  text.indexOf(word, findSymbolPlace(region)) + word.length;

function readUnitAfter(text: string, mention: NumberMention): Partial<MeasuredNumber> | null {
  const word = findSymbolAfter(text, mention);
  if (word === '' || NO_UNITS.has(word.toLowerCase())) return null;
  const end = findEnd(text, mention, word);
  const spoon = SPOONS.get(word.toLowerCase().replace(/s$/, ''));
  if (spoon !== undefined) return { end, quantity: 'volume of liquids', unit: spoon };
  const unit = readUnit(word);
  return unit === null ? null : { end, ...unit };
}

function readUnit(word: string): Pick<MeasuredNumber, 'quantity' | 'unit' | 'size'> | null {
  const unit = parseUnit(word);
  return unit && { quantity: String(unit.dimension), unit: String(unit.size), size: unit.size };
}

const KEY_BEFORE = /["']([\p{L}\p{N}_ .-]{2,40})["']\s?:\s?["']?$/u;
/** Spares most numbers the search for a key. */
const ENDS_KEY = /[:"']\s?$/;
const MAX_KEY_LENGTH = 48;
const KEY_WORDS = /[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u;
/** What may follow the unit in a key: "minutes_ago". */
const AFTER_UNIT = /^(?:ago|left|remaining|total|used|old|long|max|min)$/i;
/** What may follow it where it begins the key: "days_until_expiry". */
const IS_PLURAL = /^\p{L}{3,}s$/u;

/** The unit in the name of a JSON field: "minutes_ago", "weightKg", "price_eur". */
function readUnitOfKey(text: string, { start }: NumberMention): Partial<MeasuredNumber> | null {
  if (!ENDS_KEY.test(text.slice(Math.max(0, start - 2), start))) return null;
  const [{ length } = '', key] =
    KEY_BEFORE.exec(text.slice(Math.max(0, start - MAX_KEY_LENGTH), start)) ?? [];
  if (key === undefined) return null;
  const unit = readKey(key) ?? readSiblingCurrency(text, start, key) ?? readSiblingUnit(text, start, key);
  return unit && { start: start - length, ...unit };
}

/** "temp_c", "temperature_celsius", "feels_like_fahrenheit". */
const TEMPERATURE_KEY = /(?:^|[_\W])(?:temp(?:erature)?s?[_\W]?[cf]|celsius|fahrenheit)$/i;

function readKey(key: string): Partial<MeasuredNumber> | null {
  const words = key.split(KEY_WORDS).filter((word) => word !== '');
  while (words.length > 1 && AFTER_UNIT.test(words.at(-1) as string) && parseUnit(words.at(-2) as string))
    words.pop();
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (IS_PLURAL.test(first) && readUnit(first) !== null) return readUnit(first);
  // "rate_per_night" is no time.
  if (words.length < 2 || last === 'in' || words.at(-2)?.toLowerCase() === 'per') return null;
  const codes = /^\p{L}{3}$/u.test(last) ? readCurrency(last.toLowerCase()) : [];
  if (codes.length > 0) return { quantity: 'money', unit: codes.join(' ') };
  if (TEMPERATURE_KEY.test(key)) return { quantity: 'temperature', unit: readInitial(last) };
  return /^(?:percent|pct)$/i.test(last) ? { quantity: 'percent', unit: 'percent' } : readUnit(last);
}

/** Names of fields that have amounts of money. */
export const MONEY_KEY =
  /amount|price|total|balance|cost|fee|fare|refund|salary|payment|paid|value|rate_?per|(?:dai|hour|week|month|night)ly|(?:room|base|unit)_?rate|per_?(?:night|day|hour|month|person)/i;
const CURRENCY_KEY = /["']currency(?:_?code)?["']\s?:\s?["'](\p{Lu}{3})["']/iu;
const MAX_SIBLING_DISTANCE = 160;

/** What another field of the same object says of an amount: "currency": "EUR". */
function readSiblingCurrency(text: string, start: number, key: string): Partial<MeasuredNumber> | null {
  if (!MONEY_KEY.test(key)) return null;
  const codes = listCurrencies(CURRENCY_KEY.exec(readSiblings(text, start))?.[1] ?? '');
  return codes.length > 0 ? { quantity: 'money', unit: codes.join(' ') } : null;
}

/** Names of fields whose amount is in the unit that the object names. */
const MEASURE_KEY =
  /^(?:value|v|amount|quantity|reading|consumption|usage|weight|length|distance|duration|power|energy)$/i;
const UNIT_KEY = /["'](?:units?|uom)["']\s?:\s?["']([^"']{1,24})["']/iu;

/** What another field of the same object says of an amount: "unit": "kWh". */
function readSiblingUnit(text: string, start: number, key: string): Partial<MeasuredNumber> | null {
  if (!MEASURE_KEY.test(key)) return null;
  const unit = UNIT_KEY.exec(readSiblings(text, start))?.[1];
  return unit === undefined ? null : readUnit(unit);
}

/** The fields of the same object around a number. */
function readSiblings(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - MAX_SIBLING_DISTANCE), start);
  const [after = ''] = text.slice(start, start + MAX_SIBLING_DISTANCE).split(/[{}]/, 1);
  return before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf('}')) + 1) + after;
}

const readInitial = (word = ''): string => word.charAt(0).toLowerCase();

/** Before the unit: "5 working days". */
const UNIT_AFTER =
  /^[\s-]{0,2}(?:(?:business|working|calendar|consecutive|full|whole|US) )?(?:(\p{L}{0,5}(?:watt|ampere)[-\s]?hours?|\p{L}{0,4}bits?(?:\/s|\sper\ssecond)|sq(?:uare)?\.?\s\p{L}{2,12}|(?:km|[cm]?m|ft)²|k?m\/[hs]|\p{L}{1,12})(?!\p{L})|(['’"”°π]))/u;

/** Where a symbol may begin: a letter that was read as a scale ("12 m") may be one too. */
function findSymbolPlace({ start, end, text: literal }: NumberText): number {
  const letter = /\d\s?([a-z]{1,2})$/i.exec(literal);
  return letter === null ? end : start + letter.index + 1;
}

/** The word or symbol after a number. */
export function findSymbolAfter(text: string, region: NumberText): string {
  const from = findSymbolPlace(region);
  const [, word, symbol] = UNIT_AFTER.exec(text.slice(from, from + 32)) ?? [];
  return word ?? symbol ?? '';
}

/** Whether both are amounts of one unit; one of two currencies with the same sign may be the other. */
export function isSameUnit(one: MeasuredNumber, other: MeasuredNumber): boolean {
  if (one.quantity !== other.quantity) return false;
  if (one.unit === other.unit) return true;
  return one.quantity === 'money' && one.unit.split(' ').some((code) => other.unit.split(' ').includes(code));
}

/** Months of the units of time that no number of days gives. */
const MONTHS = new Map([
  [2_592_000, 1],
  [31_536_000, 12],
  [315_360_000, 120],
]);

/** The names of two quantities of `parseUnit`. */
const BYTES = '4';
export const TIME = '0';
/** Seconds. */
export const HOUR_SIZE = 3600;

/** `value` of one unit in another one of the same dimension; null for other units. */
export function convert(value: number, from: MeasuredNumber, to: MeasuredNumber): number | null {
  if (from.quantity !== to.quantity || from.quantity === null || from.unit === to.unit) return null;
  if (from.quantity === 'temperature') return from.unit === 'c' ? value * 1.8 + 32 : (value - 32) / 1.8;
  if (from.size === 1 && to.size === 1) return null;
  const [months, ofMonths] = [MONTHS.get(from.size), MONTHS.get(to.size)];
  const ratio = months !== undefined && ofMonths !== undefined ? months / ofMonths : from.size / to.size;
  return Number((value * ratio).toPrecision(12));
}

/** The same; of bytes also by powers of 1024. */
export function listConversions(value: number, from: MeasuredNumber, to: MeasuredNumber): number[] {
  const converted = convert(value, from, to);
  if (converted === null) return [];
  const thousands = Math.round(Math.log10(from.size / to.size) / 3);
  return from.quantity === BYTES ? [converted, value * 1024 ** thousands] : [converted];
}
