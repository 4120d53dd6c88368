import { isFunctionWord, listNormalizedWords, stem } from '../base/tokens';
import { scanDays, scanShortDays } from '../text/calendar-words';
import { computeDayNumber, computeWeekday, type DateReading } from '../text/dates';
import { scanIdentifiers } from '../text/identifiers';
import { CAPITALIZED } from '../text/names';
import { isWithin, type Region, scanListMarkers } from '../text/regions';
import { scanMentions } from './mentions';
import { isReference, isYearLike } from './numbers';
import { type MeasuredNumber, measureNumbers } from './quantities';

/** A date, time, day of the week or amount of a text. */
export interface TypedValue extends Region {
  kind: 'date' | 'time' | 'day' | 'number';
  /** Of two values that are the same one is shared. */
  keys: readonly number[];
  /** Null for what is no number. */
  measured: MeasuredNumber | null;
  /** The stems of the words around a number. */
  cues: readonly string[];
}

const CUE_LENGTH = 40;
const MAX_CUES = 2;

/** The dates, times, days and numbers of a text, in order; years and numbers within codes are left out. */
export function scanTypedValues(text: string): TypedValue[] {
  const { dates, times, numbers, withoutDates } = scanMentions(text);
  const codes = [...scanIdentifiers(withoutDates), ...scanListMarkers(text)].sort(
    (a, b) => a.start - b.start,
  );
  const days = [...scanDays(withoutDates), ...scanShortDays(withoutDates)].filter(({ start }) =>
    CAPITALIZED.test(text.charAt(start)),
  );
  const mentions = numbers.mentions.filter(
    ({ start, isPartOfWord, longDigits }) => !isPartOfWord && longDigits === null && !isWithin(codes, start),
  );
  const amounts = measureNumbers({ text: numbers.text, mentions }).filter(
    ({ quantity, start, values: [value = 0] }) =>
      quantity !== null ||
      !(isYearLike(value) || isReference(text.slice(Math.max(0, start - CUE_LENGTH), start))),
  );
  const toValue = (
    { start, end }: Region,
    kind: TypedValue['kind'],
    keys: readonly number[],
  ): TypedValue => ({ start, end, kind, keys, measured: null, cues: [] });
  return [
    ...dates.map((date) => toValue(date, 'date', date.readings.flatMap(toDayOfYear))),
    ...dates.map((date) => toValue(date, 'day', date.readings.flatMap(toWeekday))),
    ...times.map((time) => toValue(time, 'time', time.readings)),
    ...days.map((day) => toValue(day, 'day', [day.day])),
    ...amounts.map((measured) => ({
      ...toValue(measured, 'number', measured.values),
      ...{ measured, cues: listCues(text, measured) },
    })),
  ]
    .filter(({ keys }) => keys.length > 0)
    .sort((a, b) => a.start - b.start);
}

const toDayOfYear = ({ month, day }: DateReading): number[] => (day === null ? [] : [month * 100 + day]);

const toWeekday = ({ year, month, day }: DateReading): number[] =>
  year === null || day === null ? [] : [computeWeekday(computeDayNumber(year, month, day))];

function listCues(text: string, { start, end }: Region): string[] {
  const before = listContentStems(text.slice(Math.max(0, start - CUE_LENGTH), start));
  const after = listContentStems(text.slice(end, end + CUE_LENGTH));
  return [...before.slice(-MAX_CUES), ...after.slice(0, MAX_CUES)];
}

/** The stems of the words with content, without numbers. */
export const listContentStems = (text: string): string[] =>
  listNormalizedWords(text)
    .filter((word) => !isFunctionWord(word) && !/\d/.test(word))
    .map(stem);
