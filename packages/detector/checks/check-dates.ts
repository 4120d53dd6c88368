import { scanSentences } from '../base/sentences';
import type { CalendarIndex } from '../evidence/calendar-index';
import type { DateIndex } from '../evidence/date-index';
import type { Evidence } from '../evidence/evidence';
import type { TimeIndex } from '../evidence/time-index';
import { type NamedDay, scanDays, scanMonths, scanShortDays } from '../text/calendar-words';
import {
  computeDayNumber,
  computeWeekday,
  type DateMention,
  type DateReading,
  writeDay,
} from '../text/dates';
import { findRegionAt, type Region } from '../text/regions';
import { type RelativeDay, scanRelativeDays } from '../text/relative-days';
import type { TimeMention } from '../text/times';
import { HOUR_SIZE, TIME } from '../values/quantities';
import { ZonedTimes } from './check-time-zones';
import { DerivedTimes } from './derive-times';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';

/** In seconds. */

/**
 * Dates of the reply whose day and month, or whose year, the evidence does not have and no relative words give, and days
 * of the week next to a date that has another one.
 */
export function checkDates(text: string, dates: readonly DateMention[], evidence: Evidence): ValueVerdict {
  if (dates.length === 0) return { findings: [], supported: [] };
  const weekdays = pairWithDays(text, dates, evidence.dates);
  const isKnown = dates.map(({ readings }) =>
    readings.some((reading) => isSupported(reading, evidence.dates)),
  );
  const isGiven = listGiven(text, dates, isKnown, evidence);
  const supported = dates.filter(
    ({ readings, text: literal }, index) =>
      isGiven[index] || readings.some((reading) => evidence.dates.hasOtherwise(reading, literal)),
  );
  const wrongDays = weekdays.filter(({ isRight }) => !isRight);
  return {
    findings: [
      ...dates
        .filter((_, index) => !isKnown[index] && !isGiven[index])
        .map((date) => toDateFinding(date, evidence.dates)),
      ...wrongDays.map((mention) => toDayFinding(text, mention)),
    ],
    supported: [...supported, ...weekdays.filter(({ isRight }) => isRight)],
  };
}

/** For each date whether words such as "tomorrow", of the evidence or its own sentence, give it from a known one. */
function listGiven(
  text: string,
  dates: readonly DateMention[],
  isKnown: readonly boolean[],
  { relativeDays }: Evidence,
): boolean[] {
  const unknown = dates.some((_, index) => !isKnown[index]);
  const sentences = unknown ? scanSentences(text) : [];
  const dayMentions = unknown ? scanRelativeDays(text) : [];
  return dates.map(({ start, readings }, index) => {
    if (isKnown[index]) return false;
    const sentence = sentences.find((one) => one.end > start);
    const own = dayMentions.filter(
      (day) => sentence && day.start >= sentence.start && day.end <= sentence.end,
    );
    return readings.some((reading) => relativeDays.gives(reading, own));
  });
}

const AGENT = /\b(?:i|we)\b|\b(?:i|we)['’]/i;

/**
 * "Tomorrow" and other words for one day from the day of the conversation, where the evidence has other dates but neither
 * that day nor the words. What the assistant itself will do is not in the evidence.
 */
export function checkRelativeDays(
  text: string,
  { relativeDays, calendar, text: source }: Evidence,
): ValueVerdict {
  const directedDays = scanRelativeDays(text).filter(
    ({ isDirected, days }) => isDirected && days !== null && days !== 0,
  );
  const reference = directedDays.length === 0 ? null : relativeDays.findToday();
  if (reference === null || reference.others.length === 0) return { findings: [], supported: [] };
  const { today, others } = reference;
  const sentences = scanSentences(text);
  const weekdays = calendar.namedDays();
  const lower = source.toLowerCase();
  const isOfAgent = (start: number): boolean => AGENT.test(findRegionAt(sentences, start)?.text ?? '');
  // The words of the evidence itself are right as they are.
  const own = directedDays.filter(({ start, end }) => !lower.includes(text.slice(start, end).toLowerCase()));
  const isOther = ({ days }: RelativeDay): boolean => others.includes(today + (days as number));
  const supported = own.filter(isOther);
  const findings = own.flatMap((mention): Finding[] => {
    const { start, end, days } = mention;
    const day = today + (days as number);
    if (isOther(mention) || weekdays.has(computeWeekday(day)) || isOfAgent(start)) return [];
    const explanation = `${quote(text.slice(start, end))} is ${writeDay(day)}, which the evidence does not have.`;
    return [
      { start, end, kind: 'reasoning_error', explanation, confidence: checkConfidence.formula, evidence: [] },
    ];
  });
  return { findings, supported };
}

/** The weekday that a text gives for a date. */
interface DayOfDate extends NamedDay {
  date: DateMention;
  /** Those that are right. */
  days: readonly number[];
  isRight: boolean;
}

const BETWEEN_DAY_AND_DATE = /^\.?,?\s(?:the\s)?$/;
const BETWEEN_DATE_AND_DAY = /^,?\s\(?$/;

function pairWithDays(text: string, dates: readonly DateMention[], evidenceDates: DateIndex): DayOfDate[] {
  const dayMentions = [...scanDays(text), ...scanShortDays(text)];
  if (dayMentions.length === 0) return [];
  return dates.flatMap((date): DayOfDate[] => {
    const own = dayMentions.find(
      ({ start, end }) =>
        (end <= date.start && BETWEEN_DAY_AND_DATE.test(text.slice(end, date.start))) ||
        (start >= date.end && BETWEEN_DATE_AND_DAY.test(text.slice(date.end, start))),
    );
    const days =
      own === undefined ? [] : date.readings.flatMap((reading) => listWeekdays(reading, evidenceDates));
    return own === undefined || days.length === 0
      ? []
      : [{ ...own, date, days, isRight: days.includes(own.day) }];
  });
}

/** The day of the week of a date; of one without a year those that it has in the evidence with a year. */
function listWeekdays({ year, month, day }: DateReading, evidenceDates: DateIndex): number[] {
  if (day === null) return [];
  const years = year === null ? evidenceDates.listYearsOf(month, day) : [year];
  return years.map((one) => computeWeekday(computeDayNumber(one, month, day)));
}

function toDayFinding(text: string, { start, end, date, days: [weekday = 0] }: DayOfDate): Finding {
  return {
    start,
    end,
    kind: 'reasoning_error',
    explanation: `${date.text} is a ${nameDay(weekday)}, not a ${text.slice(start, end)}.`,
    confidence: checkConfidence.formula,
    evidence: [],
  };
}

/** 7 January 2024 was a Sunday. */
const nameDay = (weekday: number): string =>
  new Date(Date.UTC(2024, 0, 7 + weekday)).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

function toDateFinding({ start, end, text: date, readings }: DateMention, evidence: DateIndex): Finding {
  const near = evidence.findInMonth(readings[0]?.month ?? 0);
  const nearest = near === null ? '' : `; the evidence has ${quote(near.text)}`;
  return {
    start,
    end,
    kind: 'fabrication',
    explanation: `The date ${quote(date)} is nowhere in the evidence${nearest}.`,
    confidence: checkConfidence.date,
    evidence: near === null ? [] : [near],
  };
}

function isSupported({ year, month, day }: DateReading, evidence: DateIndex): boolean {
  if (year !== null && !evidence.hasYear(year)) return false;
  return day === null ? evidence.hasMonth(month) : evidence.hasDay(month, day);
}

/** Times of day and their zones that the evidence does not have; the time of the other half of the day is a sure sign. */
export function checkTimes(text: string, times: readonly TimeMention[], evidence: Evidence): ValueVerdict {
  const { times: evidenceTimes, numbers, text: source } = evidence;
  const derived = new DerivedTimes(text, times, evidence);
  const unknown = times.filter(({ readings }) => !readings.some((reading) => evidenceTimes.has(reading)));
  const zoned = new ZonedTimes(text, times, evidence);
  const ofZones = zoned.check();
  const isDerived = new Set(
    unknown.filter((time) => derived.has(time) || zoned.gives(time) || isNear(text, time, evidenceTimes)),
  );
  const examples = evidenceTimes.examples.map(({ text }) => quote(text)).join(', ');
  const has12Hours = (): boolean =>
    numbers.measures.withValue(12).some(({ quantity, size }) => quantity === TIME && size === HOUR_SIZE);
  const findings = unknown
    .filter((time) => !isDerived.has(time))
    .map(({ text: time, ...mention }): Finding => {
      const other = evidenceTimes.findInOtherHalf(mention);
      const isOther = other !== null && !has12Hours();
      return {
        start: mention.start,
        end: mention.end,
        kind: 'fabrication',
        explanation: isOther
          ? `The evidence has ${quote(other.text)}, not ${quote(time)}.`
          : `The time ${quote(time)} is nowhere in the evidence${examples && `; it has ${examples}`}.`,
        confidence: isOther ? checkConfidence.otherHalf : checkConfidence.time,
        evidence: isOther ? [other] : evidenceTimes.examples,
      };
    });
  return {
    findings: [...findings, ...ofZones.findings],
    supported: [
      ...ofZones.supported,
      ...times.filter((time) => isDerived.has(time) || evidenceTimes.hasOtherwise(time)),
      ...findPartsOfDay(text, times, evidenceTimes),
      ...findHours(text, source),
    ],
  };
}

const AROUND =
  /\b(?:(?<later>(?:shortly|just|soon|right|a little|a bit) after|past)|(?<earlier>(?:shortly|just|right|a little|a bit) before)|around|about|approximately|roughly|nearly|almost)\s$/i;
const MAX_AROUND_LENGTH = 24;
const MAX_MINUTES_AROUND = 15;

/** "Shortly after noon" of 12:05. */
function isNear(text: string, { start, readings }: TimeMention, evidenceTimes: TimeIndex): boolean {
  const { groups } = AROUND.exec(text.slice(Math.max(0, start - MAX_AROUND_LENGTH), start)) ?? {};
  if (groups === undefined) return false;
  const [from, to] = [groups.later === undefined ? -1 : 0, groups.earlier === undefined ? 1 : 0];
  return readings.some((reading) =>
    evidenceTimes.mentions.some((mention) =>
      mention.readings.some(
        (minutes) =>
          minutes - reading >= from * MAX_MINUTES_AROUND && minutes - reading <= to * MAX_MINUTES_AROUND,
      ),
    ),
  );
}

const PART_OF_DAY = /\b(?:in the |this |that )?(morning|afternoon|evening)s?\b/gi;
/** In hours; parts of the day overlap. */
const HOURS_OF_PART: Readonly<Record<string, readonly [number, number]>> = {
  morning: [4, 12],
  afternoon: [12, 19],
  evening: [16, 24],
};
/** Between a time and the part of the day that it is in. */
const MAX_PART_DISTANCE = 40;
const MAX_PARTS = 50;

/** "In the evening, from 6 p.m." where the evidence has "18:00". */
function findPartsOfDay(text: string, times: readonly TimeMention[], evidenceTimes: TimeIndex): Region[] {
  const parts = times.length === 0 ? [] : [...text.matchAll(PART_OF_DAY)].slice(0, MAX_PARTS);
  return parts.flatMap(({ 0: { length }, 1: part = '', index }) => {
    const [from, to] = HOURS_OF_PART[part.toLowerCase()] as readonly [number, number];
    const place = { start: index, end: index + length };
    const isOfTime = times.some(
      ({ readings, ...time }) =>
        Math.max(time.start, index) - Math.min(time.end, place.end) <= MAX_PART_DISTANCE &&
        readings.some((minutes) => minutes >= from * 60 && minutes < to * 60 && evidenceTimes.has(minutes)),
    );
    return isOfTime ? [place] : [];
  });
}

const HOURS = /\b(\d{1,2})\s?(?:-|–|to|until)\s?(\d{1,2})(?!\s?[ap]\.?m|[\p{L}\d]|[:.]\d)/giu;
const MAX_HOURS = 20;

/** Hours such as "from 9 to 5" where the evidence has "9-17". */
function findHours(text: string, evidence: string): Region[] {
  return [...text.matchAll(HOURS)].slice(0, MAX_HOURS).flatMap(({ 0: literal, 1: from, 2: to, index }) => {
    const isEvening = Number(to) < 12 && Number(from) < 12;
    const range = `(?<![\\d:.])0?${from}(?:[:.]00)?\\s?(?:-|–|to|until)\\s?${Number(to) + 12}(?:[:.]00)?(?![\\d:.]\\d)`;
    return isEvening && new RegExp(range).test(evidence)
      ? [{ start: index, end: index + literal.length }]
      : [];
  });
}

/**
 * Days of the week and months, named alone, that the evidence neither names nor implies; supported are those that it shortens
 * and those of its dates.
 */
export function checkCalendarWords(text: string, { calendar, words }: Evidence): ValueVerdict {
  const dayMentions = scanDays(text);
  const days = dayMentions.length === 0 ? null : calendar.knownDays();
  const isKnown = (mention: NamedDay): boolean =>
    days === null || days.has(mention.day) || (calendar.hasDayRanges() && isDenied(text, mention));
  const isImplied = ({ day }: NamedDay): boolean => days?.has(day) ?? calendar.daysOfDates().has(day);
  return {
    findings: [
      ...dayMentions.filter((day) => !isKnown(day)).map((mention) => toFinding(text, mention, 'day')),
      ...checkMonths(text, calendar),
    ],
    supported: dayMentions.filter((day) => {
      const literal = text.slice(day.start, day.end).toLowerCase();
      const isShortened = SHORT_LENGTHS.some((length) => words.hasExactly(literal.slice(0, length)));
      return isImplied(day) && !words.has(literal) && (isShortened || !isInRange(text, day));
    }),
  };
}

const DENIAL = /\b(?:not|no|never|neither|nor|without|except|closed|unavailable|off|\w+n['’]t)\b/i;
const MAX_SENTENCE_LENGTH = 200;

/** Whether the sentence of a mention says of what something does not hold: "closed on Sundays". */
function isDenied(text: string, { start, end }: Region): boolean {
  const before = text
    .slice(Math.max(0, start - MAX_SENTENCE_LENGTH), start)
    .split(/[.!?\n]/)
    .at(-1);
  const [after = ''] = text.slice(end, end + MAX_SENTENCE_LENGTH).split(/[.!?\n]/, 1);
  return DENIAL.test(`${before} ${after}`);
}

const SHORT_LENGTHS = [3, 4, 5];
const RANGE_BEFORE = /(?:\b(?:to|through|thru|until)|[-–])\s?$/i;
const RANGE_AFTER = /^\s?(?:(?:to|through|thru|until)\b|[-–])/i;
const MAX_RANGE_LENGTH = 10;

/** "Monday to Sunday": the day of a date does not say that every week has it. */
const isInRange = (text: string, { start, end }: Region): boolean =>
  RANGE_BEFORE.test(text.slice(Math.max(0, start - MAX_RANGE_LENGTH), start)) ||
  RANGE_AFTER.test(text.slice(end, end + MAX_RANGE_LENGTH));

function checkMonths(text: string, evidence: CalendarIndex): Finding[] {
  return scanMonths(text)
    .filter(({ month }) => !evidence.hasMonth(month))
    .map((mention) => toFinding(text, mention, 'month'));
}

function toFinding(text: string, { start, end }: Region, kind: string): Finding {
  return {
    start,
    end,
    kind: 'fabrication',
    explanation: `The ${kind} ${quote(text.slice(start, end))} is nowhere in the evidence.`,
    confidence: checkConfidence.date,
    evidence: [],
  };
}
