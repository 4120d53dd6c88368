import { scanTokens, type Token } from '../../../platform/text/tokens';
import { DerivedNumbers } from '../checks/derived-numbers';
import { checkConfidence, type Finding, quoted } from '../checks/finding';
import { type GrowingText, matchesFrom, ResumedScan } from '../evidence/growing-text';
import { SortedNumbers } from '../evidence/sorted-numbers';
import type { UndoLog } from '../evidence/undo-log';
import { amountOf, scaleWords, scanSpelledNumbers } from '../gazetteers/number-words';
import { withAsciiDigits } from './ascii-digits';
import { EvidenceMeasures } from './measures';

/** A number in digits or words. */
export interface NumberMention {
  start: number;
  end: number;
  text: string;
  /** What it may stand for: "1.200" is 1.2 or 1200. Never empty. */
  values: number[];
  /** Those of its digits alone: 1.2 for "1.2 million". Empty for words. */
  mantissas: number[];
  /** The unit of its last digit, e.g. 0.1 for "4.7" and 100000 for "1.2 million". */
  precision: number;
  isPercent: boolean;
  /** Part of a longer word or code, such as "COVID-19" or "A4". */
  isPartOfWord: boolean;
}

/** A text whose numbers were looked up once, for every check that asks for them. */
export interface NumberedText {
  text: string;
  /** Those in digits first, each kind in order. */
  mentions: readonly NumberMention[];
}

const DIGITS = /[1-9]\d{0,2}(?:\.\d{3}){1,6},\d+(?!\.?\d)|\d+(?:[,\u00a0\u202f']\d{3}(?!\d))*(?:[.,]\d+)?/g;
const DIGITS_ALONE = /^\d+$/;
const SUFFIX =
  /\s?(?:%|per\s?cent\b|percent\b|(hundred|thousand|million|billion|trillion)\b|(k|m|mn|bn|b|tn)\b)/iy;
const LETTER_SCALES: Record<string, number> = { k: 1e3, m: 1e6, mn: 1e6, b: 1e9, bn: 1e9, tn: 1e12 };
/** Thousands in groups: "17,000.5". */
const GROUPED = /^[1-9]\d{0,2}(?:[,\u00a0\u202f']\d{3})+(?:\.\d+)?$/;
/** What stands beside items of an array or a line of values, around those of a point, and after those of "5,10 and 15". */
const ITEM_BEFORE = /[[,]/;
const ITEM_AFTER = /^(?:\]|,\S)/;
const LAST_ITEM_AFTER = /^ (?:and|or) \d/;
const LONGEST_ITEM_AFTER = 6;
const LONGEST_NUMBER = 30;
/** Of what stands before a number, more than decides how it is read. */
const LONGEST_BEFORE = 64;

/** Numbers of `source` in digits, in order. Signs are left out; digits of identifiers are marked. */
export function scanDigitNumbers(source: string, from = 0): NumberMention[] {
  const skipped = Math.max(0, from - LONGEST_BEFORE);
  const mentions = scanDigits(source.slice(skipped), from - skipped);
  for (const mention of mentions) {
    mention.start += skipped;
    mention.end += skipped;
  }
  return mentions;
}

function scanDigits(source: string, from: number): NumberMention[] {
  const text = withAsciiDigits(source);
  const mentions: NumberMention[] = [];
  for (const match of matchesFrom(text, DIGITS, from)) {
    const digits = match[0];
    const end = match.index + digits.length;
    SUFFIX.lastIndex = end;
    const suffix = SUFFIX.exec(text);
    const scale = scaleWords.get(suffix?.[1]?.toLowerCase() ?? '') ?? 1;
    const letterScale = LETTER_SCALES[suffix?.[2]?.toLowerCase() ?? ''];
    const mantissas = DIGITS_ALONE.test(digits)
      ? [Number(digits)]
      : readSeparated(
          digits,
          areItems(digits, text.charAt(match.index - 1), text.slice(end, end + LONGEST_ITEM_AFTER)),
        );
    const values = mantissas.map((value) => value * scale);
    mentions.push({
      start: match.index,
      end: end + (suffix?.[0].length ?? 0),
      text: source.slice(match.index, end + (suffix?.[0].length ?? 0)),
      values: letterScale === undefined ? values : [...values, ...values.map((value) => value * letterScale)],
      mantissas,
      precision: scale * (letterScale ?? 1) * 10 ** -(/[.,](\d+)$/.exec(digits)?.[1]?.length ?? 0),
      isPercent: suffix !== null && suffix[1] === undefined && suffix[2] === undefined,
      isPartOfWord: /[\p{Script=Latin}_]-?$/u.test(text.slice(Math.max(0, match.index - 2), match.index)),
    });
  }
  return mentions;
}

/** Whether a comma in the digits is more likely between two items than before decimals, by what stands beside them. */
function areItems(digits: string, before: string, after: string): boolean {
  return (
    ITEM_BEFORE.test(before) ||
    ITEM_AFTER.test(after) ||
    (before === '(' && after.startsWith(')')) ||
    (LAST_ITEM_AFTER.test(after) && !GROUPED.test(digits))
  );
}

/** Every reading of digits with separators: as thousands, as decimal point, or between items. */
function readSeparated(digits: string, hasItems: boolean): number[] {
  const isGrouped = GROUPED.test(digits);
  const isDecimalComma = /^(?:\d+|[1-9]\d{0,2}(?:[.\u00a0\u202f']\d{3})+),\d+$/.test(digits) && !isGrouped;
  // No decimals follow as many digits as "2001,2002" has: a thousand is written in groups.
  const isList = hasItems || /^\d{4,},\d{3,}/.test(digits) || (!isGrouped && !isDecimalComma);
  const readings = isList && digits.includes(',') ? digits.split(',') : [];
  if (isDecimalComma) readings.push(digits.replace(/[.\u00a0\u202f']/g, '').replace(',', '.'));
  else if (digits.length <= LONGEST_NUMBER && (isGrouped || !digits.includes(','))) {
    readings.push(digits.replace(/[,\u00a0\u202f']/g, ''));
  }
  if (/^\d{1,3}\.\d{3}$/.test(digits)) readings.push(digits.replace('.', ''));
  return readings.map(Number).filter(Number.isFinite);
}

/** Numbers of `text`, whose words are `tokens`, in digits and in words. */
export function scanNumbers(text: string, tokens = scanTokens(text)): NumberMention[] {
  return [...scanDigitNumbers(text), ...scanNumberWords(text, tokens)];
}

function scanNumberWords(text: string, tokens: Token[]): NumberMention[] {
  return scanSpelledNumbers(text, tokens).map(({ start, end, value }) => ({
    start,
    end,
    text: text.slice(start, end),
    values: [value],
    mantissas: [],
    precision: 1,
    isPercent: /^\s?(?:%|per\s?cent)/i.test(text.slice(end, end + 9)),
    isPartOfWord: false,
  }));
}

/** The text with its numbers. */
export const numbered = (text: string): NumberedText => ({ text, mentions: scanNumbers(text) });

const isYearLike = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;

/** The numbers of the evidence, for exact, rounded and nearest look-ups. */
export class NumberIndex {
  readonly inDigits: NumberMention[] = [];
  readonly inWords: NumberMention[] = [];
  /** Both, in the order of the text. */
  private readonly inOrder: NumberMention[] = [];
  private readonly known = new Set<number>();
  private readonly values: number[] = [];
  private readonly sorted: SortedNumbers;
  /** How a number is written first, in digits and in words. */
  private readonly digits = new Map<number, string>();
  private readonly words = new Map<number, string>();
  private readonly scanOfDigits = new ResumedScan(scanDigitNumbers);
  private readonly scanOfWords = new ResumedScan((text, from) =>
    scanNumberWords(text, this.source.tokensFrom(from)),
  );
  readonly measures: EvidenceMeasures;
  private years = 0;

  constructor(
    private readonly source: GrowingText,
    private readonly log: UndoLog,
  ) {
    this.sorted = new SortedNumbers(this.values, log);
    this.measures = new EvidenceMeasures(source, this.inOrder, log);
  }

  /** Reads on in the text. @returns what adds the numbers that may change when the text grows */
  grow(): () => void {
    const digits = this.scanOfDigits.next(this.source);
    const words = this.scanOfWords.next(this.source);
    this.addMentions(digits.settled, words.settled);
    return () => this.addMentions(digits.open, words.open);
  }

  private addMentions(inDigits: NumberMention[], inWords: NumberMention[]): void {
    for (const mention of inDigits) this.addMention(mention, this.inDigits, this.digits);
    for (const mention of inWords) this.addMention(mention, this.inWords, this.words);
    const inOrder = [...inDigits, ...inWords].sort((a, b) => a.start - b.start);
    for (const mention of inOrder) this.log.push(this.inOrder, mention);
  }

  private addMention(mention: NumberMention, mentions: NumberMention[], texts: Map<number, string>): void {
    this.log.push(mentions, mention);
    for (const value of mention.values) {
      this.addValue(value);
      this.log.setIfAbsent(texts, value, mention.text);
    }
    for (const mantissa of mention.mantissas) this.addValue(mantissa);
  }

  /** A word that stands for an amount, such as "dozen", makes it known. */
  addToken({ text: word }: Token): void {
    const amount = word.length > 9 ? null : amountOf(word.toLowerCase());
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

  nearest(value: number): number | null {
    const { below, above } = this.sorted.around(value);
    if (below === undefined || above === undefined) return below ?? above ?? null;
    return value - below <= above - value ? below : above;
  }

  /** How the evidence writes its nearest number, if that is near enough to be a rival: within a half, years within 30. */
  rivalOf(value: number): string | null {
    const near = this.nearest(value);
    if (near === null || near === value) return null;
    const reach = isYearLike(value) ? 30 : Math.abs(value) / 2;
    return Math.abs(near - value) <= reach ? (this.digits.get(near) ?? this.words.get(near) ?? null) : null;
  }
}

const HEDGE =
  /\b(?:about|around|nearly|almost|over|under|roughly|approximately|some|than|least|to|up)\s+[$€£]?$|[~≈]\s?$/i;
const REFERENCE =
  /\b(?:passages?|steps?|sections?|options?|documents?|sources?|figures?|tables?|pages?|parts?|items?|notes?|examples?|paragraphs?|answers?|questions?|points?|tips?|reviews?|no\.?)[\s#]+(?:\d+(?:,| and| or|-)\s*)?$|[[#]$/i;
/** A reply that tells its own length. */
const LENGTH_OF_REPLY =
  /^[\s-]?(?:or (?:less|fewer) )?(?:words?|sentences?|characters?|bullets?|paragraphs?)\b/i;
const LARGEST_COUNT = 10;

/** Numbers of the reply that the evidence has in no form and that the reply does not work out. Counts up to ten are left to checks that can count. */
export function checkNumbers({ text, mentions }: NumberedText, evidence: NumberIndex): Finding[] {
  const findings: Finding[] = [];
  const derived = new DerivedNumbers({ text, mentions }, evidence);
  for (const mention of mentions) {
    if (mention.isPartOfWord || isSupported(mention, text, evidence) || derived.has(mention)) continue;
    const rival = evidence.rivalOf(mention.values[0] ?? 0);
    const nearest = rival === null ? '' : `; the nearest number there is ${quoted(rival)}`;
    findings.push({
      start: mention.start,
      end: mention.end,
      label: 'fabrication',
      explanation: `The number ${quoted(mention.text)} is nowhere in the evidence${nearest}.`,
      confidence: checkConfidence.number,
    });
  }
  return findings;
}

/** Whether a number without a unit may count what the evidence tells of. */
export const isSmallCount = (value: number): boolean => Number.isInteger(value) && value <= LARGEST_COUNT;

function isSupported(mention: NumberMention, text: string, evidence: NumberIndex): boolean {
  const before = text.slice(Math.max(0, mention.start - 24), mention.start);
  if (LENGTH_OF_REPLY.test(text.slice(mention.end, mention.end + 24))) return true;
  return mention.values.some((value) => {
    if (evidence.has(value)) return true;
    if (mention.isPercent) return value === 100 || evidence.has(value / 100);
    if (isSmallCount(value)) return true;
    if (REFERENCE.test(before)) return true;
    const isHedged = HEDGE.test(before);
    const precision = isHedged ? Math.max(mention.precision, trailingUnit(value)) : mention.precision;
    return evidence.hasRounded(value, isHedged ? 2 * precision : precision);
  });
}

/** 100 for 1300, 1 for 1287: what "about 1300" may be off by. */
function trailingUnit(value: number): number {
  let unit = 1;
  while (value >= unit * 10 && value % (unit * 10) === 0) unit *= 10;
  return unit;
}
