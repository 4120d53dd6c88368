import { normalizeWord } from '../base/tokens';
import { twoLetterCodes } from './two-letter-codes';

const long = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const short = new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' });
/** Names in use that Unicode does not list. */
const OTHER_NAMES: Record<string, string[]> = {
  US: ['USA', 'America', 'United States of America'],
  GB: ['Great Britain', 'Britain'],
  AE: ['UAE'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CZ: ['Czech Republic'],
  MM: ['Burma'],
  NL: ['Holland'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
};
/** Adjectives, and names of the people, that have another stem than the name. */
const ADJECTIVES: Record<string, string[]> = {
  AF: ['Afghan'],
  BE: ['Belgian'],
  CD: ['Congolese'],
  CG: ['Congolese'],
  CH: ['Swiss'],
  CI: ['Ivorian'],
  CR: ['Costa Rican'],
  CU: ['Cuban'],
  CY: ['Cypriot'],
  DK: ['Danish', 'Dane'],
  ES: ['Spanish', 'Spaniard'],
  FI: ['Finnish', 'Finn'],
  FR: ['French', 'Frenchman', 'Frenchwoman'],
  GB: ['British', 'Briton'],
  GR: ['Greek'],
  HK: ['Hongkonger'],
  IE: ['Irish', 'Irishman', 'Irishwoman'],
  KZ: ['Kazakh'],
  LA: ['Laotian', 'Lao'],
  LB: ['Lebanese'],
  MC: ['Monegasque'],
  ME: ['Montenegrin'],
  MG: ['Malagasy'],
  MM: ['Burmese'],
  NL: ['Dutch', 'Dutchman', 'Dutchwoman'],
  NO: ['Norwegian'],
  NZ: ['New Zealander', 'Kiwi'],
  PE: ['Peruvian'],
  PH: ['Filipino'],
  PL: ['Polish', 'Pole'],
  PR: ['Puerto Rican'],
  PT: ['Portuguese'],
  SA: ['Saudi'],
  SE: ['Swedish', 'Swede'],
  TH: ['Thai'],
  TR: ['Turkish', 'Turk'],
  US: ['American'],
  UZ: ['Uzbek'],
};

/** What a country or region may be called, by its code of ISO 3166: "United States", "US", "USA". */
const namesByCode = new Map(
  twoLetterCodes.flatMap((code): [string, string[]][] => {
    const name = long.of(code);
    // A code that is no longer in use has the name of what came after it.
    const isInUse = new Intl.Locale(`und-${code}`).region === code;
    return name === undefined || !isInUse
      ? []
      : [[code, [name, short.of(code) ?? name, code, ...(OTHER_NAMES[code] ?? [])]]];
  }),
);
const codeByName = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [buildKey(name), code])),
);

/** "U.S.A." and "USA" alike, with and without accents. */
function buildKey(name: string): string {
  return normalizeWord(name).replace(/[.\s]+/g, '');
}

/** Codes that texts write for the name; "DE" may be Delaware, and "IT" is seldom Italy. */
const SPOKEN_CODES = new Set(['US', 'EU', 'UN']);
/** Codes by what texts call the country or its people: "us", "danish", "americans". */
const codeBySpokenName = new Map(
  [...namesByCode.keys()].flatMap((code) =>
    listSpokenNamesOfCode(code).flatMap((name): [string, string][] => [
      [buildKey(name), code],
      [buildKey(`${name}s`), code],
    ]),
  ),
);

/** What a text may call the country of a code, and its adjective. */
function listSpokenNamesOfCode(code: string): string[] {
  const names = (namesByCode.get(code) ?? []).filter((name) => name !== code || SPOKEN_CODES.has(code));
  return [...names, ...(ADJECTIVES[code] ?? [])];
}

/** The names of the country or region that a value names or gives the code of; none for other values. */
export function listRegionNames(value: string): string[] {
  const code = codeByName.get(buildKey(value));
  return code === undefined ? [] : (namesByCode.get(code) ?? []);
}

/** What texts call the country that a name or an adjective is of, and its people: none for other words. */
export function listSpokenNames(name: string): string[] {
  const code = codeBySpokenName.get(buildKey(name));
  return code === undefined ? [] : listSpokenNamesOfCode(code);
}

/** The code of the country that a name or an adjective is of, or null. */
export const findRegionCode = (name: string): string | null => codeBySpokenName.get(buildKey(name)) ?? null;
