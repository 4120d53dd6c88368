/** Parts of the patterns for clauses: words in lower case, one space between them. */

/** One of the words. */
export const any = (...words: string[]): string => `(?:${words.join(' ').replaceAll(' ', '|')})`;

/** A clause that begins with one of the forms. */
export const startsWith = (...forms: string[]): RegExp =>
  new RegExp(`^(?:${forms.join('|')})(?![\\p{L}'])`, 'u');

/** A clause that is one of the forms from its first word to its last. */
export const isAll = (...forms: string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 'u');

export const ADVERB =
  '(?:[a-z]+ly |also |just |first |still |now |then |always |please |further |so |very |more than )*';
export const I = any('i we');
export const BE = `(?:${I} (?:am|are)|i'm|we're)`;
export const SHALL = `(?:${I} ${any('can could will would may shall might')}|i'll|we'll|i'd|we'd|${BE} going to)`;
/** A word that may be a noun. */
export const NOUN = "[\\p{L}'-]+";
