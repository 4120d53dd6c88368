import { checkCalendarWords } from './calendar-words';
import { checkDates, scanDates } from './dates';
import type { Evidence } from './evidence';
import type { Finding } from './finding';
import { isEnglish } from './language';
import { checkLinks, scanLinks } from './links';
import { checkMeasures } from './measure-conflicts';
import { checkNames } from './names';
import { checkNumbers, numbered } from './numbers';
import { checkQuotes } from './quotes';
import { blankOut, scanCodeBlocks, scanListMarkers } from './regions';
import { checkTimes, scanTimes } from './times';

/**
 * Links, dates, times, numbers, quotes and names of a text that the evidence does not have. Each check sees the text
 * without what an earlier one has already read, e.g. no numbers inside of dates.
 */
export function checkText(
  text: string,
  evidence: Evidence,
  inEnglish = areEnglish(text, evidence),
): Finding[] {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanListMarkers(text)]);
  const links = scanLinks(prose);
  const withoutLinks = blankOut(prose, links);
  const dates = scanDates(withoutLinks);
  const withoutDates = blankOut(withoutLinks, dates);
  const times = scanTimes(withoutDates);
  const reply = numbered(blankOut(withoutDates, times));
  return [
    ...checkLinks(links, evidence.links),
    ...checkDates(dates, evidence.dates),
    ...checkTimes(times, evidence.times),
    ...checkNumbers(reply, evidence.numbers),
    ...checkMeasures(reply, evidence.numbers),
    ...checkQuotes(withoutLinks, evidence.words),
    ...(inEnglish ? checkEnglish(withoutDates, evidence) : []),
  ];
}

/** Whether a text and its evidence are in English, as far as they tell. */
export function areEnglish(text: string, evidence: Evidence): boolean {
  return evidence.isEnglish !== false && isEnglish(text) !== false;
}

function checkEnglish(text: string, evidence: Evidence): Finding[] {
  return [...checkCalendarWords(text, evidence.text, evidence.dates), ...checkNames(text, evidence)];
}
