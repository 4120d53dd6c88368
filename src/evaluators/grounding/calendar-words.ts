import type { DateIndex } from './dates';
import { checkConfidence, type Finding, quoted } from './finding';

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

/** Days of the week and months, named alone, that the evidence neither names nor implies. */
export function checkCalendarWords(text: string, evidence: string, dates: DateIndex): Finding[] {
  return [...checkDays(text, evidence, dates), ...checkMonths(text, evidence, dates)];
}

function checkDays(text: string, evidence: string, dates: DateIndex): Finding[] {
  if (SPAN_OF_DAYS.test(evidence)) return [];
  const known = new Set<number>(dates.weekdays());
  for (const [day] of evidence.matchAll(DAY)) known.add(dayOf(day));
  for (const [day] of evidence.matchAll(SHORT_DAY)) known.add(dayOf(day));
  return [...text.matchAll(DAY)]
    .filter(([day]) => !known.has(dayOf(day)))
    .map((match) => makeFinding(match, 'day'));
}

function checkMonths(text: string, evidence: string, dates: DateIndex): Finding[] {
  if (SPAN_OF_MONTHS.test(evidence)) return [];
  return [...text.matchAll(MONTH)]
    .filter(([month]) => !dates.hasMonth(MONTHS.indexOf(month.toLowerCase()) + 1))
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
