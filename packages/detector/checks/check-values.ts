import { refersBack, scanSentences } from '../base/sentences';
import { listNormalizedWords, stem } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { listNamesOfUnit } from '../gazetteers/units';
import { type IdentifierMention, scanIdentifiers } from '../text/identifiers';
import { countItems } from '../text/item-counts';
import { findFirst, findRegionAt, isWithin, type Region, type WrittenRegion } from '../text/regions';
import { type AskedScale, isOnScale, scanAskedScales } from '../values/asked-scales';
import { type Formula, scanFormulas } from '../values/formulas';
import {
  isReference,
  isSmallCount,
  isYearLike,
  type NumberedText,
  type NumberMention,
  readNumbers,
} from '../values/numbers';
import { scanPhones } from '../values/phones';
import {
  type Amount,
  CENTS,
  isSameUnit,
  joinParts,
  type MeasuredNumber,
  measureAmbiguous,
  measureNumbers,
  TIME,
} from '../values/quantities';
import { type ChangeMention, isRatioOf, type RatioMention, scanChanges, scanRatios } from '../values/ratios';
import { type CellVerdict, checkCells } from './check-cells';
import { type ClaimedNumber, DerivedValues, type NumberContext } from './derive-value';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';
import { endsWithSum, isInListedTotal } from './listed-totals';
import { findJoined, hasRatio, isOtherNotation } from './other-notations';
import { namesSubject } from './question-subject';
import { isRoundPeriod, listMonthSpans } from './spans';

const HEDGE =
  /\b(?:just\s)?(?:about|around|nearly|almost|over|under|roughly|approximately|some|(?:more|less|fewer) than|at (?:least|most)|up to|close to)\s+[$€£]?$|[~≈]\s?$/i;
const LIMIT = /\b(?:up to|at (?:least|most))\s+$/i;
const ABOVE = /\b(?:over|more than|at least|above)\s+[$€£]?$/i;
const BELOW = /\b(?:under|(?:less|fewer) than|at most|up to|nearly|almost)\s+[$€£]?$/i;
/** What "about" may be off by, as a share, and what a number may be on the wrong side of "over". */
const MAX_OFF = 0.1;
const MAX_SLACK = 0.01;
const MIN_LARGE = 100;
/** A reply that states its length. */
const LENGTH_OF_REPLY =
  /^[\s-]?(?:or (?:less|fewer) )?(?:words?|sentences?|characters?|bullets?|paragraphs?)\b/i;
/** What makes a share a percentage. */
const TIMES_HUNDRED = /[×x*·]\s?100$/;
/** Time between two events, worked out from their dates, and idioms such as "seven days a week". */
const NO_MEASURE = /^\s(?:later|earlier|before|after|apart|a (?:day|week))\b/i;
/** What a number counts: "3 new messages". */
const COUNTED = /^\s(?:\p{L}{2,14}\s){0,2}\p{L}{2,14}/u;
const AGO = /^\s?ago\b/i;
const AGO_IN_EVIDENCE = /\bago\b|_ago\b|Ago\b/;
const MAX_AFTER_LENGTH = 36;
const MAX_BEFORE_LENGTH = 36;
const MAX_REQUEST_LENGTH = 20_000;
/** What a length of time that is about as long may be off by, as a share. */
const MAX_SPAN_OFF = 0.03;

/**
 * Compares the numbers and quantities of a text with the evidence: they are the same there, follow from it in one step,
 * or are found. Counts up to ten without a unit are left to checks that can count.
 */
export function checkValues(
  reply: NumberedText,
  evidence: Evidence,
  { question = '', listEarlierReplies = () => [] }: ValueContext = {},
): ValueVerdict {
  return new ValueCheck(reply, evidence, question, listEarlierReplies).run();
}

/** What was said before a text: the question that it is to, and what the assistant said last. */
interface ValueContext {
  question?: string;
  listEarlierReplies?: () => readonly string[];
}

class ValueCheck {
  private readonly mentions: readonly NumberMention[];
  private readonly measured: readonly MeasuredNumber[];
  private readonly formulas: ReadonlyMap<NumberMention, Formula>;
  private readonly sentences: readonly Region[];
  private readonly phones: readonly Region[];
  private readonly findings: Finding[] = [];
  private readonly supported: Region[] = [];
  /** Numbers that were worked out, in the order in which they were, so that others may follow from them. */
  private readonly derived: MeasuredNumber[] = [];
  private readonly isDerived = new Set<MeasuredNumber>();
  private readonly derivation: DerivedValues;
  private readonly scales: readonly AskedScale[];
  /** The question, if it may name what the reply gives a number of. */
  private readonly subjectQuestion: string;
  private namesRow: boolean | null = null;
  private items: ReadonlyMap<string, readonly number[]> | null = null;
  private codes: readonly IdentifierMention[] | null = null;
  private earlierCheck: { check: ValueCheck | null } | null = null;
  private given: readonly Amount[] | null = null;

  constructor(
    private readonly reply: NumberedText,
    private readonly evidence: Evidence,
    private readonly question: string,
    private readonly listEarlierReplies: () => readonly string[],
  ) {
    this.mentions = reply.mentions.toSorted((a, b) => a.start - b.start);
    this.measured = measureNumbers(reply);
    this.formulas = new Map(scanFormulas(reply).map((formula) => [formula.result, formula]));
    this.sentences = scanSentences(reply.text);
    this.phones = scanPhones(reply.text).filter((phone) => evidence.numbers.others.hasPhone(phone));
    this.derivation = new DerivedValues(evidence, question);
    this.subjectQuestion = namesSubject(question) ? question : '';
    this.scales = scanAskedScales(question.slice(0, MAX_REQUEST_LENGTH));
    for (const [index, mention] of this.mentions.entries())
      if (this.formulas.get(mention)?.isRight) this.addDerived(this.measured[index] as MeasuredNumber);
  }

  private addDerived(measure: MeasuredNumber): void {
    this.derived.push(measure);
    this.isDerived.add(measure);
  }

  run(): ValueVerdict {
    for (let index = 0; index < this.mentions.length; index += 1) {
      const end = this.findEndOfWhole(index);
      if (end > index) this.checkWhole(index, end);
      else this.checkOne(this.mentions[index] as NumberMention, this.measured[index] as MeasuredNumber);
      index = end;
    }
    this.checkRatios();
    this.supportRates();
    return { findings: this.findings, supported: this.supported };
  }

  /** The last of the numbers that are one amount with this one: "1 hour 45 minutes". */
  private findEndOfWhole(index: number): number {
    let end = index;
    while (
      joinParts(this.reply.text, this.measured[end] as MeasuredNumber, this.measured[end + 1] ?? NOTHING)
    )
      end += 1;
    return end;
  }

  private checkWhole(from: number, to: number): void {
    const parts = this.measured.slice(from, to + 1);
    const [first, ...others] = parts as [MeasuredNumber, ...MeasuredNumber[]];
    const whole = others.reduce((one, next) => joinParts(this.reply.text, one, next) ?? one, first);
    const mentions = this.mentions.slice(from, to + 1);
    if (this.follows(whole)) this.support(whole);
    else if (mentions.some((mention) => !this.isKnown(mention))) this.findAbsent(whole, whole);
  }

  private checkOne(mention: NumberMention, measure: MeasuredNumber): void {
    const formula = this.formulas.get(mention);
    if (mention.isPartOfWord) return;
    const joined = findJoined(mention, this.reply.text, this.evidence.text);
    if (joined !== null) {
      this.support(joined);
      return;
    }
    if (formula !== undefined) this.checkFormula(formula, measure);
    else if (isWithin(this.phones, mention.start)) this.support(mention);
    else if (mention.longDigits !== null) this.checkDigits(mention, mention.longDigits, measure);
    else if (this.isAskedFor(measure)) this.support(measure);
    else if (this.checkCells(mention, measure) || this.checkItems(mention, measure)) return;
    else if (this.isKnown(mention)) this.checkUnit(mention, measure);
    else if (this.follows(measure) || this.isScaled(mention)) this.support(measure);
    else this.findAbsent(mention, measure);
  }

  /** Whether the request asks for a value of one's own on a scale. */
  private isAskedFor(measure: MeasuredNumber): boolean {
    const { before } = this.readContext(measure);
    return measure.values.some((value) => isOnScale(value, before, this.scales));
  }

  /** Compares the number with the cells that its sentence names; false where they say nothing of it. */
  private checkCells(
    { isPercent, values: [value = 0], ...mention }: NumberMention,
    measure: MeasuredNumber,
  ): boolean {
    const isCount = isSmallCount(value) && mention.precision === 1 && !isPercent;
    if (isCount || isYearLike(value)) return false;
    const { start, end } = this.findSentence(mention);
    const sentence = this.reply.text.slice(start, end);
    const check = (sentenceText: string): CellVerdict | null =>
      checkCells(measure, isPercent, sentenceText, this.evidence);
    const verdict =
      check(sentence) ??
      (refersBack(sentence)
        ? check(this.reply.text.slice(this.findSentence(this.findBefore(mention)).start, end))
        : null) ??
      (this.isAboutQuestion(sentence) ? check(`${this.subjectQuestion} ${sentence}`) : null);
    if (verdict === null) return false;
    if (verdict.isRight) this.support(measure);
    else this.findOtherCell(measure, verdict.cell);
    return true;
  }

  /**
   * Compares a count with the items of a list of JSON that has the name of what is counted. Fewer may be a selection of
   * them. False where there is no such list, or the evidence has the number itself.
   */
  private checkItems({ values: [value = 0], end }: NumberMention, measure: MeasuredNumber): boolean {
    const { numbers, text } = this.evidence;
    if (measure.quantity !== null || !Number.isInteger(value) || numbers.has(value)) return false;
    const [phrase = ''] = COUNTED.exec(this.reply.text.slice(end, end + MAX_AFTER_LENGTH)) ?? [];
    this.items ??= countItems(text);
    const counts = listNormalizedWords(phrase).flatMap((word) => this.items?.get(stem(word)) ?? []);
    if (counts.includes(value)) this.support(measure);
    else if (counts.length === 1 && value > (counts[0] as number)) {
      const explanation = `The list in the evidence has ${counts[0]} items, not ${this.quote(measure)}.`;
      this.find(measure, explanation, checkConfidence.measure);
    } else return false;
    return true;
  }

  /** Whether a sentence is about the row that the question names, because the reply names none at all. */
  private isAboutQuestion(sentence: string): boolean {
    if (this.subjectQuestion === '' || !namesSubject(sentence)) return false;
    this.namesRow ??= this.evidence.tables.findNamed(this.reply.text).length > 0;
    return !this.namesRow;
  }

  private findOtherCell(measure: MeasuredNumber, cell: Region): void {
    const text = this.evidence.text.slice(cell.start, cell.end);
    const explanation = `The table has ${quote(text)} there, not ${this.quote(measure)}.`;
    this.find(measure, explanation, checkConfidence.cell, 'context_misattribution', [cell]);
  }

  private checkDigits(mention: NumberMention, digits: string, measure: MeasuredNumber): void {
    if (!this.evidence.numbers.hasLong(digits)) this.findAbsent(mention, measure, checkConfidence.digits);
  }

  /** Of a number that the evidence has, or that is small: whether it has it in this unit. */
  private checkUnit(mention: NumberMention, measure: MeasuredNumber): void {
    const { measures } = this.evidence.numbers;
    const rivals =
      measure.quantity === null
        ? []
        : [...mention.values.flatMap((value) => measures.withValue(value)), ...this.listCents(measure)];
    const [rival] = rivals;
    const isInOtherUnit = rival !== undefined && rivals.every((other) => isRival(other, measure));
    if (!isInOtherUnit && !this.isAbsent(mention, measure)) this.supportNotation(mention, measure);
    else if (this.follows(measure, isInOtherUnit)) this.support(measure);
    else if (isInOtherUnit) this.findOtherUnit(measure, rival);
    else this.find(measure, `The evidence does not have ${this.quote(measure)}.`);
  }

  /** Of an amount of money those of the evidence that have its digits in cents. */
  private listCents({ quantity, isMinor, values }: MeasuredNumber): MeasuredNumber[] {
    if (quantity !== 'money' || isMinor === true) return [];
    const { measures } = this.evidence.numbers;
    return values
      .flatMap((value) => measures.withValue(value / CENTS))
      .filter((other) => other.isMinor === true);
  }

  /** Whether the number is somewhere in the evidence, in any unit, rounded perhaps, or need not be. */
  private isKnown(mention: NumberMention): boolean {
    const { numbers } = this.evidence;
    const { text } = this.reply;
    const before = text.slice(Math.max(0, mention.start - 24), mention.start);
    if (LENGTH_OF_REPLY.test(text.slice(mention.end, mention.end + 24))) return true;
    if (TIMES_HUNDRED.test(`${before}${mention.text}`)) return true;
    const largest = Math.max(...mention.values);
    return mention.values.some((value) => {
      if (numbers.has(value)) return true;
      // "12 m" is 12, or as many millions.
      const unitPrecision = mention.precision * (value / largest);
      const isHedged = HEDGE.test(before);
      const reach = isHedged ? 2 * Math.max(unitPrecision, computeTrailingUnit(value)) : unitPrecision;
      if (mention.isPercent) {
        return (
          value === 100 ||
          numbers.hasRounded(value, unitPrecision) ||
          isFraction(value / 100, reach / 100, this.evidence) ||
          hasRatio(value / 100, this.evidence.text)
        );
      }
      if (isSmallCount(value) || isReference(before)) return true;
      return isHedged ? this.isNear(value, before, reach / 2) : numbers.hasRounded(value, reach);
    });
  }

  /** Whether the evidence has a number on the side of the value that the words say: above 600 for "just over 600". */
  private isNear(value: number, before: string, reach: number): boolean {
    const { numbers } = this.evidence;
    const slack = value * MAX_SLACK;
    if (ABOVE.test(before)) return numbers.hasBetween(value - slack, value + reach);
    if (BELOW.test(before)) return numbers.hasBetween(value - reach, value + slack);
    const near = value < MIN_LARGE ? reach : Math.min(reach, Math.max(slack, value * MAX_OFF));
    return numbers.hasBetween(value - near, value + near);
  }

  /** Whether it is a small number of something that the evidence has in no form. */
  private isAbsent({ end }: NumberMention, { values, quantity, end: unitEnd }: MeasuredNumber): boolean {
    const { numbers, dates, text } = this.evidence;
    if (
      quantity === null ||
      quantity === 'percent' ||
      !values.every((value) => isSmallCount(value) && !numbers.hasRounded(value, 1))
    ) {
      return false;
    }
    const after = this.reply.text.slice(unitEnd, unitEnd + MAX_AFTER_LENGTH);
    if (AGO.test(after)) return dates.mentions.length === 0 && AGO_IN_EVIDENCE.test(text);
    return !NO_MEASURE.test(after) && !NO_MEASURE.test(this.reply.text.slice(end, end + MAX_AFTER_LENGTH));
  }

  private follows(measure: MeasuredNumber, needsWords = false): boolean {
    const { measures } = this.evidence.numbers;
    const isWritten = (value: number): boolean =>
      measures.nearest(value, measure)?.value === value || measures.findConverted(value, measure) !== null;
    const isDerived =
      measure.values.some((value) => isWritten(value) || this.isShare(value, measure)) ||
      isRoundPeriod(this.readContext(measure), this.evidence.words) ||
      this.isNearPeriod(measure) ||
      this.repeatsDerived(measure) ||
      this.isTotalOfListed(measure) ||
      this.isInListedTotal(measure) ||
      this.derivation.has(() => this.toSaid(measure), needsWords);
    if (isDerived) this.addDerived(measure);
    return isDerived;
  }

  /** Whether it is about as long as what the evidence has in another unit: "just under two months" of eight weeks. */
  private isNearPeriod({ quantity, size, values: [count = 0], start }: MeasuredNumber): boolean {
    const before = this.reply.text.slice(Math.max(0, start - MAX_BEFORE_LENGTH), start);
    if (quantity !== TIME || !HEDGE.test(before) || LIMIT.test(before)) return false;
    const duration = count * size;
    if (
      listMonthSpans(this.evidence.dates.mentions).some(
        (span) => Math.abs(span - duration) <= MAX_SPAN_OFF * duration,
      )
    )
      return true;
    const [isAbove, isBelow] = [ABOVE.test(before), BELOW.test(before)];
    return this.evidence.numbers.measures.all().some(({ quantity: other, size: unit, values: [own = 0] }) => {
      const evidenceDuration = own * unit;
      const isOnSide =
        (!isAbove || evidenceDuration >= duration) && (!isBelow || evidenceDuration <= duration);
      return (
        other === TIME &&
        unit !== size &&
        isOnSide &&
        Math.abs(evidenceDuration - duration) <= MAX_OFF * duration
      );
    });
  }

  /** Whether it is a share of one that the evidence has in percent. */
  private isShare(value: number, { quantity }: MeasuredNumber): boolean {
    const percent = Number((100 * value).toPrecision(12));
    const percentages =
      value < 1 && quantity === null ? this.evidence.numbers.measures.withValue(percent) : [];
    return percentages.some((other) => other.quantity === 'percent');
  }

  private readContext(measure: MeasuredNumber): NumberContext {
    const { text } = this.reply;
    return {
      measured: measure,
      written: text.slice(measure.start, measure.end),
      before: text.slice(Math.max(0, measure.start - MAX_BEFORE_LENGTH), measure.start),
      after: text.slice(measure.end, measure.end + MAX_AFTER_LENGTH),
    };
  }

  private toSaid(measure: MeasuredNumber): ClaimedNumber {
    return {
      ...this.readContext(measure),
      stated: this.listStated(measure),
      recent: this.listRecent(measure),
      ...this.listCodes(measure),
      derived: this.derived
        .slice(-MAX_STATED)
        .map((other) => ({ value: other.values[0] as number, measured: other })),
    };
  }

  /** Whether it was worked out before, in the reply or in what the assistant said last. */
  private repeatsDerived(measure: MeasuredNumber): boolean {
    const [value] = measure.values;
    const isSame = (other: MeasuredNumber): boolean =>
      other.values[0] === value && isSameUnit(other, measure);
    return this.derived.slice(-MAX_BETWEEN).some(isSame) || (this.earlier?.repeatsDerived(measure) ?? false);
  }

  /** The values of what the assistant said last, compared with the evidence of today; null where it said none. */
  private get earlier(): ValueCheck | null {
    this.earlierCheck ??= { check: this.checkEarlier() };
    return this.earlierCheck.check;
  }

  private checkEarlier(): ValueCheck | null {
    const replies = this.listEarlierReplies();
    const last = replies.at(-1);
    if (last === undefined) return null;
    const numbered = readNumbers(last.slice(-MAX_EARLIER_LENGTH));
    const check = new ValueCheck(numbered, this.evidence, this.question, () => replies.slice(0, -1));
    check.run();
    return check;
  }

  /** After the check: the numbers that the evidence has or that were worked out; of the replies before where it has none. */
  private listGiven(): readonly Amount[] {
    this.given ??= this.measured.flatMap((measured) => {
      const [value = 0] = measured.values;
      return this.isGiven(value, measured) ? [{ value, measured }] : [];
    });
    return this.given.length > 0 ? this.given : (this.earlier?.listGiven() ?? []);
  }

  /** Whether it is said to be the total of the amounts right before it, known or not. */
  private isTotalOfListed(measure: MeasuredNumber): boolean {
    const [value = 0] = measure.values;
    if (measure.quantity === null || !this.isSaidTotal(measure)) return false;
    const index = this.placeOf(measure);
    const listed = this.measured
      .slice(Math.max(0, index - MAX_BETWEEN), index)
      .filter((other) => isSameUnit(other, measure));
    const totals = listed.filter((other) => this.isDerived.has(other));
    return [listed, totals].some((amounts) => endsWithSum(amounts.slice(-MAX_LISTED), value));
  }

  /** Whether the reply lists a total with its parts, of which this is one, or is itself the total of what follows. */
  private isInListedTotal(measure: MeasuredNumber): boolean {
    if (measure.quantity !== 'money') return false;
    const at = this.placeOf(measure);
    const listed = this.measured
      .slice(Math.max(0, at - MAX_LISTED), at + MAX_LISTED)
      .filter((other) => isSameUnit(other, measure));
    const around = {
      before: listed.filter(({ end }) => end <= measure.start),
      after: listed.filter(({ start }) => start >= measure.end),
    };
    return isInListedTotal(measure, around, {
      isGiven: (other) => this.isGiven(other.values[0] ?? 0, other),
      isTotal: (other) => this.isSaidTotal(other),
    });
  }

  /** The place of a number among the measured ones. */
  private placeOf({ start }: MeasuredNumber): number {
    return findFirst(this.measured.length, (at) => (this.measured[at] as MeasuredNumber).start >= start);
  }

  private listCodes({ start }: MeasuredNumber): Pick<ClaimedNumber, 'codes' | 'sinceCodes'> {
    this.codes ??= scanIdentifiers(this.reply.text);
    const { end } = this.findSentence({ start, end: start });
    const all = this.codes;
    const placeOf = (at: number): number =>
      findFirst(all.length, (index) => (all[index] as IdentifierMention).end > at);
    const codes = all.slice(placeOf(start - MAX_CODE_DISTANCE), placeOf(end));
    return {
      codes: codes.map(({ text }) => text),
      sinceCodes: this.reply.text.slice(Math.min(codes[0]?.start ?? start, start), end),
    };
  }

  /** The other numbers of its sentence that the evidence has or that were worked out before. */
  private listStated({ start, end }: Region): Amount[] {
    const sentence = this.findSentence({ start, end });
    const from = Math.max(sentence.start, start - MAX_OPERAND_DISTANCE);
    const to = Math.min(sentence.end, end + MAX_OPERAND_DISTANCE);
    const first = findFirst(
      this.measured.length,
      (at) => (this.measured[at] as MeasuredNumber).start >= from,
    );
    const amounts: Amount[] = [];
    for (let at = first; at < this.measured.length && amounts.length < MAX_STATED; at += 1) {
      const other = this.measured[at] as MeasuredNumber;
      if (other.start >= to) break;
      if (other.start < end && other.end > start) continue;
      const value = other.values.find(
        (one) => (one > 1 || (one > 0 && other.quantity === 'money')) && this.isGiven(one, other),
      );
      if (value !== undefined) amounts.push({ value, measured: other });
    }
    return amounts;
  }

  private isGiven(value: number, measure: MeasuredNumber): boolean {
    const { numbers } = this.evidence;
    return numbers.has(value) || numbers.measures.withValue(value).length > 0 || this.isDerived.has(measure);
  }

  /** Those of the sentence before and of the same one, up to it; if these are not two in its unit, after those of replies before. */
  private listRecent(measure: MeasuredNumber): Amount[] {
    const own = [...this.listStated(this.findBefore(measure)), ...this.listStated(measure)].filter(
      ({ measured: { start } }) => start < measure.start,
    );
    const isInUnit = (amount: Amount): boolean => isSameUnit(amount.measured, measure);
    const ownInUnit = own.filter(isInUnit);
    const earlier = ownInUnit.length > 1 ? [] : (this.earlier?.listGiven().filter(isInUnit) ?? []);
    return earlier.length === 0 ? own : [...earlier.slice(-MAX_EARLIER_AMOUNTS), ...ownInUnit];
  }

  private isSaidTotal({ start, end }: Region): boolean {
    if (TOTAL_AFTER.test(this.reply.text.slice(end, end + MAX_AFTER_LENGTH))) return true;
    const before = this.reply.text.slice(Math.max(0, start - MAX_TOTAL_DISTANCE), start);
    return TOTAL.test(before.slice(before.lastIndexOf('\n') + 1));
  }

  /** The end of the sentence before that of a region. */
  private findBefore(region: Region): Region {
    const { start } = this.findSentence(region);
    const before =
      this.sentences[
        findFirst(this.sentences.length, (at) => (this.sentences[at] as Region).start >= start) - 1
      ];
    const end = before?.end ?? start;
    return { start: end - 1, end };
  }

  private findSentence(region: Region): Region {
    return findRegionAt(this.sentences, region.start) ?? region;
  }

  /** Whether a header says that the numbers of a table are in thousands or millions, of which this is one. */
  private isScaled({ values, precision }: NumberMention): boolean {
    const { numbers } = this.evidence;
    return [...numbers.others.headerScales].some((scale) =>
      values.some((value) => numbers.hasRounded(value / scale, precision / scale)),
    );
  }

  /** Checks the formula that gives the number, right or not of numbers that are: those are checked themselves. */
  private checkFormula({ computed, isRight, operands }: Formula, measure: MeasuredNumber): void {
    if (isRight) {
      this.support(measure);
      return;
    }
    const from = (operands[0] as NumberMention).start;
    const literal = this.reply.text.slice(from, (operands.at(-1) as NumberMention).end);
    const explanation = `${quote(literal)} is ${Number(computed.toPrecision(6))}, not ${this.quote(measure)}.`;
    this.find(measure, explanation, checkConfidence.formula, 'reasoning_error');
  }

  private checkRatios(): void {
    const ratios = scanRatios(this.reply.text);
    if (ratios.length === 0) return;
    const directionChanges = scanChanges(this.reply);
    for (const ratio of ratios) {
      const sentence = this.findSentence(ratio);
      const next = findFirst(
        directionChanges.length,
        (at) => (directionChanges[at] as Region).start >= sentence.start,
      );
      const own = directionChanges.slice(next, next + 1).filter(({ start }) => start < sentence.end);
      const changes = own.length > 0 ? own : this.evidence.numbers.others.changes.slice(0, MAX_CHANGES);
      if (changes.length === 0) continue;
      if (changes.some((change) => isRatioOf(this.reply.text, ratio, change))) this.supported.push(ratio);
      else if (own.length > 0 || changes.length === 1)
        this.findRatio(ratio, changes[0] as ChangeMention, own.length > 0);
    }
  }

  private findRatio(
    { start, end }: RatioMention,
    { from, to, ...place }: ChangeMention,
    isOwn: boolean,
  ): void {
    this.findings.push({
      start,
      end,
      kind: 'reasoning_error',
      explanation: `From ${from} to ${to} is a factor of ${Number((to / from).toPrecision(3))}.`,
      confidence: checkConfidence.formula,
      evidence: isOwn ? [] : [place],
    });
  }

  /** Supports a value with the verb that says of what kind it is: "rose by 4 %". */
  private support({ start, end }: Region): void {
    const before = this.reply.text.slice(Math.max(0, start - MAX_BEFORE_LENGTH), start);
    const [{ length } = ''] = CHANGE_BEFORE.exec(before) ?? [];
    this.supported.push({ start: start - length, end });
  }

  /** A value that the evidence has is supported as well where the model cannot see it: in another notation. */
  private supportNotation(mention: NumberMention, measure: MeasuredNumber): void {
    const [value = 0] = mention.values;
    const { numbers } = this.evidence;
    this.supportUnit(mention, measure);
    if (isOtherNotation(mention, measure, this.reply.text, this.evidence)) {
      this.support(measure);
      return;
    }
    if (isSmallCount(value)) {
      const operands = [...this.listStated(this.findBefore(measure)), ...this.listStated(measure)];
      if (this.derivation.isOfStated(value, this.readContext(measure), operands, this.isSaidTotal(measure)))
        this.support(measure);
      return;
    }
    const inUnit = measure.quantity === null ? measureAmbiguous(this.reply.text, mention) : null;
    if (inUnit !== null && numbers.measures.withValue(value).some((other) => isSameUnit(other, inUnit)))
      this.support(inUnit);
    const first = numbers.findFirst(value);
    if (first?.text === mention.text) return;
    const nearest = first === null ? numbers.measures.nearest(value, measure) : null;
    const hedge = nearest === null ? null : HEDGE.exec(this.readContext(measure).before);
    if (hedge !== null && nearest !== null && Math.abs(nearest.value - value) <= MAX_OFF * value) {
      this.support({ start: measure.start - hedge[0].length, end: measure.end });
      return;
    }
    const isRounded = nearest !== null && Math.abs(nearest.value - value) <= mention.precision / 2;
    const isSame = numbers.measures
      .withValue(value)
      .some((other) => other.quantity === null || isSameUnit(other, measure));
    if (isRounded || isSame) this.support(measure);
  }

  /** Supports the unit of a number where the evidence writes it otherwise: "kilograms" for "kg", "Swiss francs" for "CHF". */
  private supportUnit({ end, values: [value = 0] }: NumberMention, measure: MeasuredNumber): void {
    const unit = this.reply.text.slice(end, measure.end);
    if (!/\p{L}{2}/u.test(unit) || measure.quantity === null) return;
    const isSame = this.evidence.numbers.measures
      .withValue(value)
      .some((other) => isSameUnit(other, measure));
    const isWritten = listNormalizedWords(unit).every((word) => this.evidence.words.has(word));
    if (isSame && !isWritten) this.supported.push({ start: end, end: measure.end });
  }

  /** Supports "per kilowatt-hour" where the evidence has "/kWh". */
  private supportRates(): void {
    for (const match of this.reply.text.matchAll(RATE)) {
      const { words } = this.evidence;
      const unit = match[1] as string;
      const isWritten = listNormalizedWords(unit).every((word) => words.has(word));
      if (isWritten || !listNamesOfUnit(unit).some((name) => words.has(name))) continue;
      this.supported.push({ start: match.index, end: match.index + match[0].length });
    }
  }

  private findOtherUnit(measure: MeasuredNumber, { start, end }: MeasuredNumber): void {
    const text = this.evidence.text.slice(start, end);
    const explanation = `The evidence does not have ${this.quote(measure)} but ${quote(text)}.`;
    this.find(measure, explanation, checkConfidence.measure, 'fabrication', [{ start, end }]);
  }

  private findAbsent(region: Region, measure: MeasuredNumber, confidence?: number): void {
    const rival = this.findRival(measure);
    const nearest = rival === null ? '' : `; the nearest number there is ${quote(rival.text)}`;
    const explanation = `The number ${this.quote(region)} is nowhere in the evidence${nearest}.`;
    this.find(region, explanation, confidence, 'fabrication', rival === null ? [] : [rival]);
  }

  /** The nearest value of the same unit, if it is near enough to be meant: within a half, years within 30. */
  private findRival(measure: MeasuredNumber): WrittenRegion | null {
    const [value = 0] = measure.values;
    const near = this.evidence.numbers.measures.nearest(value, measure);
    if (near === null || near.value === value) return null;
    const reach = isYearLike(value) ? 30 : Math.abs(value) / 2;
    if (Math.abs(near.value - value) > reach) return null;
    const { start, end } = near.measured;
    return { start, end, text: this.evidence.text.slice(start, end).trim() };
  }

  private quote({ start, end }: Region): string {
    return quote(this.reply.text.slice(start, end));
  }

  private find(
    { start, end }: Region,
    explanation: string,
    confidence: number = checkConfidence.number,
    kind: Finding['kind'] = 'fabrication',
    evidence: readonly Region[] = [],
  ): void {
    this.findings.push({ start, end, kind, explanation, confidence, evidence });
  }
}

/** One of a unit, after what it costs or how often it happens. */
const RATE = /\bper\s(\p{L}{0,5}(?:watt|ampere)[-\s]?hour|\p{L}{3,14})(?!\p{L})/gu;
const MAX_STATED = 8;
const TOTAL_AFTER = /^[*_]*\s(?:altogether|in total|in all|all in|combined|overall)\b/i;
const TOTAL = /\b(?:total(?:s|l?ing)?|sum|altogether|in all|combined|together|overall)\b/i;
const CHANGE_BEFORE =
  /\b(?:rose|risen|increased?|grew|grown|climbed|gained|fell|fallen|dropped|decreased?|declined|differ(?:s|ence)?)\s(?:by|of)\s\S{0,3}$/i;
const MAX_LISTED = 12;
const MAX_EARLIER_LENGTH = 6000;
const MAX_EARLIER_AMOUNTS = 4;
/** Numbers in other units may be between the amounts of a list. */
const MAX_BETWEEN = 100;
const MAX_TOTAL_DISTANCE = 80;
const MAX_CODE_DISTANCE = 600;
const MAX_OPERAND_DISTANCE = 160;
/** Of many changes one is as the words say, and more are not compared. */
const MAX_CHANGES = 20;
const NOTHING: MeasuredNumber = {
  ...{ start: 0, end: 0, values: [], precision: 1, quantity: null, unit: '', size: 1, isWhole: false },
};

/** Whether the evidence has a share as a fraction of one. */
function isFraction(value: number, precision: number, { numbers }: Evidence): boolean {
  return numbers.has(value) || (value < 1 && numbers.hasRounded(value, precision));
}

/** Whether the same digits measure something else there: miles for kilometers, euros for cents. */
const isRival = (rival: MeasuredNumber, claim: MeasuredNumber): boolean =>
  rival.quantity === claim.quantity && (!isSameUnit(rival, claim) || rival.isMinor !== claim.isMinor);

/** 100 for 1300, 1 for 1287: what "about 1300" may be off by. */
function computeTrailingUnit(value: number): number {
  let unit = 1;
  while (value >= unit * 10 && value % (unit * 10) === 0) unit *= 10;
  return unit;
}
