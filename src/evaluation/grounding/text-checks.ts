import { checkCalendarWords } from './calendar-words';
import { checkDates } from './dates';
import type { Evidence } from './evidence';
import type { Finding } from './finding';
import { isEnglish } from './language';
import { checkLinks } from './links';
import { checkMeasures } from './measure-conflicts';
import { scanMentions } from './mentions';
import { checkNames } from './names';
import { checkNumbers } from './numbers';
import { checkQuotes } from './quotes';
import { blankOut, scanCodeBlocks, scanListMarkers } from './regions';
import { checkTimes } from './times';

/** Links, dates, times, numbers, quotes and names of a text that the evidence does not have. */
export function checkText(
  text: string,
  evidence: Evidence,
  inEnglish = areEnglish(text, evidence),
): Finding[] {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanListMarkers(text)]);
  const { links, dates, times, numbers, withoutLinks, withoutDates } = scanMentions(prose);
  return [
    ...checkLinks(links, evidence.links),
    ...checkDates(dates, evidence.dates),
    ...checkTimes(times, evidence.times),
    ...checkNumbers(numbers, evidence.numbers),
    ...checkMeasures(numbers, evidence.numbers),
    ...checkQuotes(withoutLinks, evidence.words),
    ...(inEnglish ? checkEnglish(withoutDates, evidence) : []),
  ];
}

/** Whether a text and its evidence both read as English. */
export function areEnglish(text: string, evidence: Evidence): boolean {
  return evidence.isEnglish && isEnglish(text);
}

function checkEnglish(text: string, evidence: Evidence): Finding[] {
  return [...checkCalendarWords(text, evidence.calendar), ...checkNames(text, evidence)];
}
