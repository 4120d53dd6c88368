import { scanTokens } from '../../text/tokens';
import type { WordIndex } from './words';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const long = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const short = new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' });
/** Names in use that Unicode does not list. */
const OTHER_NAMES: Record<string, string[]> = {
  US: ['USA', 'America', 'United States of America'],
  GB: ['Great Britain', 'Britain'],
  AE: ['UAE'],
  CN: ['PRC'],
};

/** What a country or region may be called, by its code of ISO 3166: "United States", "US", "USA". */
const namesByCode = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap(
    (code): [string, string[]][] => {
      const name = long.of(code);
      return name === undefined
        ? []
        : [[code, [name, short.of(code) ?? name, code, ...(OTHER_NAMES[code] ?? [])]]];
    },
  ),
);
const codeByName = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [keyOf(name), code])),
);

/** "U.S.A." and "USA" alike. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[.\s]+/g, '');
}

/** The names of the country or region that a value names or gives the code of; none for other values. */
export function namesOfRegion(value: string): string[] {
  const code = codeByName.get(keyOf(value));
  return code === undefined ? [] : (namesByCode.get(code) ?? []);
}

/**
 * Whether the text writes the name; one in capitals must stand in capitals, or with full stops, so that "us" is no country.
 */
export function writesName(name: string, words: WordIndex, capitals: ReadonlySet<string>): boolean {
  if (name !== name.toUpperCase())
    return words.hasPhrase(scanTokens(name.toLowerCase()).map(({ text }) => text));
  return capitals.has(name) || words.hasPhrase([...name.toLowerCase()]);
}
