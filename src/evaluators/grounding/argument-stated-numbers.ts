import { normalizeWord, scanTokens, stem, type Token } from '../../text/tokens';
import type { FractionMention } from './argument-fractions';
import { amountOf } from './number-words';
import type { NumberMention } from './numbers';

/** "kW", "milliamperes": what a factor of a thousand turns into its unit without the prefix, and back. */
export const PREFIXED_UNIT =
  '(?:[kKMGTmµμn](?:Wh|W|V|A|Hz|Pa|J|N|F|C|H|T|Ω|eV|mol|cal|bps|bit|m|g|s|L|l|B)|(?:kilo|mega|giga|tera|milli|micro|nano)\\p{L}{3,12})';
const PREFIXED_UNIT_AFTER = new RegExp(`^[\\s-]?${PREFIXED_UNIT}(?!\\p{L})`, 'u');
const LONGEST_UNIT_AFTER = 20;
const EXPONENT_FORM = /\d(?:[\d.]{0,20}\d)?(?:e|\s?[x×*]\s?10\s?\^\s?)[+-]?\d{1,3}(?![\w.])/gi;
const MINUS = /[-−–]\s?$|\b(?:minus|negative)\s$/i;
const LONGEST_AMOUNT = 9;
const MOST_NEAREST = 3;
const NEIGHBOURHOOD = 30;
const MOST_NEIGHBOURS = 2;
const MOST_WITH_NEIGHBOURS = 5000;
const BEFORE = 10;

/** The numbers a conversation states, told apart by what they may be: percentages, digits of identifiers, amounts. */
export class StatedNumbers {
  private readonly texts = new Map<number, string>();
  private readonly percents = new Set<number>();
  /** Digits of words such as "CO2", and amounts that words such as "a" and "week" imply. */
  private readonly implied = new Set<number>();
  private readonly negatives = new Set<number>();
  /** Those in a unit such as "kW". */
  private readonly prefixed = new Set<number>();
  /** Stems of the words around each of the first 5,000 numbers, with the number as written: "3 days", "a charge of 5". */
  private readonly neighbours = new Map<string, string>();
  private sorted: number[] | null = null;

  /** `mentions` are the numbers of the text, `fractions` those in words, `tokens` its words. */
  constructor(
    text: string,
    mentions: readonly NumberMention[],
    fractions: readonly FractionMention[],
    tokens: Token[],
  ) {
    for (const mention of mentions) {
      const isNegative = MINUS.test(text.slice(Math.max(0, mention.start - BEFORE), mention.start));
      const hasPrefix = PREFIXED_UNIT_AFTER.test(text.slice(mention.end, mention.end + LONGEST_UNIT_AFTER));
      for (const value of mention.values) {
        if (hasPrefix) this.prefixed.add(value);
        if (mention.isPartOfWord) this.implied.add(value);
        else if (!this.texts.has(value)) this.texts.set(value, mention.text.trim());
        if (mention.isPercent) this.percents.add(value);
        if (isNegative) this.negatives.add(value);
      }
      if (mention.isPartOfWord) continue;
      for (const mantissa of mention.mantissas) this.addText(mantissa, mention.text.trim());
    }
    for (const [written] of text.matchAll(EXPONENT_FORM)) {
      this.addText(Number(written.replace(/\s/g, '').replace(/[x×*]10\^/i, 'e')), written);
    }
    for (const mention of mentions.slice(0, MOST_WITH_NEIGHBOURS)) {
      if (!mention.isPartOfWord) this.addNeighbours(text, mention);
    }
    for (const { value, unit, text: written } of fractions) {
      this.addText(value, written);
      this.neighbours.set(stem(unit), written);
      if (unit === 'percent') this.percents.add(value);
    }
    for (const { text: word } of tokens) {
      const amount = word.length > LONGEST_AMOUNT ? null : amountOf(word.toLowerCase());
      if (amount !== null) this.implied.add(amount);
    }
  }

  private addText(value: number, text: string): void {
    if (!this.texts.has(value)) this.texts.set(value, text);
  }

  private addNeighbours(text: string, { start, end, text: written }: NumberMention): void {
    const before = scanTokens(text.slice(Math.max(0, start - NEIGHBOURHOOD), start)).slice(-MOST_NEIGHBOURS);
    const after = scanTokens(text.slice(end, end + NEIGHBOURHOOD)).slice(0, MOST_NEIGHBOURS);
    for (const { text: word } of [...before, ...after]) {
      this.neighbours.set(stem(normalizeWord(word)), written.trim());
    }
  }

  /** A number that stands next to one of the normalized words, as written, or null. */
  beside(words: string[]): string | null {
    for (const word of words) {
      const written = this.neighbours.get(stem(word));
      if (written !== undefined) return written;
    }
    return null;
  }

  /** Whether the number, its sign left out, is written in digits or words. */
  states(size: number): boolean {
    return this.texts.has(size);
  }

  /** Whether words imply the number: "a" is one, "fortnight" fourteen, "CO2" has a two. */
  implies(size: number): boolean {
    return this.implied.has(size);
  }

  hasPercent(value: number): boolean {
    return this.percents.has(value);
  }

  /** Whether the number stands before a unit with a prefix: 2 of "2 kW". */
  hasPrefixed(size: number): boolean {
    return this.prefixed.has(size);
  }

  hasNegative(size: number): boolean {
    return this.negatives.has(size);
  }

  /** Up to three of the numbers nearest to `size`, as written, the nearest first. */
  nearest(size: number): string[] {
    this.sorted ??= [...this.texts.keys()].sort((a, b) => a - b);
    let above = lowerBound(this.sorted, size);
    let below = above - 1;
    const nearest: number[] = [];
    while (nearest.length < MOST_NEAREST && (below >= 0 || above < this.sorted.length)) {
      const down = size - (this.sorted[below] ?? Number.NEGATIVE_INFINITY);
      const up = (this.sorted[above] ?? Number.POSITIVE_INFINITY) - size;
      nearest.push(this.sorted[down <= up ? below-- : above++] as number);
    }
    return nearest.map((value) => this.texts.get(value) ?? String(value));
  }
}

/** The first place whose value is not below `value`. */
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
