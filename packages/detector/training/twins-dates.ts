import type { Change, EvidenceText, Planter, PlantingSite } from './twins-ground';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
// "March" and "May" are words too, so a month must be next to a number.
const MONTH = new RegExp(
  `(?<=\\b(?:in|of|on|by|since|until|last|next|early|late|this|mid|to|from|and|for)\\s|\\d\\s)(?:${MONTHS.join('|')})\\b|\\b(?:${MONTHS.join('|')})(?=\\s\\d)`,
  'g',
);
const WEEKDAY = new RegExp(`\\b(?:${WEEKDAYS.join('|')})(?=s?\\b)`, 'g');
const YEAR =
  /(?<![\p{L}\d.,:/$€£#-])(?:1[5-9]|20)\d\d(?![\p{L}\d/:-]|[.,]\d)(?!\s(?:people|dollars|miles|feet))/gu;
const DAY = new RegExp(
  `(?<=\\b(?:${MONTHS.join('|')})\\s)\\d{1,2}(?![\\d:/-]|st|nd|rd|th|\\s?[ap]\\.?m)`,
  'g',
);

/** Another month, weekday, year or day of the month that does not occur in the evidence. */
export const plantDates: Planter = (sentence, site) => [
  ...replaceEach(sentence, MONTH, () =>
    site.draw.one(MONTHS.filter((month) => !hasMonth(site.evidence, month))),
  ),
  ...replaceEach(sentence, WEEKDAY, () =>
    site.draw.one(
      WEEKDAYS.filter((day) => !new RegExp(`\\b${day.slice(0, 3)}`, 'i').test(site.evidence.text)),
    ),
  ),
  ...replaceEach(sentence, YEAR, (year) => freshNumber(site, Number(year) - 15, Number(year) + 15)),
  ...replaceEach(sentence, DAY, () => freshNumber(site, 2, 28)),
];

function replaceEach(sentence: string, pattern: RegExp, draw: (old: string) => string | undefined): Change[] {
  return [...sentence.matchAll(pattern)].flatMap(({ 0: old, index }) => {
    const replacement = draw(old);
    return replacement === undefined ? [] : [{ start: index, end: index + old.length, replacement }];
  });
}

function hasMonth({ text }: EvidenceText, month: string): boolean {
  const number = String(MONTHS.indexOf(month) + 1);
  return new RegExp(`\\b${month.slice(0, 3)}|[-/.]0?${number}[-/.]|\\b0?${number}[-/.]\\d`, 'i').test(text);
}

function freshNumber({ evidence, draw }: PlantingSite, low: number, high: number): string | undefined {
  const free = Array.from({ length: high - low + 1 }, (_, index) => low + index).filter(
    (number) => !evidence.numbers.has(number),
  );
  return draw.one(free)?.toString();
}
