import { normalizeWord } from '../base/tokens';
import { twoLetterCodes } from './two-letter-codes';

interface Languages {
  /** For each code, the name of the language in English and in the language itself. */
  names: ReadonlyMap<string, readonly string[]>;
  codes: ReadonlyMap<string, string>;
}

/** Made when a language is first looked up. */
let languages: Languages | null = null;

function readLanguages(): Languages {
  const inEnglish = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const names = twoLetterCodes.flatMap((capitals): [string, string[]][] => {
    const code = capitals.toLowerCase();
    const name = inEnglish.of(code);
    if (name === undefined) return [];
    const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
    return [[code, [name, own ?? name]]];
  });
  const codes = names.flatMap(([code, ofCode]) =>
    ofCode.map((name): [string, string] => [normalizeWord(name), code]),
  );
  return { names: new Map(names), codes: new Map(codes) };
}

/** What the language of a code is called; none for other words. */
export function listLanguageNames(code: string): readonly string[] {
  languages ??= readLanguages();
  return languages.names.get(code.toLowerCase()) ?? [];
}

/** The code of the language that a normalized word names, or null. */
export function findLanguageCode(name: string): string | null {
  languages ??= readLanguages();
  return languages.codes.get(name) ?? null;
}
