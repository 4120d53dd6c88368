import type { Token } from '../base/tokens';
import { parseAmount } from '../gazetteers/number-words';
import { type NumberMention, scanDigitNumbers, scanNumberWords } from '../values/numbers';
import { type GrowingText, ResumedScan } from './growing-text';
import { EvidenceMeasures } from './measure-index';
import { SortedNumbers } from './sorted-numbers';
import type { UndoLog } from './undo-log';
import { ValueIndex } from './value-index';

/** The numbers of the evidence, for exact, rounded and nearest look-ups. */
export class NumberIndex {
  readonly inDigits: NumberMention[] = [];
  readonly inWords: NumberMention[] = [];
  /** Both, in the order of the text. */
  private readonly inOrder: NumberMention[] = [];
  private readonly known = new Set<number>();
  private readonly values: number[] = [];
  private readonly sorted: SortedNumbers;
  /** Where a number is written first, in digits and in words. */
  private readonly digits = new Map<number, NumberMention>();
  private readonly words = new Map<number, NumberMention>();
  private readonly scanOfDigits = new ResumedScan(scanDigitNumbers);
  private readonly scanOfWords = new ResumedScan((text, from) =>
    scanNumberWords(text, this.source.tokensFrom(from)),
  );
  /** Whole numbers that are too long for floating point, digit by digit. */
  private readonly longNumbers = new Set<string>();
  readonly measures: EvidenceMeasures;
  readonly others: ValueIndex;
  private years = 0;

  constructor(
    private readonly source: GrowingText,
    private readonly log: UndoLog,
  ) {
    this.sorted = new SortedNumbers(this.values, log);
    this.measures = new EvidenceMeasures(source, this.inOrder, log);
    this.others = new ValueIndex(source, this.inOrder, log);
  }

  /** Reads on in the text. @returns what adds the numbers that may change when the text grows */
  grow(): () => void {
    const digits = this.scanOfDigits.next(this.source);
    const words = this.scanOfWords.next(this.source);
    const addOpen = this.others.grow();
    this.addMentions(digits.settled, words.settled);
    return () => {
      this.addMentions(digits.open, words.open);
      addOpen();
    };
  }

  private addMentions(inDigits: NumberMention[], inWords: NumberMention[]): void {
    for (const mention of inDigits) this.addMention(mention, this.inDigits, this.digits);
    for (const mention of inWords) this.addMention(mention, this.inWords, this.words);
    const inOrder = [...inDigits, ...inWords].sort((a, b) => a.start - b.start);
    for (const mention of inOrder) this.log.push(this.inOrder, mention);
  }

  private addMention(
    mention: NumberMention,
    mentions: NumberMention[],
    firsts: Map<number, NumberMention>,
  ): void {
    this.log.push(mentions, mention);
    for (const value of mention.values) {
      this.addValue(value);
      this.log.setIfAbsent(firsts, value, mention);
    }
    for (const mantissa of mention.mantissas) this.addValue(mantissa);
    if (mention.longDigits !== null) this.log.add(this.longNumbers, mention.longDigits);
  }

  /** A word that represents an amount, such as "dozen", makes it known. */
  addToken({ text: word }: Token): void {
    const amount = word.length > 9 ? null : parseAmount(word.toLowerCase());
    if (amount !== null) this.addValue(amount);
  }

  private addValue(value: number): void {
    if (this.known.has(value)) return;
    this.log.add(this.known, value);
    this.log.push(this.values, value);
    if (value >= 1900 && value <= 2100 && Number.isInteger(value)) {
      this.years += 1;
      this.log.record(() => {
        this.years -= 1;
      });
    }
  }

  get text(): string {
    return this.source.text;
  }

  has(value: number): boolean {
    return this.known.has(value);
  }

  /** Whether a whole number is written digit by digit. */
  hasLong(digits: string): boolean {
    return this.longNumbers.has(digits);
  }

  /** Where a number is written first. */
  findFirst(value: number): NumberMention | null {
    return this.digits.get(value) ?? this.words.get(value) ?? null;
  }

  /** How many different numbers there are. */
  get count(): number {
    return this.known.size;
  }

  /** Whether a year is written anywhere, so that a year of the reply can be compared. */
  get hasYear(): boolean {
    return this.years > 0;
  }

  /** Whether a number of the evidence, rounded to `precision`, gives `value`. */
  hasRounded(value: number, precision: number): boolean {
    const near = this.nearest(value);
    return near !== null && Math.abs(near - value) <= precision / 2 + Number.EPSILON * Math.abs(value);
  }

  /** Whether a number of the evidence is in the range. */
  hasBetween(low: number, high: number): boolean {
    const { above } = this.sorted.around(low);
    return above !== undefined && above <= high;
  }

  nearest(value: number): number | null {
    const { below, above } = this.sorted.around(value);
    if (below === undefined || above === undefined) return below ?? above ?? null;
    return value - below <= above - value ? below : above;
  }
}
