import { normalizeWord, scanTokens } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { ScanFollower } from '../evidence/scan-follower';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { parseAmount } from '../gazetteers/number-words';
import { createScan, type WrittenRegion } from '../text/regions';
import type { NumberMention } from '../values/numbers';
import type { Fractions } from './fractions';
import { findNearestWritten, WrittenNumbers } from './written-numbers';

/** "kW", "milliamperes": what a factor of a thousand turns into its unit without the prefix, and back. */
export const PREFIXED_UNIT =
  '(?:[kKMGTmµμn](?:Wh|W|V|A|Hz|Pa|J|N|F|C|H|T|Ω|eV|mol|cal|bps|bit|m|g|s|L|l|B)|(?:kilo|mega|giga|tera|milli|micro|nano)\\p{L}{3,12})';
const PREFIXED_UNIT_AFTER = new RegExp(`^[\\s-]?${PREFIXED_UNIT}(?!\\p{L})`, 'u');
const MAX_UNIT_LENGTH = 20;
const EXPONENT_FORM = /\d(?:[\d.]{0,20}\d)?(?:e|\s?[x×*]\s?10\s?\^\s?)[+-]?\d{1,3}(?![\w.])/gi;
const MINUS = /[-−–]\s?$|\b(?:minus|negative)\s$/i;
const MAX_AMOUNT_LENGTH = 9;
const MAX_NEAREST = 3;
const NEIGHBORHOOD = 30;
const MAX_NEIGHBORS = 2;
const MAX_WITH_NEIGHBORS = 5000;
const BEFORE = 10;

/** The numbers a conversation states, by what they may be: percentages, digits of identifiers, amounts. */
export class StatedNumbers {
  /** In digits, in words, as powers and as fractions: of how a number is written, the first counts. */
  private readonly kinds: readonly WrittenNumbers[];
  /** Amounts that words such as "a" and "week" imply. */
  private readonly amounts = new Set<number>();
  private readonly update: () => void;

  constructor(
    private readonly source: Evidence,
    private readonly fractions: Fractions,
    private readonly log: UndoLog,
  ) {
    const [digits, words, powers, parts] = [
      new WrittenNumbers(log),
      new WrittenNumbers(log),
      new WrittenNumbers(log),
      new WrittenNumbers(log),
    ] as const;
    this.kinds = [digits, words, powers, parts];
    const followers = [
      this.follow(source.numbers.inDigits, digits),
      this.follow(source.numbers.inWords, words),
      new ScanFollower(source, log, createScan(EXPONENT_FORM), (region) => {
        const value = Number(region.text.replace(/\s/g, '').replace(/[x×*]10\^/i, 'e'));
        if (!Number.isNaN(value)) powers.add(value, region); // "2.14.3e5" is none
      }),
      new Follower(fractions.list, log, (fraction) => {
        const { value, unit } = fraction;
        parts.add(value, fraction);
        parts.addNeighbor(unit, fraction);
        if (unit === 'percent') log.add(parts.percents, value);
      }),
      new Follower(source.words.tokens, log, ({ text: word }) => {
        const amount = word.length > MAX_AMOUNT_LENGTH ? null : parseAmount(word.toLowerCase());
        if (amount !== null) log.add(this.amounts, amount);
      }),
    ];
    this.update = log.oncePerTrial(() => {
      fractions.update();
      for (const follower of followers) follower.update();
    });
  }

  private follow(mentions: readonly NumberMention[], numbers: WrittenNumbers): Follower<NumberMention> {
    return new Follower(mentions, this.log, (mention, index) => {
      if (this.fractions.cover(mention.start)) return;
      this.addMention(mention, numbers);
      if (!mention.isPartOfWord && index < MAX_WITH_NEIGHBORS) this.addNeighbors(mention, numbers);
    });
  }

  private addMention(mention: NumberMention, numbers: WrittenNumbers): void {
    const { log } = this;
    const { text } = this.source;
    const { start, end, isPartOfWord } = mention;
    const region = trimMention(mention);
    const isNegative = MINUS.test(text.slice(Math.max(0, start - BEFORE), start));
    const hasPrefix = PREFIXED_UNIT_AFTER.test(text.slice(end, end + MAX_UNIT_LENGTH));
    for (const value of mention.values) {
      if (hasPrefix) log.add(numbers.prefixed, value);
      if (isPartOfWord) log.add(numbers.partsOfWords, value);
      else numbers.add(value, region);
      if (mention.isPercent) log.add(numbers.percents, value);
      if (isNegative) log.add(numbers.negatives, value);
    }
    if (!isPartOfWord) for (const mantissa of mention.mantissas) numbers.add(mantissa, region);
  }

  private addNeighbors(mention: NumberMention, numbers: WrittenNumbers): void {
    const { text } = this.source;
    const { start, end } = mention;
    const region = trimMention(mention);
    const before = scanTokens(text.slice(Math.max(0, start - NEIGHBORHOOD), start)).slice(-MAX_NEIGHBORS);
    const after = scanTokens(text.slice(end, end + NEIGHBORHOOD)).slice(0, MAX_NEIGHBORS);
    for (const { text: word } of [...before, ...after]) {
      numbers.addNeighbor(normalizeWord(word), region);
    }
  }

  /** A number next to one of the normalized words, or null. */
  findNextTo(words: string[]): WrittenRegion | null {
    this.update();
    for (const word of words) {
      const kind = this.kinds.findLast((numbers) => numbers.findNextTo(word) !== undefined);
      if (kind !== undefined) return kind.findNextTo(word) ?? null;
    }
    return null;
  }

  private someKind(holds: (numbers: WrittenNumbers) => boolean): boolean {
    this.update();
    return this.kinds.some(holds);
  }

  /** Whether the number, its sign left out, is written in digits or words. */
  states(size: number): boolean {
    return this.someKind((numbers) => numbers.find(size) !== undefined);
  }

  /** Whether words imply the number: "a" is one, "fortnight" fourteen, "CO2" has a two. */
  implies(size: number): boolean {
    return this.someKind(({ partsOfWords }) => partsOfWords.has(size)) || this.amounts.has(size);
  }

  hasPercent(value: number): boolean {
    return this.someKind(({ percents }) => percents.has(value));
  }

  /** Whether the number is before a unit with a prefix: 2 of "2 kW". */
  hasPrefixed(size: number): boolean {
    return this.someKind(({ prefixed }) => prefixed.has(size));
  }

  hasNegative(size: number): boolean {
    return this.someKind(({ negatives }) => negatives.has(size));
  }

  /** Up to three of the numbers nearest to `size`, the nearest first. */
  nearest(size: number): WrittenRegion[] {
    this.update();
    return findNearestWritten(this.kinds, size, MAX_NEAREST).flatMap((value) => {
      const kind = this.kinds.find((numbers) => numbers.find(value) !== undefined);
      return kind?.find(value) ?? [];
    });
  }
}

const trimMention = ({ start, end, text }: NumberMention): WrittenRegion => ({
  start,
  end,
  text: text.trim(),
});
