import { checkConfidence, type Finding, quoted } from '../checks/finding';
import { type GrowingText, matchesFrom, ResumedScan, ResumedTest } from '../evidence/growing-text';
import type { DateIndex } from './dates';
import type { Region } from './regions';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
];
const DAY = /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/gi;
/** "March" and "May" are months only where a word before says so. */
const MONTH =
  /\b(?:January|February|April|June|July|August|September|October|November|December|(?<=\b(?:in|since|until|by|of|last|next|every|each|through|to|from|early|late|mid)[ -])(?:March|May))\b/g;
const SHORT_DAY = /\b(sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat)\b/gi;
/** From these any day of the week, or month, may be worked out. */
const SPAN_OF_DAYS =
  /\b(?:today|tonight|tomorrow|yesterday|daily|every day|seven days|all week|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\s*(?:-|–|to|through|thru|until|and)\s*(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;
const SPAN_OF_MONTHS =
  /\b(?:today|(?:this|next|last|past|every|each)\s(?:\w+\s)?month|spring|summer|autumn|fall|winter|season|year-round|quarter)\b/i;

/** Days of the week and months of the evidence; each is looked for when it is first asked for. */
export class CalendarIndex {
  private readonly daySpan: ResumedTest;
  private readonly monthSpan: ResumedTest;
  private readonly days = [DAY, SHORT_DAY].map(
    (pattern) => new ResumedScan((text, from) => scanDays(text, pattern, from)),
  );
  private readonly settledDays = new Set<number>();

  constructor(
    private readonly source: GrowingText,
    private readonly dates: DateIndex,
  ) {
    this.daySpan = new ResumedTest(SPAN_OF_DAYS, source);
    this.monthSpan = new ResumedTest(SPAN_OF_MONTHS, source);
  }

  /** Days of the week, 0 for Sunday, that are named or are those of dates; null where any may be meant. */
  namedDays(): ReadonlySet<number> | null {
    if (this.daySpan.matches()) return null;
    const found = this.days.map((scan) => scan.next(this.source));
    for (const { day } of found.flatMap(({ settled }) => settled)) this.settledDays.add(day);
    const open = found.flatMap((days) => days.open).map(({ day }) => day);
    return new Set([...this.settledDays, ...open, ...this.dates.weekdays()]);
  }

  /** Whether the month, 1 to 12, is named, or any may be meant. */
  hasMonth(month: number): boolean {
    return this.monthSpan.matches() || this.dates.hasMonth(month);
  }
}

const scanDays = (text: string, pattern: RegExp, from: number): (Region & { day: number })[] =>
  Array.from(matchesFrom(text, pattern, from), ({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    day: dayOf(name),
  }));

/** Days of the week and months, named alone, that the evidence neither names nor implies. */
export function checkCalendarWords(text: string, evidence: CalendarIndex): Finding[] {
  return [...checkDays(text, evidence), ...checkMonths(text, evidence)];
}

function checkDays(text: string, evidence: CalendarIndex): Finding[] {
  const named = [...text.matchAll(DAY)];
  const known = named.length === 0 ? null : evidence.namedDays();
  if (known === null) return [];
  return named.filter(([day]) => !known.has(dayOf(day))).map((match) => makeFinding(match, 'day'));
}

function checkMonths(text: string, evidence: CalendarIndex): Finding[] {
  return [...text.matchAll(MONTH)]
    .filter(([month]) => !evidence.hasMonth(MONTHS.indexOf(month.toLowerCase()) + 1))
    .map((match) => makeFinding(match, 'month'));
}

const dayOf = (name: string): number =>
  DAYS.findIndex((day) => day.startsWith(name.slice(0, 3).toLowerCase()));

function makeFinding(match: RegExpMatchArray, kind: string): Finding {
  const start = match.index ?? 0;
  return {
    start,
    end: start + match[0].length,
    label: 'fabrication',
    explanation: `The ${kind} ${quoted(match[0])} is nowhere in the evidence.`,
    confidence: checkConfidence.date,
  };
}
