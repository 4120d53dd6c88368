/** Minutes ahead of UTC in January and in July; null where the name is of the other season only. */
export interface ZoneOffsets {
  january: number | null;
  july: number | null;
}

const MINUTES_PER_HOUR = 60;

/** Hours ahead of UTC in January and in July, with what has them; "-" for none. */
const NAMES = `
0 0 UTC, GMT, WET, Coordinated Universal, Greenwich Mean; 0 1 UK; - 1 BST, British Summer;
1 - CET, MEZ, Central European Standard; - 2 CEST, MESZ, Central European Summer; 1 2 Central European;
2 - EET; - 3 EEST, Eastern European Summer; 2 3 Eastern European; 3 3 MSK; 4 4 GST; 5.5 5.5 IST, India Standard;
7 7 WIB; 8 8 SGT, HKT, AWST; 9 9 JST, KST; 10 - AEST; 11 - AEDT;
-5 - EST, Eastern Standard; - -4 EDT, Eastern Daylight; -5 -4 ET, Eastern;
-6 - CST, Central Standard; - -5 CDT, Central Daylight; -6 -5 CT, Central;
-7 - MST, Mountain Standard; - -6 MDT, Mountain Daylight; -7 -6 MT, Mountain;
-8 - PST, Pacific Standard; - -7 PDT, Pacific Daylight; -8 -7 PT, Pacific;
-9 - AKST; - -8 AKDT; -10 -10 HST
`;

const toMinutes = (hours: string): number | null => (hours === '-' ? null : Number(hours) * MINUTES_PER_HOUR);

const offsetsByName = new Map<string, ZoneOffsets>(
  NAMES.split(';').flatMap((group) => {
    const [january = '', july = '', ...names] = group.trim().split(' ');
    const offsets = { january: toMinutes(january), july: toMinutes(july) };
    return names
      .join(' ')
      .split(', ')
      .map((name) => [name, offsets] as const);
  }),
);

/** Names of zones in capital letters, and those in words, which "time" follows. */
export const zoneCodes = [...offsetsByName.keys()].filter((name) => /^[A-Z]+$/.test(name));
export const zoneWords = [...offsetsByName.keys()].filter((name) => !zoneCodes.includes(name));

const zonesByCity = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [zone.replace(/^.*\//, '').replaceAll('_', ' '), zone]),
);

/** Of a code, of words without "time", of a name such as "Europe/Berlin", or of a city; null for others. */
export function findZoneOffsets(name: string): ZoneOffsets | null {
  const cached = offsetsByName.get(name);
  if (cached !== undefined) return cached;
  const zone = zonesByCity.get(name.replace(/^.*\//, '').replaceAll('_', ' '));
  if (zone === undefined) return null;
  const offsets = { january: readOffset(zone, 0), july: readOffset(zone, 6) };
  offsetsByName.set(name, offsets);
  return offsets;
}

function readOffset(timeZone: string, month: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  const zonePart = format
    .formatToParts(Date.UTC(2024, month, 15))
    .find(({ type }) => type === 'timeZoneName');
  return parseOffset(zonePart?.value.slice('GMT'.length) ?? '');
}

/** "+05:30", "-5", "−0800", "" */
export function parseOffset(literal: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+−-])?(\d{1,2})?:?(\d{2})?$/.exec(literal) ?? [];
  const offset = Number(hours) * MINUTES_PER_HOUR + Number(minutes);
  return sign === undefined || sign === '+' ? offset : -offset;
}
