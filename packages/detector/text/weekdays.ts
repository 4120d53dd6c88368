import { weekdays } from '../gazetteers/calendar-names';
import { HALF_DAY_MINUTES } from './times';

const TO = /^(?:to|through|thru)$/;
const TIME = /^(\d{1,2})(?::(\d{1,2}))?(?:\s?([ap])\.?m)?/i;

/**
 * The days that the word at `index` names, an empty list when it names none: those from the earlier day on in
 * "Monday to Friday".
 */
export function listDaysAt(words: readonly string[], index: number): string[] {
  const day = parseDay(words[index]);
  if (day === null) return [];
  const earlier = TO.test(words[index - 1] ?? '') ? parseDay(words[index - 2]) : null;
  return earlier === null ? [day] : listDaysBetween(earlier, day);
}

function parseDay(word: string | undefined): string | null {
  const singular = word?.replace(/s$/, '') ?? '';
  return weekdays.includes(singular) ? singular : null;
}

function listDaysBetween(first: string, last: string): string[] {
  const from = weekdays.indexOf(first);
  const count = ((weekdays.indexOf(last) - from + weekdays.length) % weekdays.length) + 1;
  return Array.from({ length: count }, (_, index) => weekdays[(from + index) % weekdays.length] as string);
}

/** Minutes after midnight of the time at the start of `text`, such as "9:0", "9 AM" or "5:30 pm", or null. */
export function parseMinutes(text: string): number | null {
  const [, hour, minute, half] = TIME.exec(text) ?? [];
  if (hour === undefined) return null;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  return (hours % 24) * 60 + Number(minute ?? 0);
}

/** Whether one of the times may be meant, also in the other half of the day. */
export function hasTime(times: ReadonlySet<number>, minutes: number): boolean {
  return times.has(minutes) || times.has(minutes + HALF_DAY_MINUTES) || times.has(minutes - HALF_DAY_MINUTES);
}
