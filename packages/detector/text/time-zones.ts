import {
  findZoneOffsets,
  parseOffset,
  type ZoneOffsets,
  zoneCodes,
  zoneWords,
} from '../gazetteers/time-zones';
import { findMatches, findRegionAt, overlap, type WrittenRegion } from './regions';
import type { TimeMention } from './times';

/** A time zone, with or without a time before it. */
export interface ZoneMention extends WrittenRegion {
  offsets: ZoneOffsets;
}

/** Two letters are a zone only after a time. */
const longCodes = zoneCodes.filter((code) => code.length > 2).join('|');
const shortCodes = zoneCodes.filter((code) => code.length === 2).join('|');
const words = zoneWords.join('|');
const CITY = '\\p{Lu}[\\p{L}]{2,15}(?: \\p{Lu}\\p{L}{2,15}){0,2}';
const AFTER_TIME = '(?<=(?:\\d[:.]\\d\\d|[ap]\\.?m\\.?|[AP]\\.?M\\.?|Uhr)\\s?\\(?)';
/** A look at one character spares most places the rest. */
const ZONE = new RegExp(
  `(?=[\\p{Lu}+-])(?:${[
    `(?<![\\p{L}\\p{N}])(?:UTC|GMT)\\s?(?<offset>[+−-]\\d{1,2}(?::?\\d{2})?)(?![\\d:])`,
    `(?<![\\p{L}\\p{N}])(?<code>${longCodes})(?![\\p{L}\\p{N}])`,
    `${AFTER_TIME}(?<short>${shortCodes}|Eastern|Central|Mountain|Pacific)(?![\\p{L}\\p{N}])(?! [Tt]ime)`,
    `(?<![\\p{L}\\p{N}])(?<words>${words}) [Tt]ime(?!\\p{L})`,
    '(?<=\\d{2}:?\\d{2}(?::?\\d{2}(?:\\.\\d{1,9})?)?)(?:Z(?![\\p{L}\\p{N}])|(?<stamp>\\+\\d{2}:?\\d{2})(?![\\d:]))',
    '(?<=T\\d{2}:?\\d{2}(?::?\\d{2}(?:\\.\\d{1,9})?)?)(?<minus>-\\d{2}:?\\d{2})(?![\\d:])',
    '(?<![\\p{L}/])(?<iana>(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z][A-Za-z_/-]{2,30})',
    `(?<=\\b(?:I['’]m|I am|[Ww]e['’]re|[Ww]e are) (?:based |currently |now )?in )(?<home>${CITY})`,
    `(?<!\\p{L})(?<city>${CITY}) time(?!\\p{L})`,
  ].join('|')})`,
  'gu',
);

/** The time zones of `text` that begin at `from` or later, in order: "UTC-5", "CET", "Eastern time", the "Z" of a timestamp. */
export const scanZones = (text: string, from = 0): ZoneMention[] =>
  Array.from(findMatches(text, ZONE, from)).flatMap(({ 0: literal, index, groups = {} }) => {
    const offsets = readZone(groups);
    return offsets === null ? [] : [{ start: index, end: index + literal.length, text: literal, offsets }];
  });

function readZone(groups: Record<string, string | undefined>): ZoneOffsets | null {
  const name = groups.code ?? groups.short ?? groups.words ?? groups.iana ?? groups.home ?? groups.city;
  if (name !== undefined) return findZoneOffsets(name);
  const offset = parseOffset(groups.offset ?? groups.stamp ?? groups.minus ?? '');
  return { january: offset, july: offset };
}

/** A time with the zone that is written after it, or after the end of its range. */
export interface ZonedTime {
  time: TimeMention;
  zone: ZoneMention | null;
}

const BEFORE_ZONE = /^(?:\.\d{1,9})?[\s(]{0,2}$/;
const RANGE = /^\s?(?:[-–]|to|until|till|and|bis|à|a|al|alle)\s?$/;
const MAX_GAP = 12;

/** The times, in order, each with its zone; what is part of a zone is no time. */
export function attachZones(
  text: string,
  times: readonly TimeMention[],
  zones: readonly ZoneMention[],
): ZonedTime[] {
  const zoned: ZonedTime[] = [];
  for (const time of times.toReversed()) {
    const zone = findRegionAt(zones, time.start);
    if (zone !== undefined && overlap(zone, time)) continue;
    const next = zoned.at(-1);
    const isBefore = (start: number, gap: RegExp): boolean =>
      start >= time.end && start - time.end <= MAX_GAP && gap.test(text.slice(time.end, start));
    if (zone !== undefined && isBefore(zone.start, BEFORE_ZONE)) zoned.push({ time, zone });
    else if (next !== undefined && isBefore(next.time.start, RANGE)) zoned.push({ time, zone: next.zone });
    else zoned.push({ time, zone: null });
  }
  return zoned.reverse();
}
