import { foldWord, languageWords, type ReadLanguage } from './language-words';

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const MONTHS = Array.from({ length: 12 }, (_, month) => month);
/** From the day before yesterday to the day after tomorrow. */
const RELATIVE_DAYS = [-2, -1, 0, 1, 2];
/** 7 January 2024 was a Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7);
const MS_PER_DAY = 86_400_000;

/** What a language calls days and months, by folded words. */
export interface ForeignCalendar {
  /** 0 for Sunday; also the plural: "montags". */
  days: ReadonlyMap<string, number>;
  /** Written with the capital that the language gives them: "Mo". */
  shortDays: ReadonlyMap<string, number>;
  /** 1 to 12. */
  months: ReadonlyMap<string, number>;
  /** "daily", "every" */
  anyDay: ReadonlySet<string>;
  /** "today", "tomorrow" */
  relative: ReadonlySet<string>;
}

const calendars = new Map<ReadLanguage, ForeignCalendar>();

/** The words of a language for days and months, made when it is first asked for. */
export function foreignCalendar(language: ReadLanguage): ForeignCalendar {
  const cached = calendars.get(language) ?? readCalendar(language);
  calendars.set(language, cached);
  return cached;
}

function readCalendar(language: ReadLanguage): ForeignCalendar {
  const nameDays = (weekday: 'long' | 'short'): string[] => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    return DAYS.map((day) => format.format(SUNDAY + day * MS_PER_DAY));
  };
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const today = RELATIVE_DAYS.map((day) => relative.format(day, 'day')).filter((name) => !/\s/.test(name));
  return {
    days: new Map(
      nameDays('long').flatMap((name, day): [string, number][] => {
        const word = foldWord(name);
        return [
          [word, day],
          [`${word}s`, day],
        ];
      }),
    ),
    shortDays: new Map(nameDays('short').map((name, day) => [name.replace(/\.$/, ''), day])),
    months: new Map(MONTHS.map((index) => [foldWord(month.format(Date.UTC(2024, index, 15))), index + 1])),
    anyDay: languageWords[language].everyDay,
    relative: new Set(today.map(foldWord)),
  };
}
