import type { Evidence } from '../evidence/evidence';
import { scanIdentifiers } from '../text/identifiers';
import { isEnglish } from '../text/language';
import { blankOut, isWithin, type Region, scanCodeBlocks, scanListMarkers } from '../text/regions';
import { scanMentions } from '../values/mentions';
import { checkCalendarWords, checkDates, checkTimes } from './check-dates';
import { checkIdentifiers } from './check-identifiers';
import { checkLinks } from './check-links';
import { checkNames } from './check-names';
import { checkQuotes } from './check-quotes';
import { checkValues, type ValueVerdict } from './check-values';
import type { Finding } from './finding';

/**
 * Links, dates, times, identifiers, numbers, quotes and names of a text that the evidence does not have, and values that it
 * supports; in the regions that are `unstated`, which state nothing, only values.
 */
export function checkText(
  text: string,
  evidence: Evidence,
  inEnglish = areEnglish(text, evidence),
  unstated: Region[] = [],
): ValueVerdict {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanListMarkers(text)]);
  const { links, dates, times, numbers: all, withoutLinks, withoutDates } = scanMentions(prose);
  const identifiers = scanIdentifiers(withoutDates);
  const mentions = all.mentions.filter(({ start }) => !isWithin(identifiers, start));
  const values = checkValues({ text: all.text, mentions }, evidence);
  const ofDates = checkDates(withoutLinks, dates, evidence);
  const ofTimes = checkTimes(times, evidence.times);
  const supported = [...values.supported, ...ofDates.supported, ...ofTimes.supported];
  // The unit of a value that follows from the evidence is no name that it lacks.
  const named = [...unstated, ...supported];
  const findings = [
    ...checkLinks(links, evidence.links),
    ...ofDates.findings,
    ...ofTimes.findings,
    ...checkIdentifiers(withoutDates, identifiers, evidence.identifiers),
    ...values.findings,
    ...checkQuotes(blankOut(withoutLinks, unstated), evidence.words),
    ...(inEnglish ? checkEnglish(blankOut(withoutDates, named), evidence) : []),
  ];
  return { findings, supported };
}

/** Whether a text and its evidence both read as English. */
export function areEnglish(text: string, evidence: Evidence): boolean {
  return evidence.isEnglish && isEnglish(text);
}

function checkEnglish(text: string, evidence: Evidence): Finding[] {
  return [...checkCalendarWords(text, evidence.calendar), ...checkNames(text, evidence)];
}
