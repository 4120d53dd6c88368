import {
  type Change,
  keepsArticle,
  lastWord,
  numberOf,
  type Planter,
  type PlantingSite,
} from './twins-ground';

const DIGITS =
  /(?<![\p{L}\d.,:/#+-])(?<currency>[$€£])?(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<fraction>\.\d+)?(?![\d\p{L}:/-]|[.,]\d)/gu;
const WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const WORD = new RegExp(`(?<![\\p{L}-])(?:${WORDS.join('|')})(?![\\p{L}-])`, 'gu');
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;
// A name ("Flight 370"), a citation, the end of a range, or an article that may not fit.
const NOT_BEFORE_QUANTITY = /(?<![.!?:]\s)(?<!^)\p{Lu}[\p{L}'’.]*\s$|\[$|\d\s?(?:to|or|and|h)\s$|\ban?\s$/u;
const NOT_AFTER_QUANTITY = /^(?:\s?(?:to|or|and|–)\s?\d|\s?[ap]\.?m\b|\sh\b|\swords\b|[.)]\s\p{Lu})/u;
const TRIES = 40;

interface Quantity {
  start: number;
  end: number;
  text: string;
  value: number;
  decimals: number;
  /** Distinguishes quantities of one form: currency before, percent after. */
  form: string;
}

/** A number that does not occur in the evidence, as digits or as a word like the one it replaces. */
export const plantNumbers: Planter = (sentence, site) => {
  const { evidence, draw } = site;
  const inDigits = quantities(sentence).flatMap((quantity): Change[] => {
    const value = newValue(quantity, site);
    return value === null ? [] : [toChange(quantity, value)];
  });
  const inWords = [...sentence.matchAll(WORD)].flatMap((match): Change[] => {
    const free = WORDS.filter((word, index) => word !== match[0] && !evidence.numbers.has(index + 2));
    const replacement = draw.one(free);
    if (replacement === undefined || !keepsArticle(sentence.slice(0, match.index), match[0], replacement))
      return [];
    return [{ start: match.index, end: match.index + match[0].length, replacement }];
  });
  return [...inDigits, ...inWords];
};

/** A number that the evidence has in another context. */
export const plantNumbersOfOthers: Planter = (sentence, { evidence, draw }) => {
  const others = quantities(evidence.text).filter(({ value }) => value > 1);
  const own = new Set(quantities(sentence).map(({ value }) => value));
  return quantities(sentence).flatMap((quantity): Change[] => {
    const fitting = others.filter(
      ({ form, value, decimals, text }) =>
        form === quantity.form &&
        decimals === quantity.decimals &&
        !own.has(value) &&
        ratio(value, quantity.value) <= 10 &&
        !evidence.tellsOf(sentence, text),
    );
    const other = draw.one(fitting);
    return other === undefined ? [] : [{ ...rangeOf(quantity), replacement: other.text }];
  });
};

/**
 * Numbers in digits that count or measure: no years, days of a month, times of day, ranges, nor parts of
 * names.
 */
export function quantities(text: string): Quantity[] {
  return [...text.matchAll(DIGITS)].flatMap((match) => {
    const { currency = '', digits = '', fraction = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    const after = text.slice(end, end + 12);
    const value = numberOf(digits + fraction);
    const isYear = currency === '' && fraction === '' && /^(?:1[5-9]|20)\d\d$/.test(digits);
    const isDay = MONTH.test(lastWord(before)) || MONTH.test(after.trim().toLowerCase());
    if (isYear || isDay || value < 2 || /^0\d/.test(digits)) return [];
    if (NOT_BEFORE_QUANTITY.test(before) || NOT_AFTER_QUANTITY.test(after)) return [];
    const form = currency + (/^\s?(?:%|percent|per cent)/.exec(after)?.[0].trim() ?? '');
    return [
      {
        start: match.index + currency.length,
        end,
        text: digits + fraction,
        value,
        decimals: Math.max(0, fraction.length - 1),
        form,
      },
    ];
  });
}

function newValue(
  { text, value, decimals, form }: Quantity,
  { evidence, draw }: PlantingSite,
): number | null {
  const isShare = /%|cent/.test(form) && value <= 100;
  const isRating = decimals > 0 && value <= 5;
  const high = isShare ? 99 : isRating ? 4.9 : Math.max(value * 3, 19);
  // As round as the number it replaces: no 279,072 for 200,000.
  const step = decimals > 0 ? 10 ** -decimals : 10 ** Math.max(0, (/0*$/.exec(text)?.[0].length ?? 0) - 1);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const steps = draw.between(Math.ceil(Math.max(2, value / 3) / step), Math.floor(high / step));
    const drawn = Number((steps * step).toFixed(decimals));
    // 150 for 147 would be a rounding, which is not an error.
    if (ratio(drawn, value) >= 1.25 && !evidence.numbers.has(drawn)) return drawn;
  }
  return null;
}

const ratio = (a: number, b: number): number => Math.max(a / b, b / a);
const rangeOf = ({ start, end }: Quantity) => ({ start, end });

function toChange(quantity: Quantity, value: number): Change {
  const grouped = quantity.text.includes(',') || (value >= 10_000 && quantity.value < 10_000);
  const replacement = value.toLocaleString('en-US', {
    useGrouping: grouped,
    minimumFractionDigits: quantity.decimals,
    maximumFractionDigits: quantity.decimals,
  });
  return { ...rangeOf(quantity), replacement };
}
