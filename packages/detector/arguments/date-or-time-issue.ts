import { computeDayNumber, type DateReading, scanDates } from '../text/dates';
import { scanTimes, type TimeMention } from '../text/times';
import type { ArgumentEvidence } from './argument-evidence';
import { type ArgumentIssue, createIssue } from './argument-issue';

/** How far a day that was worked out from "next Monday" may lie from the dates of the conversation. */
const MAX_RELATIVE_DAYS = 40;
const MAX_LENGTH = 60;
const LAST_MINUTE = 23 * 60 + 59;
const MAX_DAY = 31;

/**
 * What speaks against a value that is a date, a time or both, or null where the conversation supports it;
 * undefined for any other value.
 */
export function findDateOrTimeIssue(
  value: string,
  evidence: ArgumentEvidence,
): ArgumentIssue | null | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const [date] = scanDates(value);
  const rest =
    date === undefined ? value : `${value.slice(0, date.start)} ${value.slice(date.end).replace(/^T/, ' ')}`;
  const [time] = scanTimes(rest);
  const remainder = time === undefined ? rest : rest.replace(time.text, '');
  if ((date === undefined && time === undefined) || /[\p{L}\p{N}]{3,}/u.test(remainder)) return undefined;

  return (
    (date && findDateIssue(date.readings, time?.readings.includes(0) === true, evidence)) ??
    (time && findTimeIssue(time, date !== undefined, evidence)) ??
    null
  );
}

/** A year the conversation does not have may be supplied; so may a day that it only describes. */
function findDateIssue(
  readings: DateReading[],
  isMidnight: boolean,
  evidence: ArgumentEvidence,
): ArgumentIssue | null {
  const { dates, numbers, relativeDays } = evidence.base;
  const nearest = [dates.findInMonth(readings[0]?.month ?? 0)].filter((region) => region !== null);
  const datesWithDay = readings.filter((reading) => hasDay(reading, evidence));
  if (datesWithDay.length > 0) {
    const isRightYear = datesWithDay.some(({ year }) => year === null || hasYear(year, evidence));
    return isRightYear || !numbers.hasYear ? null : createIssue('otherYear', nearest);
  }
  const isSupported = readings.some(
    (reading) =>
      isWorkedOut(reading, isMidnight, evidence) ||
      relativeDays.gives(reading, []) ||
      (evidence.hasRelativeDay() && dates.hasNear(reading, MAX_RELATIVE_DAYS)),
  );
  return isSupported ? null : createIssue('absentDate', nearest);
}

function hasDay(
  { month, day }: DateReading,
  { base: { dates }, stated: numbers }: ArgumentEvidence,
): boolean {
  if (day === null) return dates.hasMonth(month);
  return dates.hasDay(month, day) || (dates.hasMonth(month) && (day === 1 || numbers.states(day)));
}

/** In full, or its last two digits where they can be no day: "'19". */
function hasYear(year: number, { base: { dates }, stated: numbers }: ArgumentEvidence): boolean {
  return dates.hasYear(year) || (year % 100 > MAX_DAY && numbers.states(year % 100));
}

/**
 * Whether the day lies a stated number of days, nights, weeks, months or years from a stated date, or next to one where
 * the conversation speaks of a next day. The midnight that ends a stated day belongs to it.
 */
function isWorkedOut(
  reading: DateReading,
  isMidnight: boolean,
  { days, quantities, hasNextDay }: ArgumentEvidence,
): boolean {
  const { year } = reading;
  if (year === null || reading.day === null) return false;
  const at = computeDayNumber(year, reading.month, reading.day);
  return days.some((day) => {
    const knownYear = day.year ?? year;
    const distance = Math.abs(computeDayNumber(knownYear, day.month, day.day ?? 1) - at);
    const months = Math.abs((year - knownYear) * 12 + reading.month - day.month);
    return (
      distance === 0 ||
      (distance === 1 && (isMidnight || hasNextDay())) ||
      quantities.hasTime(distance, 'day') ||
      (day.day === reading.day &&
        (quantities.hasTime(months, 'month') || quantities.hasTime(months / 12, 'year')))
    );
  });
}

/** The first and the last minute of a day only say which day is meant. */
function findTimeIssue(
  { readings }: TimeMention,
  isOfDay: boolean,
  { base: { times } }: ArgumentEvidence,
): ArgumentIssue | null {
  const isBoundary = isOfDay && readings.some((minute) => minute === 0 || minute === LAST_MINUTE);
  if (isBoundary || readings.some((minute) => times.has(minute))) return null;
  return createIssue('absentTime', times.examples);
}
