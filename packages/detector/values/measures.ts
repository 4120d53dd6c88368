import { currencyNouns } from '../gazetteers/currencies';
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
  /** In what, such as meters; "" where the number has no unit. */
  unit: string;
}

/** Spoons, which `parseUnit` leaves out: how much they hold differs between countries. */
const SPOONS = new Map([
  ['tablespoon', 'tablespoon'],
  ['tbsp', 'tablespoon'],
  ['teaspoon', 'teaspoon'],
  ['tsp', 'teaspoon'],
]);
/** Words that follow numbers for other reasons as well. */
const NO_UNITS = new Set([
  'in',
  'm',
  's',
  'h',
  'g',
  'l',
  '"',
  "'",
  '’',
  '”',
  'pi',
  'π',
  '°',
  'degree',
  'degrees',
]);
const SCALE = /^\s?°?\s?(?:degrees?\s)?(fahrenheit|celsius|[FC])(?![\p{L}])/iu;
const CURRENCY_BEFORE = /(?:([$€£¥₹₩₽])|\b(usd|eur|gbp|jpy|cny|inr|chf))\s?$/i;
const CURRENCY_AFTER = /^\s?(?:([$€£¥₹₩₽])|(\p{L}{3,7})(?!\p{L}))/u;
/** Between the first and the second number of a range. */
export const RANGE = /^\s?(?:-|–|to|or|and)\s?$/;
const MAX_UNIT_LENGTH = 24;

/** The numbers of a text with their units and currencies, in order. The first of "5 to 10 km" has that of the second. */
export function measureNumbers({ text, mentions }: NumberedText): MeasuredNumber[] {
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  const measured = inOrder.map((mention) => measureNumber(text, mention));
  for (let index = measured.length - 2; index >= 0; index -= 1) {
    const [own, next] = [measured[index] as MeasuredNumber, measured[index + 1] as MeasuredNumber];
    const gap = text.slice(inOrder[index]?.end, inOrder[index + 1]?.start);
    if (own.quantity === null && RANGE.test(gap)) {
      own.quantity = next.quantity;
      own.unit = next.unit;
    }
  }
  return measured;
}

/** The number with its unit. */
export function measureNumber(text: string, mention: NumberMention): MeasuredNumber {
  const { start, end, values } = mention;
  const alone = { start, end, values, quantity: null, unit: '' };
  const after = text.slice(end, end + MAX_UNIT_LENGTH);
  const before = CURRENCY_BEFORE.exec(text.slice(Math.max(0, start - 5), start));
  if (before !== null) {
    const unit = currencyNouns[(before[1] ?? before[2] ?? '').toLowerCase()] as string;
    return { ...alone, start: start - before[0].length, quantity: 'money', unit };
  }
  const scale = SCALE.exec(after);
  if (scale !== null) {
    return { ...alone, end: end + scale[0].length, quantity: 'temperature', unit: readInitial(scale[1]) };
  }
  const [money, sign, word = ''] = CURRENCY_AFTER.exec(after) ?? [];
  const currency =
    currencyNouns[sign ?? word.toLowerCase()] ?? currencyNouns[word.toLowerCase().replace(/s$/, '')];
  if (money !== undefined && currency !== undefined) {
    return { ...alone, end: end + money.length, quantity: 'money', unit: currency };
  }
  return { ...alone, ...readUnitAfter(text, mention) };
}

function readUnitAfter(text: string, mention: NumberMention): Partial<MeasuredNumber> {
  const word = findSymbolAfter(text, mention);
  if (word === '' || NO_UNITS.has(word.toLowerCase())) return {};
  const end = text.indexOf(word, mention.start) + word.length;
  const spoon = SPOONS.get(word.toLowerCase().replace(/s$/, ''));
  if (spoon !== undefined) return { end, quantity: 'volume of liquids', unit: spoon };
  const unit = parseUnit(word);
  return unit === null ? {} : { end, quantity: String(unit.dimension), unit: String(unit.size) };
}

const readInitial = (word = ''): string => word.charAt(0).toLowerCase();

const UNIT_AFTER = /^[\s-]{0,2}(?:(\p{L}{1,12})(?!\p{L})|(['’"”°π]))/u;

/** The word or symbol after a number; a letter that was read as a scale ("12 m") may be a symbol too. */
export function findSymbolAfter(text: string, { start, end, text: written }: NumberMention): string {
  const letter = /\d\s?([a-z]{1,2})$/i.exec(written);
  const from = letter === null ? end : start + letter.index + 1;
  const [, word, symbol] = UNIT_AFTER.exec(text.slice(from, from + 16)) ?? [];
  return word ?? symbol ?? '';
}
