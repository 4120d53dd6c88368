import { scanTokens } from '../base/tokens';
import { foreignCalendar } from '../gazetteers/foreign-calendar';
import { foldWord, languageWords, type ReadLanguage } from '../gazetteers/language-words';
import type { Region } from './regions';

/** What a text in another language says of days and months. */
export interface CalendarWord extends Region {
  /** 0 for Sunday. */
  day: number | null;
  month: number | null;
  /** "every day", "lundi au vendredi": any day may be worked out. */
  isAnyDay: boolean;
  /** "tomorrow": any day or month may be meant. */
  isToday: boolean;
  isShort: boolean;
}

const MAX_GAP_LENGTH = 12;

/** The words of a calendar in `text` that begin at `from` or later, in order. */
export function scanCalendarWords(language: ReadLanguage, text: string, from = 0): CalendarWord[] {
  const { days, shortDays, months, anyDay, relative } = foreignCalendar(language);
  const { rangeWords } = languageWords[language];
  const words: CalendarWord[] = [];
  for (const token of scanTokens(text.slice(from))) {
    const [start, end] = [from + token.start, from + token.end];
    const word = foldWord(token.text);
    const short = shortDays.get(token.text);
    const day = days.get(word) ?? short ?? null;
    const month = months.get(word) ?? null;
    const isToday = relative.has(word);
    const before = words.at(-1);
    const between = text.slice(before?.end ?? start, start);
    // "every Monday" is one day.
    if (before !== undefined && day !== null && between === ' ') before.isAnyDay = false;
    const isRange =
      typeof before?.day === 'number' &&
      day !== null &&
      between.length <= MAX_GAP_LENGTH &&
      (/^\s?[-–]\s?$/.test(between) || rangeWords.has(foldWord(between.trim())));
    const isAnyDay = isRange || anyDay.has(word);
    if (day === null && month === null && !isAnyDay && !isToday) continue;
    const isShort = short !== undefined && !days.has(word);
    words.push({ start, end, day, month, isAnyDay, isToday, isShort });
  }
  return words;
}
