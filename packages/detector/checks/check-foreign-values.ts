import { normalizeWord, scanTokens } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import type { ForeignValues } from '../evidence/foreign-index';
import { listCurrencies } from '../gazetteers/currencies';
import { foreignNumerals } from '../gazetteers/foreign-numerals';
import { foldWord, languageWords, type ReadLanguage } from '../gazetteers/language-words';
import { scanCalendarWords } from '../text/foreign-calendar-words';
import { scanForeignTimes } from '../text/foreign-times';
import { isWithin, type Region } from '../text/regions';
import { DAY_MINUTES, type TimeMention } from '../text/times';
import { type ForeignNumber, scanForeignNumbers } from '../values/foreign-numbers';
import { scanMentions } from '../values/mentions';
import { isSmallCount, type NumberMention } from '../values/numbers';
import { checkConfidence, type Finding, quote } from './finding';

const MIN_COUNTED_LENGTH = 4;
const MAX_AFTER_LENGTH = 48;
const MAX_HOUR = 24;
const HALF_DAY_HOURS = 12;
/** What leads to an hour. */
const BEFORE_HOUR: Record<ReadLanguage, RegExp> = {
  de: /(?<!\p{L})(?:um|ab|bis|gegen|von|vor|nach)\s$/iu,
  fr: /(?<!\p{L})(?:à|dès|vers|avant|après|jusqu['’]à)\s$/iu,
  es: /(?<!\p{L})las\s$/iu,
  it: /(?<!\p{L})(?:d?alle|le|ore)\s$/iu,
};
const MAX_BEFORE_HOUR = 12;

/** A number with the thing that is counted, as its word is compared; "" for none. */
interface CountedNumber {
  number: ForeignNumber;
  word: string;
}

/** What the evidence has of the values that a text says in words of another language. */
export class ForeignValueCheck {
  private readonly evidenceValues: ForeignValues;
  private readonly numbers: readonly ForeignNumber[];
  private readonly mentions: readonly NumberMention[];
  private readonly withoutDates: string;
  private readonly times: readonly TimeMention[];

  constructor(
    private readonly text: string,
    private readonly evidence: Evidence,
    private readonly language: ReadLanguage,
  ) {
    const { numbers, withoutDates } = scanMentions(text);
    this.withoutDates = withoutDates;
    this.times = scanForeignTimes(language, numbers.text);
    this.mentions = numbers.mentions;
    this.numbers = scanForeignNumbers(language, numbers.text).filter(
      ({ start }) => !isWithin(this.times, start),
    );
    this.evidenceValues = evidence.foreign.of(language);
  }

  /** Numbers in digits that the evidence has in words or with a scale word, which checks of digits do not read. */
  listKnownDigits(): Region[] {
    const { inWords } = this;
    const digits = this.mentions.filter(
      ({ start, values }) =>
        !isWithin(this.numbers, start) &&
        !values.some((value) => this.evidence.numbers.has(value)) &&
        values.some(inWords),
    );
    const scaled = this.numbers.filter(
      (number) => DIGIT.test(this.text.charAt(number.start)) && this.isKnown(number),
    );
    return [...digits, ...scaled, ...this.listKnownHours()];
  }

  /** "alle 18" where the evidence has "6 pm". */
  private listKnownHours(): Region[] {
    const before = BEFORE_HOUR[this.language];
    const isHour = ({ start, end, values: [value = 0] }: NumberMention): boolean =>
      Number.isInteger(value) &&
      value <= MAX_HOUR &&
      !/^[.,:%€$]\d|^\s?[%€$]|^\s\p{Lu}/u.test(this.text.slice(end, end + 2)) &&
      before.test(this.text.slice(Math.max(0, start - MAX_BEFORE_HOUR), start));
    return this.mentions.filter((number) => isHour(number) && this.hasHour(number.values[0] as number));
  }

  private hasHour(hour: number): boolean {
    const readings = hour > HALF_DAY_HOURS ? [hour] : [hour, hour + HALF_DAY_HOURS];
    const isMeant = (minutes: number): boolean =>
      readings.some((one) => (one * 60) % DAY_MINUTES === minutes);
    return (
      readings.some((one) => this.evidenceValues.times.has((one * 60) % DAY_MINUTES)) ||
      this.evidence.times.mentions.some((time) => time.readings.some(isMeant))
    );
  }

  /** Numbers, times, days and months in words that the evidence does not have. */
  check(): Finding[] {
    return [...this.checkNumbers(), ...this.checkTimes(), ...this.checkCalendar()];
  }

  private checkTimes(): Finding[] {
    const { times } = this.evidence;
    if (times.mentions.length === 0 && this.evidenceValues.times.size === 0) return [];
    return this.times
      .filter(
        ({ readings }) =>
          !readings.some((minutes) => times.has(minutes) || this.evidenceValues.times.has(minutes)),
      )
      .map((time) => this.toFinding(time, 'time', checkConfidence.time));
  }

  private inWords = (value: number): boolean => this.evidenceValues.numbers.has(value);

  private isKnown({ values }: ForeignNumber): boolean {
    return values.some((value) => this.inWords(value) || this.evidence.numbers.has(value));
  }

  private checkNumbers(): Finding[] {
    const unknown = this.numbers.filter(
      (number, index) =>
        !this.isKnown(number) && !this.isPartOfPrice(index - 1) && !this.isPartOfPrice(index),
    );
    const small = this.mentions
      .filter(
        ({ start, values: [value = 0], isPartOfWord }) =>
          isSmallCount(value) && !isPartOfWord && !isWithin(this.numbers, start),
      )
      .map(({ start, end, values }) => ({ start, end, values }))
      .filter((number) => !this.isKnown(number));
    const isLarge = ({ values: [value = 0] }: ForeignNumber): boolean => !isSmallCount(value);
    return [
      ...unknown.filter(isLarge).map((number) => this.toFinding(number, 'number', checkConfidence.number)),
      ...this.checkCounts([...unknown.filter((number) => !isLarge(number)), ...small]),
    ];
  }

  /** "sei euro e cinquanta": whether the number and the next one are one amount. */
  private isPartOfPrice(index: number): boolean {
    const [own, next] = [this.numbers[index], this.numbers[index + 1]];
    const between = this.text.slice(own?.end, next?.start);
    const [, word = ''] = (between.length <= MAX_AFTER_LENGTH && BETWEEN_UNITS.exec(between)) || [];
    return own !== undefined && next !== undefined && listCurrencies(word.toLowerCase()).length > 0;
  }

  /** Small numbers that the evidence does not have, of what it counts otherwise. */
  private checkCounts(numbers: readonly ForeignNumber[]): Finding[] {
    const counted = numbers
      .map((number) => ({ number, word: this.findCountedWord(number) }))
      .filter(({ word }) => word !== '');
    if (counted.length === 0) return [];
    const places = this.findCounts(new Set(counted.map(({ word }) => word)));
    return counted.flatMap(({ number, word }: CountedNumber) => {
      const place = places.get(word);
      if (place === undefined) return [];
      const finding = this.toFinding(number, 'number', checkConfidence.number);
      const literal = this.evidence.text.slice(place.start, place.end);
      return [
        {
          ...finding,
          explanation: finding.explanation.replace(/\.$/, `; the evidence has ${quote(literal)}.`),
          evidence: [place],
        },
      ];
    });
  }

  private findCountedWord({ end }: ForeignNumber): string {
    const after = this.text.slice(end, end + MAX_AFTER_LENGTH);
    const [next] = scanTokens(after);
    if (
      next === undefined ||
      !/^\s$/.test(after.slice(0, next.start)) ||
      next.text.length < MIN_COUNTED_LENGTH
    )
      return '';
    return languageWords[this.language].glue.has(foldWord(next.text)) ? '' : normalizeWord(next.text);
  }

  /** Where the evidence first counts each of the words. */
  private findCounts(words: ReadonlySet<string>): Map<string, Region> {
    const { tokens, normalized } = this.evidence.words;
    const { values } = foreignNumerals(this.language);
    const places = new Map<string, Region>();
    normalized.forEach((word, index) => {
      const before = tokens[index - 1];
      if (before === undefined || !words.has(word) || places.has(word)) return;
      const isCount = /^\d+$/.test(before.text) || (values.get(foldWord(before.text)) ?? 1) !== 1;
      const end = tokens[index]?.end ?? before.end;
      if (isCount && end - before.start <= MAX_AFTER_LENGTH) places.set(word, { start: before.start, end });
    });
    return places;
  }

  private checkCalendar(): Finding[] {
    const words = scanCalendarWords(this.language, this.withoutDates).filter(({ isShort }) => !isShort);
    if (words.length === 0 || this.evidenceValues.isToday) return [];
    const knownDays = this.evidence.calendar.knownDays();
    return words.flatMap((word) => {
      const isDayUnknown =
        word.day !== null &&
        knownDays?.has(word.day) === false &&
        !this.evidenceValues.isAnyDay &&
        !this.evidenceValues.days.has(word.day);
      const isMonthUnknown =
        word.month !== null &&
        !this.evidenceValues.months.has(word.month) &&
        !this.evidence.calendar.hasMonth(word.month);
      if (isDayUnknown) return [this.toFinding(word, 'day', checkConfidence.date)];
      return isMonthUnknown ? [this.toFinding(word, 'month', checkConfidence.date)] : [];
    });
  }

  private toFinding({ start, end }: Region, what: string, confidence: number): Finding {
    const explanation = `The ${what} ${quote(this.text.slice(start, end))} is nowhere in the evidence.`;
    return { start, end, kind: 'fabrication', explanation, confidence, evidence: [] };
  }
}

const BETWEEN_UNITS = /^\s(\p{L}+)(?:\s\p{L}{1,3})?\s$/u;
const DIGIT = /^\d/;
