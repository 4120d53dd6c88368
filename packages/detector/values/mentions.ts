import { type DateMention, scanDates } from '../text/dates';
import { type LinkMention, scanLinks } from '../text/links';
import { blankOut } from '../text/regions';
import { scanTimes, type TimeMention } from '../text/times';
import { type NumberedText, readNumbers } from './numbers';

/** What a text says in links and figures. Nothing is read twice: there are no numbers inside of dates. */
export interface Mentions {
  links: LinkMention[];
  dates: DateMention[];
  times: TimeMention[];
  numbers: NumberedText;
  withoutLinks: string;
  withoutDates: string;
}

/** Reads links, dates, times and numbers, each in the text without what an earlier one has read. */
export function scanMentions(text: string): Mentions {
  const links = scanLinks(text);
  const withoutLinks = blankOut(text, links);
  const dates = scanDates(withoutLinks);
  const withoutDates = blankOut(withoutLinks, dates);
  const times = scanTimes(withoutDates);
  const numbers = readNumbers(blankOut(withoutDates, times));
  return { links, dates, times, numbers, withoutLinks, withoutDates };
}
