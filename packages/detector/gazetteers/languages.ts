import { normalizeWord } from '../base/tokens';

const inEnglish = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** For each code of two letters, the name of the language in English and in the language itself. */
const namesByCode = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap(
    (code): [string, string[]][] => {
      const name = inEnglish.of(code);
      if (name === undefined) return [];
      const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
      return [[code, [name, own ?? name]]];
    },
  ),
);
const codeByName = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [normalizeWord(name), code])),
);

/** What the language of a code is called; none for other words. */
export const listLanguageNames = (code: string): readonly string[] =>
  namesByCode.get(code.toLowerCase()) ?? [];

/** The code of the language that a normalized word names, or null. */
export const findLanguageCode = (name: string): string | null => codeByName.get(name) ?? null;
