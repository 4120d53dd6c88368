/** The days of the week, as normalized words. */
export const weekdays: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(
  ' ',
);

/** The number, 0 for Sunday, of the day of the week that a word begins with: "Mondays", "tues". */
export function parseWeekday(word: string): number {
  const start = word.slice(0, 3).toLowerCase();
  return (weekdays.findIndex((day) => day.startsWith(start)) + 1) % weekdays.length;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The number, 1 to 12, of the month that the word, an English name or its abbreviation, begins with, or 0. */
export function parseEnglishMonth(word: string | undefined): number {
  return MONTHS.indexOf((word ?? '').slice(0, 3).toLowerCase()) + 1;
}

const LOCALES = 'es fr de it pt nl pl sv da nb fi cs ro hu tr id ru uk el'.split(' ');

/** Numbers of the months, 1 to 12, by their lower-case names; made when a date is first asked for. */
let monthNumbers: Map<string, number> | null = null;

/** As they are alone and as they are in a date, which some languages inflect. */
function listMonths(locale: string): [string, number][] {
  const alone = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const inDate = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => month).flatMap((month) => {
    const day = Date.UTC(2024, month, 15);
    const inflected = inDate.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '';
    return [alone.format(day), inflected].map((name): [string, number] => [name.toLowerCase(), month + 1]);
  });
}

/** The number, 1 to 12, of the month that the word names in a European language other than English, or 0. */
export function parseForeignMonth(word: string | undefined): number {
  monthNumbers ??= new Map(LOCALES.flatMap(listMonths));
  return monthNumbers.get((word ?? '').toLowerCase()) ?? 0;
}
