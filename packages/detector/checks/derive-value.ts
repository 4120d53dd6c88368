import type { Evidence } from '../evidence/evidence';
import { listSteps, type Step } from '../values/arithmetic';
import { readNumbers } from '../values/numbers';
import {
  type Amount,
  isSameUnit,
  type MeasuredNumber,
  MONEY_KEY,
  measureNumbers,
} from '../values/quantities';
import { listRecentSteps, type RecentNumbers, SeriesIndex } from './derive-recent';
import { listNamedSums } from './named-amounts';
import { listSpans } from './spans';

/** What says, right before a number, that it was worked out: "so EUR 2,500", "makes 36", "= 36". */
const LEADS_TO =
  /(?:\b(?:so|thus|therefore|that is|which is|makes?|totals?|totalling|equals?|average of|(?:total|sum|difference) (?:of|is)|brings?|gives?|earns?|yields?|worth|adds? up to|comes? to|amounts? to|works? out (?:at|to))|=)\s(?:\S{1,12}\s)?\S{0,3}$|\bso\s(?:\p{L}{1,10}\s){1,3}(?:is|are|am|has|have|be)\s(?:\p{L}{1,8}\s)?$/iu;
/** And right after it: "31 eggs are left", "five hours ago", "63 years later", "496 in total", "2 cents more than". */
const FOLLOWS =
  /^[^.!?\n]{0,16}?\b(?:left|remain(?:s|ing)?|later|earlier|older|younger|ago|years? (?:after|before)|in total|in all|altogether|(?:more|less|fewer|higher|lower) than|times as|cheaper|more expensive|lighter|heavier|longer|shorter|faster|slower|taller)\b/i;
/** Two cells with numbers, of which the next may be the sum. */
const AFTER_CELLS = /\|[^|\n]*\d[^|\n]*\|[^|\n]*\d[^|\n]*\|\s?\S{0,3}$/;
/** A change, or what is left: "rose by 10 EUR, or 25 %", "you still have 7 GB". */
const CHANGES =
  /\b(?:rose|risen|increased?|grew|grown|climbed|gained|fell|fallen|dropped|decreased?|declined|sav(?:es?|ed|ing)|still|differ(?:s|ence)?)\b[^.!?\n]{0,28}$|\b(?:up|down)\s(?:by\s)?\S{0,3}$/i;
/** What a change in percent is called, by its direction; a fall is also what is left of a whole, or taken off. */
const RISES = /\b(?:rose|risen|increas\w*|gr[eo]w\w*|climb\w*|gain\w*|up|higher|more)\b/i;
const FALLS =
  /\b(?:fell|fallen|drop\w*|decreas\w*|declin\w*|reduc\w*|down|lower|less|shr[aiu]nk|save[sd]?|savings?|cheaper|off|not|left|remain\w*|rest|others?)\b/i;
/** How prices are added up, multiplied and compared. */
const OF_BILL =
  /\b(?:total|sum|subtotal|altogether|combined|together|overall|both|and|for|with|without|each|all|save[sd]?|savings?|cheaper|more|less|left|remain\w*|difference|additional(?:ly)?|extra|refund\w*|comes? to|price)\b/i;
const TOTAL = /\b(?:total|sum|altogether|in all|combined|together|overall)\b/i;
const AVERAGE = /\b(?:average|mean)\b/i;
const COMPARES = /^[^.!?\n]{0,16}?\b(?:more|less|fewer|higher|lower|cheaper)\b/i;
const PER = /^\s?(?:per|a|an|each|every|\/)\s?(?:day|night|week|month|quarter|year)\b/i;
/** "$0.75 per can", "95 cents each". */
const PER_PIECE =
  /^\s?(?:(?:per|a|an|\/)\s?(?!(?:day|night|week|month|quarter|year)\b)\p{L}{3}|each\b|apiece\b)/iu;
const PERIODIC = /\b(?:daily|weekly|monthly|quarterly|yearly|annual(?:ly)?)\b[^.!?\n]{0,24}$/i;
const FIELD = /["']([^"']{1,40})["']\s?:\s?["']?[\d.]{1,24}$/;
const MAX_FIELD_LENGTH = 64;
/** A longer message holds what is to be relied on. */
const MAX_QUESTION_LENGTH = 600;
const MAX_LINE_LENGTH = 400;
const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9];
const CALENDAR = [4, 7, 12, 24, 30, 52, 60, 365];
const YEAR = /^(?:1\d|20)\d\d$/;
/** Of so many numbers the words are enough; of more some two make any other. */
const MAX_FEW = 12;
/** So many are combined each with each; of more, those that stand together. */
const MAX_POOL = 24;
/** Of these there are so few results that a share of one in the other needs no words. */
const MAX_FEWEST = 6;
const MAX_STATED = 8;
const MAX_LISTED = 1000;
const MAX_TOGETHER = 4;
const MAX_DISTANCE = 200;
/** The chance that a random number of the same size is a result too: with words for it, and without. */
const MAX_CHANCE_IF_SAID = 0.05;
const MAX_CHANCE = 0.02;
/** Of a number that is no coincidence. */
const MIN_DIGITS = 3;
/** Verdicts on more numbers of a reply are left to its operands. */
const MAX_SEARCHES = 200;

/** A number with the words around it. */
export interface NumberContext {
  measured: MeasuredNumber;
  written: string;
  before: string;
  after: string;
}

/** And with what it may be worked out from. */
export interface ClaimedNumber extends NumberContext, RecentNumbers {
  /** Numbers of the same sentence that the evidence has or that were worked out. */
  stated: readonly Amount[];
  /** Codes before it, in order, and what is written from the first one on. */
  codes: readonly string[];
  sinceCodes: string;
  /** Numbers that were worked out anywhere before. */
  derived: readonly Amount[];
}

/** Finds numbers that one operation on what the evidence has gives. */
export class DerivedValues {
  private distinct: readonly Amount[] | null = null;
  private pairs: readonly [Amount, Amount][] | null = null;
  private together: readonly [Amount, Amount][] | null = null;
  private searches = 0;

  private counts: readonly Amount[] | null = null;
  private readonly series: SeriesIndex;

  constructor(
    private readonly evidence: Evidence,
    private readonly question: string,
  ) {
    this.series = new SeriesIndex(evidence);
  }

  /** The amounts of the evidence, listed for the first number that needs them. */
  private get pool(): readonly Amount[] {
    this.distinct ??= this.listPool();
    return this.distinct;
  }

  private listPool(): Amount[] {
    const { measures, count } = this.evidence.numbers;
    const all = measures.all();
    return count > MAX_LISTED || all.length > MAX_LISTED * 4 ? [] : listDistinct(all);
  }

  /**
   * Whether the number is worked out: the words say so, or few pairs give such a number. `needsWords`: no number is so
   * special that it needs no words.
   */
  has(read: () => ClaimedNumber, needsWords: boolean): boolean {
    this.searches += 1;
    if (this.searches > MAX_SEARCHES) return false;
    const claim = read();
    const { measured, written, before, after } = claim;
    const isSaid =
      LEADS_TO.test(before) || FOLLOWS.test(after) || CHANGES.test(before) || AFTER_CELLS.test(before);
    if ((needsWords && !isSaid) || YEAR.test(written)) return false;
    // Shares below one are too many, but no amounts of money are, and those that words compare.
    const isAmount = measured.quantity === 'money' || (isSaid && measured.quantity !== null);
    const isLarge = (value: number): boolean => value > 1 || (value > 0 && isAmount);
    return measured.values.some(
      (value) =>
        this.isSpan(value, measured) ||
        (isLarge(value) &&
          (this.isTotal(value, claim) ||
            this.isOfRecent(value, claim) ||
            this.isOfNamed(value, claim) ||
            this.isOfAsked(value, claim) ||
            this.isPerPiece(value, claim) ||
            this.isOfSentence(value, claim, isSaid) ||
            this.isOfNeighbors(value, claim, isSaid))),
    );
  }

  private isOfRecent(value: number, claim: ClaimedNumber): boolean {
    const { ofRecent, ofSeries } = listRecentSteps(claim, this.series);
    return (
      isResult(value, claim.measured, ofRecent, ofRecent.length <= MAX_FEW ? 1 : MAX_CHANCE_IF_SAID) ||
      isResult(value, claim.measured, ofSeries, MAX_CHANCE_IF_SAID)
    );
  }

  /** The price of several things divided by their number, of what stands together: "24 cans for $18.00". */
  private isPerPiece(value: number, { measured, after }: ClaimedNumber): boolean {
    if (measured.quantity !== 'money' || !PER_PIECE.test(after)) return false;
    const steps = this.neighbors
      .filter(([one, other]) => (one.measured.quantity === 'money') !== (other.measured.quantity === 'money'))
      .flatMap(([one, other]) => listSteps(one, other, measured))
      .filter(({ kind }) => kind === 'quotient');
    return isResult(value, measured, steps, steps.length <= MAX_FEW ? 1 : MAX_CHANCE_IF_SAID);
  }

  /** From the amounts of what was named by its code. */
  private isOfNamed(value: number, { measured, codes, sinceCodes }: ClaimedNumber): boolean {
    if (measured.quantity !== 'money' || codes.length === 0) return false;
    const counts = COUNTS.filter((count) => this.evidence.numbers.has(count));
    const list = (times: readonly number[]): Step[] =>
      listNamedSums(this.evidence.text, codes, sinceCodes.toLowerCase(), times);
    return (
      isResult(value, measured, list([1]), MAX_CHANCE_IF_SAID) ||
      isResult(value, measured, list(counts), MAX_CHANCE_IF_SAID)
    );
  }

  /** The price of as many as the question asks for. */
  private isOfAsked(value: number, { measured }: ClaimedNumber): boolean {
    if (measured.quantity !== 'money') return false;
    this.counts ??= measureNumbers(readNumbers(this.question.slice(0, MAX_QUESTION_LENGTH)))
      .filter(({ quantity, values: [count = 0] }) => COUNTS.includes(count) && quantity !== 'money')
      .map(toAmount);
    const prices = this.pool.filter((amount) => isSameUnit(amount.measured, measured));
    const steps = combine(prices, this.counts, measured).filter(({ kind }) => kind === 'product');
    return isResult(value, measured, steps, steps.length <= MAX_FEW ? 1 : MAX_CHANCE_IF_SAID);
  }

  /** Whether the words say that it is worked out, and two of the stated numbers give it. */
  isOfStated(
    value: number,
    { measured, before, after }: NumberContext,
    operands: readonly Amount[],
    isTotal: boolean,
  ): boolean {
    const isSaid = isTotal || LEADS_TO.test(before) || FOLLOWS.test(after);
    return isSaid && isResult(value, measured, combine(operands, operands, measured), 1);
  }

  /** From numbers of the same sentence and others. */
  private isOfSentence(value: number, claim: ClaimedNumber, isSaid: boolean): boolean {
    const { measured, stated, derived } = claim;
    const factors = isPeriodic(claim) ? CALENDAR.map(toCount) : [];
    const operands = stated.slice(0, MAX_STATED);
    const isOfFew = this.evidence.numbers.count <= MAX_FEW;
    const ofPeriods = combine(
      this.pool.filter(({ measured: { quantity } }) => quantity === measured.quantity),
      factors,
      measured,
    );
    const isMeant = readMeaning(claim, isSaid);
    const ofStated = [
      ...combine(operands, [...this.pool, ...operands, ...derived], measured),
      ...(isSaid ? combine(derived, this.pool, measured) : []),
    ].filter((step) => isPriceOfSeveral(step, claim) || isMeant(step));
    const counted = ofStated.filter((step) => isPriceOfSeveral(step, claim));
    const maxChance = this.maxChance(isSaid);
    return (
      isResult(value, measured, ofPeriods, isOfFew ? 1 : MAX_CHANCE_IF_SAID) ||
      (isOfFew && isResult(value, measured, isSaid ? ofStated : counted, 1)) ||
      isResult(value, measured, ofStated, maxChance)
    );
  }

  /** From numbers of the evidence that stand together, or from any two of few. */
  private isOfNeighbors(value: number, claim: ClaimedNumber, isSaid: boolean): boolean {
    const { measured } = claim;
    const { count } = this.evidence.numbers;
    this.pairs ??= count <= MAX_POOL ? pairEach(this.pool) : this.neighbors;
    const steps = listAllSteps(this.pairs, claim, isSaid);
    const near = isSaid && count <= MAX_FEW && measured.quantity !== null ? this.neighbors : [];
    return (
      isResult(value, measured, listAllSteps(near, claim, isSaid), 1) ||
      isResult(value, measured, steps, this.maxChance(isSaid))
    );
  }

  private maxChance(isSaid: boolean): number {
    return isSaid || this.evidence.numbers.count <= MAX_FEWEST ? MAX_CHANCE_IF_SAID : MAX_CHANCE;
  }

  private get neighbors(): readonly [Amount, Amount][] {
    this.together ??= this.listNeighbors();
    return this.together;
  }

  private listNeighbors(): [Amount, Amount][] {
    const all = this.evidence.numbers.measures.all();
    const pairs: [Amount, Amount][] = [];
    for (let index = 0; index < all.length && pairs.length < MAX_LISTED; index += 1) {
      const one = all[index] as MeasuredNumber;
      for (const other of all.slice(index + 1, index + 1 + MAX_TOGETHER)) {
        if (other.start - one.end > MAX_DISTANCE) break;
        if (areApart(one, other)) pairs.push([toAmount(one), toAmount(other)]);
      }
    }
    return pairs;
  }

  /**
   * The sum or the mean of all amounts in one unit, of a line of them, or of the fields of one name; of two of these fields
   * the difference.
   */
  private isTotal(value: number, { measured, before, after }: ClaimedNumber): boolean {
    const around = `${before} ${after}`;
    const [isSum, isAverage] = [TOTAL.test(around), AVERAGE.test(around)];
    const isDifference = CHANGES.test(before) || COMPARES.test(after);
    if (!isSum && !isAverage && !isDifference) return false;
    const groups = this.groupAmounts(measured);
    const steps = [...groups]
      .filter(([, group]) => group.length > 1)
      .flatMap(([name, group]): Step[] => {
        const [one = 0, other = 0, ...more] = new Set(group);
        const isPair = isDifference && name.startsWith('field') && more.length === 0;
        const sum = group.reduce((total, one) => total + one, 0);
        return [
          ...(isSum ? [{ kind: 'sum', value: Number(sum.toPrecision(12)) } as const] : []),
          ...(isAverage ? [{ kind: 'quotient', value: sum / group.length } as const] : []),
          ...(isPair ? [{ kind: 'difference', value: Math.abs(one - other) } as const] : []),
        ];
      });
    return isResult(value, measured, steps, steps.length <= MAX_FEW ? 1 : MAX_CHANCE_IF_SAID);
  }

  /**
   * The amounts in the unit of `claim`: all of them, by lines and by the names of fields. A field of amounts of money needs
   * no currency.
   */
  private groupAmounts(claim: MeasuredNumber): Map<string, number[]> {
    const { text } = this.evidence;
    const groups = new Map<string, number[]>();
    for (const measured of this.pool.length === 0 ? [] : this.evidence.numbers.measures.all()) {
      const isOfUnit = claim.quantity === null || isSameUnit(measured, claim);
      if (!isOfUnit && measured.quantity !== null) continue;
      const before = text.slice(Math.max(0, measured.start - MAX_LINE_LENGTH), measured.start);
      const line = measured.start - before.length + before.lastIndexOf('\n');
      const field = FIELD.exec(text.slice(Math.max(0, measured.end - MAX_FIELD_LENGTH), measured.end))?.[1];
      const ofField = field !== undefined && (isOfUnit || MONEY_KEY.test(field)) ? [`field ${field}`] : [];
      for (const group of [...(isOfUnit ? ['', `line ${line}`] : []), ...ofField]) {
        const amounts = groups.get(group);
        if (amounts === undefined) groups.set(group, [measured.values[0] as number]);
        else amounts.push(measured.values[0] as number);
      }
    }
    return groups;
  }

  private isSpan(value: number, measure: MeasuredNumber): boolean {
    const { ofRanges, spans } = listSpans(this.evidence, measure);
    return (
      isResult(value, measure, ofRanges, 1) ||
      isResult(value, measure, spans, spans.length <= MAX_FEW ? 1 : MAX_CHANCE_IF_SAID)
    );
  }
}

/** Whether a step gives the value, and at most `maxChance` of random values of its size. */
function isResult(
  value: number,
  { precision }: MeasuredNumber,
  steps: readonly Step[],
  maxChance: number,
): boolean {
  if (!steps.some((step) => isRounded(step.value, value, precision))) return false;
  if (maxChance === 1) return true;
  const near = new Set(
    steps.map((step) => step.value).filter((other) => other >= value / 2 && other <= 2 * value),
  );
  const width = Number.isInteger(value) ? Math.max(1, precision) : precision;
  return (near.size * width) / (1.5 * value) <= maxChance;
}

/** Whether a result is the value, or rounds to it. */
function isRounded(result: number, value: number, precision: number): boolean {
  const error = Math.abs(result - value);
  if (error <= 1e-9 * Math.abs(value)) return true;
  return !Number.isInteger(result) && error <= precision / 2 && error <= 0.025 * Math.abs(value);
}

const combine = (some: readonly Amount[], others: readonly Amount[], claim: MeasuredNumber): Step[] =>
  some.flatMap((one) => others.flatMap((other) => (one === other ? [] : listSteps(one, other, claim))));

/**
 * Whether the words can mean the step. Shares, parts of an amount, prices with words of a bill and numbers with several
 * digits need no words. Of other numbers, two make a third too easily: 30 days twice are 60.
 */
function readMeaning({ measured, before, after }: ClaimedNumber, isSaid: boolean): (step: Step) => boolean {
  const around = `${before} ${after}`;
  const change = RISES.test(around) ? 'rise' : FALLS.test(around) ? 'fall' : null;
  const isOfBill = measured.quantity === 'money' && OF_BILL.test(around);
  const isFree = isOfBill || countDigits(measured.values[0] ?? 0) >= MIN_DIGITS;
  const isOfPeriod = isPeriodic({ before, after });
  return ({ kind }) => {
    if (kind === 'rise' || kind === 'fall') return kind === change;
    if (isOfPeriod && kind === 'product') return true;
    return isSaid || kind === 'share' || kind === 'portion' || (isFree && kind !== 'span');
  };
}

/** "40 hours a week", "the daily dose is 750 mg". */
const isPeriodic = ({ before, after }: Pick<NumberContext, 'before' | 'after'>): boolean =>
  PER.test(after) || PERIODIC.test(before);

/** "Two adults pay 28 EUR": the number of things is in the sentence. */
const isPriceOfSeveral = ({ kind }: Step, { measured }: ClaimedNumber): boolean =>
  kind === 'product' && measured.quantity === 'money';

/** Without the zeros at its ends. */
const countDigits = (value: number): number =>
  String(value)
    .replace('.', '')
    .replace(/^0+|0+$/g, '').length;

function listAllSteps(pairs: readonly [Amount, Amount][], claim: ClaimedNumber, isSaid: boolean): Step[] {
  const isMeant = readMeaning(claim, isSaid);
  return pairs.flatMap(([one, other]) => listSteps(one, other, claim.measured).filter(isMeant));
}

const pairEach = (pool: readonly Amount[]): [Amount, Amount][] =>
  pool.flatMap((one, index) =>
    pool
      .slice(index + 1)
      .filter((other) => areApart(one.measured, other.measured))
      .map((other): [Amount, Amount] => [one, other]),
  );

/** Whether neither is a part of the other, as the hours of hours and minutes are. */
const areApart = (one: MeasuredNumber, other: MeasuredNumber): boolean =>
  !(one.isWhole || other.isWhole) || one.end <= other.start || other.end <= one.start;

const toAmount = (measure: MeasuredNumber): Amount => ({
  value: measure.values[0] as number,
  measured: measure,
});

const toCount = (value: number): Amount => ({
  value,
  measured: {
    start: 0,
    end: 0,
    values: [value],
    quantity: null,
    unit: '',
    size: 1,
    precision: 1,
    isWhole: false,
  },
});

function listDistinct(all: readonly MeasuredNumber[]): Amount[] {
  const distinct = new Map<string, Amount>();
  for (const measured of all) {
    for (const value of measured.values) {
      const key = `${value} ${measured.unit}`;
      if (value > 0 && !distinct.has(key)) distinct.set(key, { value, measured });
    }
  }
  return [...distinct.values()];
}
