import type { Evidence } from '../evidence/evidence';
import { scanIdentifiers } from '../text/identifiers';
import { isEnglish } from '../text/language';
import { blankOut, isWithin, type Region, scanCodeBlocks, scanListMarkers } from '../text/regions';
import { type Mentions, scanMentions } from '../values/mentions';
import { checkCalendarWords, checkDates, checkTimes } from './check-dates';
import { checkDirections } from './check-directions';
import { checkIdentifiers } from './check-identifiers';
import { checkLinks } from './check-links';
import { checkListedCounts } from './check-listed-counts';
import { checkNameParts } from './check-name-parts';
import { compareNames } from './check-names';
import { checkNumerals } from './check-numerals';
import { checkQuotes } from './check-quotes';
import { checkRecords } from './check-records';
import { checkValues, type ValueVerdict } from './check-values';

/** What the checks of a text say, and what it mentions outside of its code. */
export interface TextChecks extends ValueVerdict {
  mentions: Mentions;
}

const noVerdict: ValueVerdict = { findings: [], supported: [] };

/**
 * Links, dates, times, identifiers, numbers, quotes and names of a text that the evidence does not have, and values that it
 * supports; in the regions that are `unstated`, which state nothing, only values. `question` is the text that the reply is to.
 */
export function checkText(
  text: string,
  evidence: Evidence,
  {
    inEnglish = areEnglish(text, evidence),
    unstated = [],
    question = '',
  }: { inEnglish?: boolean; unstated?: readonly Region[]; question?: string } = {},
): TextChecks {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanListMarkers(text)]);
  const mentioned = scanMentions(prose);
  const { links, dates, times, numbers: all, withoutLinks, withoutDates } = mentioned;
  const identifiers = scanIdentifiers(withoutDates);
  const numerals = inEnglish ? checkNumerals(withoutDates, evidence.words) : noVerdict;
  const mentions = all.mentions.filter(
    ({ start }) => !isWithin(identifiers, start) && !isWithin(numerals.supported, start),
  );
  const values = checkValues({ text: all.text, mentions }, evidence, question);
  const ofDates = checkDates(withoutLinks, dates, evidence);
  const ofTimes = checkTimes(withoutDates, times, evidence);
  const ofLinks = checkLinks(links, evidence);
  const ofValues = [ofLinks, ofDates, ofTimes, values, numerals];
  // The unit of a value that follows from the evidence is no name that it lacks.
  const named = blankOut(withoutDates, [...unstated, ...ofValues.flatMap(({ supported }) => supported)]);
  const names = inEnglish ? compareNames(named, evidence) : noVerdict;
  const calendarWords = inEnglish ? checkCalendarWords(named, evidence) : noVerdict;
  const nameParts = inEnglish ? checkNameParts(named, evidence.words) : noVerdict;
  const findings = [
    ...ofLinks.findings,
    ...ofDates.findings,
    ...ofTimes.findings,
    ...checkIdentifiers(withoutDates, identifiers, evidence.identifiers),
    ...values.findings,
    ...numerals.findings,
    ...(inEnglish ? checkDirections({ text: all.text, mentions }, evidence) : []),
    ...(inEnglish ? checkListedCounts({ text: all.text, mentions }) : []),
    ...checkQuotes(blankOut(withoutLinks, [...unstated]), evidence.words),
    ...calendarWords.findings,
    ...(inEnglish ? checkRecords(withoutLinks, evidence) : []),
    ...names.findings,
    ...nameParts.findings,
  ];
  const supported = [...ofValues, calendarWords, names, nameParts].flatMap((verdict) => verdict.supported);
  return { findings, supported, mentions: mentioned };
}

/** Whether a text and its evidence both read as English. */
export function areEnglish(text: string, evidence: Evidence): boolean {
  return evidence.isEnglish && isEnglish(text);
}
