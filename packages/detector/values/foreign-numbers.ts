import { scanTokens, type Token } from '../base/tokens';
import { type ForeignNumerals, foreignNumerals } from '../gazetteers/foreign-numerals';
import { foldWord, type ReadLanguage } from '../gazetteers/language-words';
import type { Region } from '../text/regions';
import { scanDigitNumbers } from './numbers';

/** A number in words of another language, or in digits before a scale word: "quarante", "3 Millionen". */
export interface ForeignNumber extends Region {
  values: number[];
}

const MAX_WORD_LENGTH = 40;
/** What "per cent" ends with. */
const HUNDREDS = new Set(['cent', 'cento', 'ciento']);
const THOUSAND = 1000;
const MAX_BEFORE_LENGTH = 32;
const DIGITS_BEFORE = /\d[\d.,\u00a0\u202f'’]{0,24}\s$/;

/** The numbers of `text` that begin at `from` or later and have a numeral in words, in order. The article "one" is none. */
export function scanForeignNumbers(language: ReadLanguage, text: string, from = 0): ForeignNumber[] {
  const numerals = foreignNumerals(language);
  const tokens = scanTokens(text.slice(from)).map((token) => ({
    ...token,
    start: token.start + from,
    end: token.end + from,
  }));
  const numbers: ForeignNumber[] = [];
  for (let index = 0; index < tokens.length; ) {
    const read = readNumber(text, tokens, index, numerals);
    if (read !== null) numbers.push(read.number);
    index = read?.next ?? index + 1;
  }
  return numbers;
}

function readNumber(
  text: string,
  tokens: readonly Token[],
  index: number,
  numerals: ForeignNumerals,
): { number: ForeignNumber; next: number } | null {
  const first = tokens[index] as Token;
  const parts = listParts(first.text, numerals);
  const isPercent =
    HUNDREDS.has(parts?.[0] ?? '') &&
    index > 0 &&
    foldWord(tokens[index - 1]?.text ?? '') === numerals.beforePercent;
  if (isPercent) return null;
  if (parts === null) return null;
  const sum = new NumeralSum(numerals);
  const power = numerals.scales.get(parts[0] as string) ?? 0;
  const digits = power >= THOUSAND ? readDigitsBefore(text, first.start) : null;
  if (power > THOUSAND && digits === null) return null; // "millions of"
  let next = index;
  while (next < tokens.length && sum.addWord(next === index ? parts : listNext(text, tokens, next, numerals)))
    next += 1;
  // A joiner at the end leads to something else: "vingt et des".
  while (next > index && foldWord((tokens[next - 1] as Token).text) === numerals.joiner) next -= 1;
  if (next === index || (sum.value === 1 && digits === null)) return null;
  const number = {
    start: digits?.start ?? first.start,
    end: (tokens[next - 1] as Token).end,
    values: digits === null ? [sum.value] : digits.values.map((value) => value * sum.value),
  };
  return { number, next };
}

const readDigitsBefore = (text: string, at: number) => {
  const from = Math.max(0, at - MAX_BEFORE_LENGTH);
  const before = text.slice(from, at);
  const last = DIGITS_BEFORE.test(before) ? scanDigitNumbers(before).at(-1) : undefined;
  return last === undefined ? null : { start: from + last.start, values: last.values };
};

function listNext(
  text: string,
  tokens: readonly Token[],
  index: number,
  numerals: ForeignNumerals,
): string[] | null {
  const [before, token] = [tokens[index - 1] as Token, tokens[index] as Token];
  if (!/^[ \u00a0-]$/.test(text.slice(before.end, token.start))) return null;
  const word = foldWord(token.text);
  return word === numerals.joiner ? [word] : listParts(token.text, numerals);
}

/** The numerals that a word is made of, the longest first; null for other words. */
function listParts(literal: string, { values, scales, joiner, isJoined }: ForeignNumerals): string[] | null {
  if (literal.length > MAX_WORD_LENGTH) return null;
  let rest = foldWord(literal);
  const parts: string[] = [];
  const isPart = (word: string): boolean =>
    values.has(word) || scales.has(word) || (word === joiner && word !== '' && parts.length > 0);
  if (!isJoined) return values.has(rest) || scales.has(rest) ? [rest] : null;
  while (rest !== '') {
    let end = rest.length;
    while (end > 0 && !isPart(rest.slice(0, end))) end -= 1;
    if (end === 0) return null;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return parts;
}

/** Adds numerals up as long as they make one number. */
class NumeralSum {
  private total = 0;
  private group: number | null = null;
  private lastScale = 0;
  private isAfterJoiner = false;

  constructor(private readonly numerals: ForeignNumerals) {}

  get value(): number {
    return this.total + (this.group ?? 0);
  }

  /** False where the parts do not continue the number, which then stays as it is. */
  addWord(parts: readonly string[] | null): boolean {
    const { total, group, lastScale, isAfterJoiner } = this;
    if (parts?.every((part) => this.add(part)) === true) return true;
    Object.assign(this, { total, group, lastScale, isAfterJoiner });
    return false;
  }

  private add(part: string): boolean {
    const { values, scales, joiner } = this.numerals;
    if (part === joiner) {
      const canJoin = this.group !== null && !this.isAfterJoiner;
      this.isAfterJoiner = true;
      return canJoin;
    }
    const scale = scales.get(part);
    const isAdded = scale === undefined ? this.addValue(values.get(part) as number) : this.multiply(scale);
    this.isAfterJoiner = false;
    return isAdded;
  }

  private addValue(value: number): boolean {
    const { group, isAfterJoiner } = this;
    const { isVigesimal } = this.numerals;
    if (group === null || group % 100 === 0) {
      this.group = (group ?? 0) + value;
      return group === null || value < 100;
    }
    const [tens, ones] = [group % 100, group % 10];
    const isSum =
      (tens >= 20 && ones === 0 && value > 0 && value < 10) ||
      (isAfterJoiner && tens < 10 && value >= 20 && value % 10 === 0) || // "einundzwanzig"
      (isVigesimal && (tens === 60 || tens === 80) && value < 20) ||
      (isVigesimal && tens % 20 === 10 && tens !== 30 && ones === 0 && value >= 7 && value < 10);
    if (isSum) this.group = group + value;
    else if (isVigesimal && tens === 4 && value === 20) this.group = group + 76;
    else return false;
    return true;
  }

  private multiply(scale: number): boolean {
    if (scale === 100) {
      if (this.group !== null && this.group >= 100) return false;
      this.group = 100 * (this.group ?? 1);
      return true;
    }
    const isLarger = scale > this.lastScale;
    const group = this.group ?? (isLarger && this.total > 0 ? 0 : 1);
    if (scale === this.lastScale) return false;
    this.total = isLarger ? (this.total + group) * scale : this.total + group * scale;
    this.lastScale = scale;
    this.group = null;
    return true;
  }
}
