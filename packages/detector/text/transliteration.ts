/** Letters without a mark to leave out, and those that German and its neighbors write with two. */
const PLAIN: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', þ: 'th', æ: 'ae', œ: 'oe', ß: 'ss' },
};
const TWO_LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', ß: 'ss' };

/** How else a Latin word is written: "munchen" and "muenchen" of "München", "Kobenhavn" and "Koebenhavn" of "København". */
export function listSpellings(word: string): string[] {
  const small = word.toLowerCase().normalize('NFC');
  const withTwo = small.replace(/[äöüåøß]/g, (letter) => TWO_LETTERS[letter] as string);
  const folded = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[øłđðħıþæœß]/g, (letter) => PLAIN[letter] as string);
  return [...new Set([folded(small), folded(withTwo)])].filter((spelling) => spelling !== small);
}
