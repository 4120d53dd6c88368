import { sentencesOf } from '../base/sentences';
import type { Evidence } from '../evidence/evidence';
import { hasNegation } from '../gazetteers/modifiers';
import { checkConfidence, type Finding, quote } from './finding';

const DAYS_OF: readonly [RegExp, readonly number[]][] = [
  [
    /(?<!\b(?:before|after|until|over|your|nice|great|good|lovely|this|next|last)\s(?:the\s)?)\bweekends?\b/i,
    [6, 0],
  ],
  [/\bweekdays?\b/i, [1, 2, 3, 4, 5]],
];
const EVERY_DAY = /\b(?:every (?:single )?day|daily|(?:seven|7) days a week|all week(?: long)?)\b/i;
/** What is said to be so on days, of which the evidence may name only some. */
const OPEN =
  /\b(?:open|opens|opening|available|staffed|reach|reachable|call|visit|come|runs?|operates?|delivers?|deliveries)\b/i;
const ALWAYS =
  /\b(?:around the clock|round the clock|24\/7|(?:24|twenty-four) hours a day|day and night|at any hour|any time of (?:the )?day)\b/i;
const ALWAYS_IN_EVIDENCE = new RegExp(`${ALWAYS.source}|\\b24[- ]?h(?:ours?|rs?)?\\b`, 'i');
const CLOSED_DAY =
  /\bclosed\b[^.\n]{0,30}\b(?:sun|mon|tues|wednes|thurs|fri|satur)days?\b|\b(?:sun|mon|tues|wednes|thurs|fri|satur)days?\b[^.\n]{0,12}\bclosed\b/i;
const CLOSED = /\b(?:closed|except|but not|unavailable|other than|outside)\b/i;
const WEEK = 7;
/** Two times form opening hours. */
const MIN_TIMES = 2;

/** Days and hours in general words, such as "at weekends" and "around the clock", where the evidence gives others. */
export function checkOpening(text: string, evidence: Evidence): Finding[] {
  if (![...DAYS_OF.map(([pattern]) => pattern), EVERY_DAY, ALWAYS].some((pattern) => pattern.test(text)))
    return [];
  return [...sentencesOf(text)].flatMap(({ start, text: sentence }) => {
    if (!OPEN.test(sentence) || CLOSED.test(sentence) || hasNegation(sentence)) return [];
    const match = findDays(sentence, evidence) ?? findHours(sentence, evidence);
    return match === null ? [] : [toFinding(match, start)];
  });
}

/** Days of which the evidence, which gives ranges of them, has none; all days where it has only some. */
function findDays(sentence: string, { calendar, text }: Evidence): RegExpExecArray | null {
  const sets = DAYS_OF.flatMap(([pattern, days]) => {
    const match = pattern.exec(sentence);
    return match === null ? [] : [{ match, days }];
  });
  const every = EVERY_DAY.exec(sentence);
  if ((sets.length === 0 && every === null) || !calendar.hasDayRanges()) return null;
  const knownDays = calendar.knownDays();
  if (knownDays === null) return null;
  const wrong = sets.find(({ days }) => !days.some((day) => knownDays.has(day)));
  return wrong?.match ?? (knownDays.size < WEEK || CLOSED_DAY.test(text) ? every : null);
}

/** All hours where the evidence gives some. */
function findHours(sentence: string, { times, text }: Evidence): RegExpExecArray | null {
  const match = ALWAYS.exec(sentence);
  return match === null || ALWAYS_IN_EVIDENCE.test(text) || times.mentions.length < MIN_TIMES ? null : match;
}

function toFinding({ 0: literal, index }: RegExpExecArray, place: number): Finding {
  return {
    start: place + index,
    end: place + index + literal.length,
    kind: 'fabrication',
    explanation: `The evidence gives other days or hours than ${quote(literal)}.`,
    confidence: checkConfidence.otherHalf,
    evidence: [],
  };
}
