import { findMatches } from './regions';

/** A time of day. */
export interface TimeMention {
  start: number;
  end: number;
  text: string;
  /** Minutes after midnight; two of them when morning or evening is not given. */
  readings: number[];
}

const HOURS = 'twelve one two three four five six seven eight nine ten eleven'.split(' ');
/** The first that matches at a place counts. */
const CLOCKS = [
  `\\b(?<part>half past|quarter past|quarter to)\\s(?<partHour>\\d{1,2}|${HOURS.join('|')})\\b`,
  '(?<![\\d.:])(?<h12>\\d{1,2})(?:[:.](?<min12>\\d{1,2})(?::\\d{2})?)?\\s?(?<half>[ap])(?:\\.m\\.?|m\\b)',
  // The first of "from 6 to 9 p.m." and "between 4 and 6 pm".
  '(?<![\\d.,:$€£])(?<hFrom>\\d{1,2})(?:[:.](?<minFrom>\\d{2}))?(?=(?:\\s?[-–]\\s?|\\s(?:to|until|till|(?<=\\bbetween\\s[\\d:.]{1,5}\\s)and)\\s)(?<hTo>\\d{1,2})(?:[:.]\\d{2})?\\s?(?<halfTo>[ap])(?:\\.m|m\\b))',
  // "2 h 50 min" is a duration.
  '(?<![\\d.:])(?<hDot>\\d{1,2})(?:[.:]|\\s?h\\s?)(?<minDot>\\d{2})(?:\\s?(?:uhr|uur)|(?<=h\\s?\\d\\d))(?![\\d\\p{L}]|\\s?min)',
  // "0930" after what leads to a time, or before what ends one, and that of a timestamp such as "20260314T093000Z".
  '(?<![\\p{L}\\d.,:-])(?<hPlain>[01]\\d|2[0-3])(?<minPlain>[0-5]\\d)(?:\\s?(?:hrs?|hours)(?!\\p{L})|(?<=\\b(?:at|from|until|till|by|to|departs?|arrives?|dep|arr)["\']?[\\s:]{1,2}["\']?0\\d{3})(?![\\d\\p{L}:-]|[.,]\\d|\\s\\d))',
  '(?<=(?<!\\d)\\d{8}T)(?<hStamp>[01]\\d|2[0-3])(?<minStamp>[0-5]\\d)(?<secondsStamp>[0-5]\\d)?(?=Z|[+-]\\d|(?![\\d\\p{L}]))',
  '(?<![\\d.:])(?<hFull>\\d{1,2})\\s(?:uhr|uur)(?!\\p{L})(?:\\s(?<minFull>\\d{2})(?!\\d))?',
  '(?<=(?<!\\p{L})(?:à|vers|dès|a las|às)\\s)(?<hAlone>\\d{1,2})\\s?h(?:eures|oras)?(?![\\d\\p{L}]|\\s(?:de|par)\\s)',
  '(?<=\\b(?:kl\\.?|klo|ore|d?alle)\\s)(?<hAt>\\d{1,2})\\.(?<minAt>\\d{2})(?!\\d)',
  '(?<![\\d.:])(?<h24>\\d{1,2}):(?<min24>\\d{1,2})(?<seconds>:\\d{2})?(?![\\d:])',
  "\\b(?<hWords>\\d{1,2})\\s(?:o['’]clock|in the (?:morning|afternoon|evening)|at night)\\b",
  '\\b(?<word>noon|midnight)\\b',
];
/** Each begins with a digit or with one of these letters, so that a look at one character spares most places the rest. */
const CLOCK = new RegExp(`(?=[\\dhqnm])(?:${CLOCKS.join('|')})`, 'giu');
export const HALF_DAY_MINUTES = 12 * 60;
export const DAY_MINUTES = 2 * HALF_DAY_MINUTES;
const PARTS: Record<string, number> = { 'half past': 30, 'quarter past': 15, 'quarter to': -15 };

/** Times of day in `text`, in order: "14:30", "2:30 pm", "14h30", "à 14 h", "half past two", "8 in the evening", "noon". */
export function scanTimes(text: string): TimeMention[] {
  return scanClocks(text, 0).filter(({ readings }) => readings.length > 0);
}

export function scanClocks(text: string, from: number): TimeMention[] {
  return Array.from(findMatches(text, CLOCK, from), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    readings: readClock(match.groups ?? {}),
  }));
}

function readClock(groups: Record<string, string | undefined>): number[] {
  const { word, part, partHour = '', half } = groups;
  if (word !== undefined) return [word.toLowerCase() === 'noon' ? HALF_DAY_MINUTES : 0];
  if (part !== undefined) {
    const hourIndex = HOURS.indexOf(partHour.toLowerCase());
    return readHour(hourIndex === -1 ? Number(partHour) : hourIndex || 12, PARTS[part.toLowerCase()] ?? 0);
  }
  if (groups.hFrom !== undefined) return readFrom(groups as Record<string, string>);
  const stamp = groups.hPlain ?? groups.hStamp;
  if (stamp !== undefined) return [Number(stamp) * 60 + Number(groups.minPlain ?? groups.minStamp)];
  const hour = Number(
    groups.h12 ?? groups.hDot ?? groups.hFull ?? groups.hAlone ?? groups.hAt ?? groups.h24 ?? groups.hWords,
  );
  const minute = Number(groups.min12 ?? groups.minDot ?? groups.minFull ?? groups.minAt ?? groups.min24 ?? 0);
  if (half === undefined) return readHour(hour, minute).slice(0, groups.seconds === undefined ? 2 : 1);
  if (hour > 24 || minute > 59) return [];
  return [(hour % 12) * 60 + minute + (half.toLowerCase() === 'p' ? HALF_DAY_MINUTES : 0)];
}

/** The beginning of a range whose end says the half of the day: that half, or the one before it. */
function readFrom({ hFrom = '', minFrom = '0', halfTo = '' }: Record<string, string | undefined>): number[] {
  const own = (Number(hFrom) % 12) * 60 + Number(minFrom);
  if (Number(hFrom) > 12 || Number(minFrom) > 59) return [];
  return halfTo.toLowerCase() === 'p' ? [own + HALF_DAY_MINUTES, own] : [own, own + HALF_DAY_MINUTES];
}

/** Of the hours up to twelve the morning and the evening are meant. */
function readHour(hour: number, minute: number): number[] {
  if (hour > 24 || minute > 59) return [];
  const minutes = ((hour % 24) * 60 + minute + DAY_MINUTES) % DAY_MINUTES;
  return hour >= 1 && hour <= 12 ? [minutes, (minutes + HALF_DAY_MINUTES) % DAY_MINUTES] : [minutes];
}
