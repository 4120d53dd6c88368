import type { CalendarIndex } from '../evidence/calendar-index';
import type { DateIndex } from '../evidence/date-index';
import type { TimeIndex } from '../evidence/time-index';
import { scanDays, scanMonths } from '../text/calendar-words';
import type { DateMention, DateReading } from '../text/dates';
import type { Region } from '../text/regions';
import type { TimeMention } from '../text/times';
import { checkConfidence, type Finding, quote } from './finding';

/** Dates of the reply whose day and month, or whose year, the evidence does not have. */
export function checkDates(dates: readonly DateMention[], evidence: DateIndex): Finding[] {
  return dates
    .filter(({ readings }) => !readings.some((reading) => isSupported(reading, evidence)))
    .map(({ start, end, text: date, readings }) => {
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
    });
}

function isSupported({ year, month, day }: DateReading, evidence: DateIndex): boolean {
  if (year !== null && !evidence.hasYear(year)) return false;
  return day === null ? evidence.hasMonth(month) : evidence.hasDay(month, day);
}

/** Times of day in the reply that the evidence does not have. */
export function checkTimes(times: readonly TimeMention[], evidence: TimeIndex): Finding[] {
  const examples = evidence.examples.map(({ text }) => quote(text)).join(', ');
  return times
    .filter(({ readings }) => !readings.some((reading) => evidence.has(reading)))
    .map(({ start, end, text: time }) => ({
      start,
      end,
      kind: 'fabrication',
      explanation: `The time ${quote(time)} is nowhere in the evidence${examples && `; it has ${examples}`}.`,
      confidence: checkConfidence.time,
      evidence: evidence.examples,
    }));
}

/** Days of the week and months, named alone, that the evidence neither names nor implies. */
export function checkCalendarWords(text: string, evidence: CalendarIndex): Finding[] {
  return [...checkDays(text, evidence), ...checkMonths(text, evidence)];
}

function checkDays(text: string, evidence: CalendarIndex): Finding[] {
  const named = scanDays(text);
  const known = named.length === 0 ? null : evidence.namedDays();
  if (known === null) return [];
  return named.filter(({ day }) => !known.has(day)).map((mention) => toFinding(text, mention, 'day'));
}

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
