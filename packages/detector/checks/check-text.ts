import type { Evidence } from '../evidence/evidence';
import { scanDays } from '../text/calendar-words';
import { findRegrouped, scanIdentifiers } from '../text/identifiers';
import { isEnglish } from '../text/language';
import { blankOut, isWithin, type Region, scanCodeBlocks, scanListMarkers } from '../text/regions';
import { type Mentions, scanMentions } from '../values/mentions';
import { checkCalendarWords, checkDates, checkRelativeDays, checkTimes } from './check-dates';
import { checkDirections } from './check-directions';
import { checkFractions } from './check-fractions';
import { checkIdentifiers, findCodesInOtherForms } from './check-identifiers';
import { checkLimits } from './check-limits';
import { checkLinks } from './check-links';
import { checkListedCounts } from './check-listed-counts';
import { checkNameParts } from './check-name-parts';
import { compareNames } from './check-names';
import { checkNumerals } from './check-numerals';
import { checkOpening } from './check-opening';
import { checkQuotes } from './check-quotes';
import { checkRecords } from './check-records';
import { checkValues } from './check-values';
import type { ValueVerdict } from './finding';

/** What a text is compared with. */
export interface ComparedEvidence {
  /** All that was said. */
  whole: Evidence;
  /** What its values are compared with: of instructions, which speak of all cases, only what is about the text. */
  ofValues: Evidence;
  /** Where in the whole a place of that is. */
  toWhole: (place: Region) => Region;
  /** What the assistant said last before, in order: no evidence, but what it worked out there may be repeated. */
  listEarlierReplies: () => readonly string[];
}

/** What the checks of a text say, and what it mentions outside of its code. */
export interface TextChecks extends ValueVerdict {
  mentions: Mentions;
}

interface TextChecksOptions extends Partial<Pick<ComparedEvidence, 'ofValues' | 'listEarlierReplies'>> {
  inEnglish?: boolean;
  unstated?: readonly Region[];
  question?: string;
}

const noVerdict: ValueVerdict = { findings: [], supported: [] };

/**
 * Links, dates, times, identifiers, numbers, quotes and names of a text that the evidence does not have, and values that it
 * supports; in the regions that are `unstated`, which state nothing, only values. `question` is the text that the reply is to,
 * `ofValues` what values are compared with.
 */
export function checkText(
  text: string,
  evidence: Evidence,
  {
    inEnglish = areEnglish(text, evidence),
    unstated = [],
    question = '',
    ofValues: valueEvidence = evidence,
    listEarlierReplies = () => [],
  }: TextChecksOptions = {},
): TextChecks {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanListMarkers(text)]);
  const mentioned = scanMentions(prose);
  const { links, dates, times, numbers: all, withoutLinks, withoutDates } = mentioned;
  const regrouped = findRegrouped(withoutDates, (key) => evidence.identifiers.has(key));
  const identifiers = scanIdentifiers(blankOut(withoutDates, regrouped));
  const numerals = inEnglish ? checkNumerals(withoutDates, evidence.words) : noVerdict;
  const mentions = all.mentions.filter(
    ({ start }) => ![identifiers, regrouped, numerals.supported].some((regions) => isWithin(regions, start)),
  );
  const ofNumbers = checkValues({ text: all.text, mentions }, valueEvidence, {
    question,
    listEarlierReplies,
  });
  const ofDates = checkDates(withoutLinks, dates, valueEvidence);
  const ofTimes = checkTimes(withoutDates, times, valueEvidence);
  const ofLinks = checkLinks(links, evidence);
  const fractions = inEnglish ? checkFractions({ text: all.text, mentions }, valueEvidence) : noVerdict;
  const ofValues = [ofLinks, ofDates, ofTimes, ofNumbers, numerals, fractions];
  // The unit of a value that follows from the evidence is no name that it lacks.
  const codes = [...regrouped, ...findCodesInOtherForms(withoutDates, identifiers, evidence.identifiers)];
  const supportedValues = [...ofValues.flatMap((verdict) => verdict.supported), ...codes];
  const given = supportedValues.map((value) => excludeStop(value, withoutDates));
  const named = blankOut(withoutDates, [...unstated, ...given]);
  // "We hope to see you on Friday" says when; "have a nice Friday" does not.
  const dated = blankOut(blankOutBetweenDays(withoutDates, unstated), given);
  const names = inEnglish ? compareNames(named, evidence) : noVerdict;
  const calendarWords = inEnglish ? checkCalendarWords(dated, valueEvidence) : noVerdict;
  const relativeDays = inEnglish ? checkRelativeDays(named, valueEvidence) : noVerdict;
  const nameParts = inEnglish ? checkNameParts(named, evidence.words) : noVerdict;
  const findings = [
    ...ofLinks.findings,
    ...ofDates.findings,
    ...ofTimes.findings,
    ...checkIdentifiers(withoutDates, identifiers, evidence.identifiers),
    ...ofNumbers.findings,
    ...numerals.findings,
    ...fractions.findings,
    ...relativeDays.findings,
    ...(inEnglish ? checkDirections({ text: all.text, mentions }, evidence) : []),
    ...(inEnglish ? checkLimits({ text: all.text, mentions }, valueEvidence, question) : []),
    ...(inEnglish ? checkListedCounts({ text: all.text, mentions }) : []),
    ...(inEnglish ? checkOpening(dated, valueEvidence) : []),
    ...checkQuotes(blankOut(withoutLinks, [...unstated]), evidence.words),
    ...calendarWords.findings,
    ...(inEnglish ? checkRecords(withoutLinks, evidence, question) : []),
    ...names.findings,
    ...nameParts.findings,
  ];
  const verdicts = [...ofValues, calendarWords, relativeDays, names, nameParts];
  const supported = [...codes, ...verdicts.flatMap((verdict) => verdict.supported)];
  return { findings, supported, mentions: mentioned };
}

const BEFORE_DAY = /\b(?:on|by|until|from|since|next|this|coming)\s$/i;
const MAX_BEFORE_DAY = 8;

/** Spaces in place of the regions, but for the days of the week on which something is said to be. */
function blankOutBetweenDays(text: string, regions: readonly Region[]): string {
  const isAsked = ({ end }: Region): boolean => /^[^.!?\n]{0,80}\?/.test(text.slice(end));
  const days = scanDays(text).filter(
    (day) => BEFORE_DAY.test(text.slice(Math.max(0, day.start - MAX_BEFORE_DAY), day.start)) && !isAsked(day),
  );
  const blanked = blankOut(text, [...regions]);
  const ends = [0, ...days.map(({ end }) => end)];
  const pieces = days.map(
    ({ start, end }, index) => blanked.slice(ends[index], start) + text.slice(start, end),
  );
  return [...pieces, blanked.slice(ends.at(-1))].join('');
}

/** "9 p.m." without its last stop, which may end the sentence. */
const excludeStop = ({ start, end }: Region, text: string): Region =>
  text.charAt(end - 1) === '.' ? { start, end: end - 1 } : { start, end };

/** Whether a text and its evidence both read as English. */
export function areEnglish(text: string, evidence: Evidence): boolean {
  return evidence.isEnglish && isEnglish(text);
}
