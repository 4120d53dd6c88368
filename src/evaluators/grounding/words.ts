import { normalizeWord, scanTokens, stem, type Token } from '../../text/tokens';
import { once } from './once';
import { stateWords } from './us-states';

const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/u;
const UPPER = /^\p{Lu}/u;
const POSSESSIVE = /['’]s?$/;
const ROMAN = /^[IVX]{1,5}$/;
/** Small words that a name may have inside: "Federal Bureau of Investigation" is "FBI". */
const JOINING = new Set(['and', 'of', 'for', 'the', 'on', 'in', 'de']);
const LONGEST_ACRONYM = 6;
/** Characters between the words of one name, as in "U.S. Army". */
const WIDEST_GAP = 2;
const SHORTEST_ACRONYM = 3;

const MOST_OF_THE_PAIRS = 0.7;

const isLatin = (word: string): boolean => /^[\p{Script=Latin}\p{N}']*$/u.test(word);

/**
 * The vocabulary of a text: which words, stems, short phrases and initials occur in it. What is asked only of words
 * that it lacks is made when it is first asked.
 */
export class WordIndex {
  private readonly words = new Set<string>();
  private readonly stems = new Set<string>();
  private readonly runs: () => ReadonlySet<string>;
  private readonly acronyms: () => ReadonlySet<string>;
  private readonly initials: () => string;
  private readonly names: () => ReadonlyMap<string, string>;
  private readonly written: () => ReadonlySet<string>;
  /** Of words in other scripts than Latin, which may stand without spaces or carry endings. */
  private readonly letterPairs = new Set<string>();

  constructor(text: string, tokens = scanTokens(text)) {
    const words = tokens.map((token) => normalizeWord(token.text));
    this.runs = once(() => runsOf(words));
    this.acronyms = once(() => acronymsOf(tokens));
    this.initials = once(() => words.map((word) => word.charAt(0)).join(''));
    this.names = once(() => namesByWord(text, tokens));
    this.written = once(() => writtenForms(text, tokens));
    for (const word of words) this.addWord(word);
    tokens.forEach((token, index) => {
      // A word in small letters is in one part.
      if (token.text !== words[index]) this.addParts(token.text);
    });
    for (const word of words) if (!isLatin(word)) this.addPairsOfLetters(word);
  }

  private addWord(word: string): void {
    if (this.words.has(word)) return;
    this.words.add(word);
    this.stems.add(stem(word));
  }

  /** "OutdoorSeating" and "don't" are also the words they are made of. */
  private addParts(token: string): void {
    if (token.length > 60) return;
    if (INNER_CAPITAL.test(token))
      for (const part of token.split(INNER_CAPITAL)) this.addWord(normalizeWord(part));
    if (token.length === 2) for (const word of stateWords(token)) this.addWord(word);
  }

  private addPairsOfLetters(word: string): void {
    for (let index = 1; index < word.length; index += 1)
      this.letterPairs.add(word.slice(index - 1, index + 1));
  }

  /** Whether the normalized word occurs: as it is, by its stem, written as two words, or as initials. */
  has(word: string): boolean {
    return (
      (!isLatin(word) && this.hasMostLetterPairs(word)) ||
      this.words.has(word) ||
      this.stems.has(stem(word)) ||
      this.runs().has(word) ||
      this.acronyms().has(word) ||
      this.hasInitials(word)
    );
  }

  private hasInitials(word: string): boolean {
    return (
      word.length >= SHORTEST_ACRONYM && word.length <= LONGEST_ACRONYM && this.initials().includes(word)
    );
  }

  private hasMostLetterPairs(word: string): boolean {
    let known = 0;
    for (let index = 1; index < word.length; index += 1) {
      if (this.letterPairs.has(word.slice(index - 1, index + 1))) known += 1;
    }
    return known > 0 && known >= MOST_OF_THE_PAIRS * (word.length - 1);
  }

  /** Whether the normalized word itself occurs. */
  hasExactly(word: string): boolean {
    return this.words.has(word);
  }

  /**
   * Whether the normalized words occur in a row. From four words on, every three in a row must occur, which a
   * rearranged text could satisfy; in exchange it costs the same however long the evidence is.
   */
  hasPhrase(words: string[]): boolean {
    if (words.length === 0) return true;
    if (words.length === 1) return this.words.has(words[0] ?? '');
    if (words.length === 2) return this.runs().has(words.join(''));
    return words.slice(2).every((_, index) => this.runs().has(words.slice(index, index + 3).join('')));
  }

  /** Whether the word stands there in the same small and capital letters, or letters with full stops ("U.S"). */
  hasWritten(word: string): boolean {
    return this.written().has(word);
  }

  /** A name of the evidence that contains the normalized word, or null. */
  findName(word: string): string | null {
    return this.names().get(word) ?? null;
  }
}

/** Two and three words in a row, written together: answers phrases, and "wifi" for "Wi-Fi". */
function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  words.forEach((word, index) => {
    const [next, afterNext] = [words[index + 1], words[index + 2]];
    if (next !== undefined) runs.add(word + next);
    if (afterNext !== undefined) runs.add(word + next + afterNext);
  });
  return runs;
}

/** Words as they stand, without possessive; letters with full stops between them also together. */
function writtenForms(text: string, tokens: readonly Token[]): Set<string> {
  const forms = new Set<string>();
  let letters: string[] = [];
  tokens.forEach((token, index) => {
    forms.add(token.text.replace(POSSESSIVE, ''));
    const isNext = text.slice(tokens[index - 1]?.end ?? 0, token.start) === '.';
    if (!isNext || letters.length === LONGEST_ACRONYM) letters = [];
    if (token.text.length > 1) letters = [];
    else letters.push(token.text);
    if (letters.length > 1) forms.add(letters.join('.'));
  });
  return forms;
}

/** Initials of every two to LONGEST_ACRONYM capitalized words in a row, small ones between them left out. */
function acronymsOf(tokens: readonly Token[]): Set<string> {
  const acronyms = new Set<string>();
  let name: Token[] = [];
  tokens.forEach((token, index) => {
    if (token.start - (tokens[index - 1]?.end ?? 0) > WIDEST_GAP) name = [];
    if (UPPER.test(token.text)) {
      name = [...name.slice(1 - LONGEST_ACRONYM), token];
      for (let first = name.length - 2; first >= 0; first -= 1) acronyms.add(initialsOf(name.slice(first)));
    } else if (!JOINING.has(token.text)) name = [];
  });
  return acronyms;
}

/** What a name of these words is shortened to, in small letters; numerals stay whole: "wwii" for "World War II". */
export function initialsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ text }) => (ROMAN.test(text) ? text.toLowerCase() : normalizeWord(text).charAt(0)))
    .join('');
}

/** For a word of a name, the name in which it first occurs. */
function namesByWord(text: string, tokens: readonly Token[]): Map<string, string> {
  const names = new Map<string, string>();
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (next === undefined || !UPPER.test(token.text) || !UPPER.test(next.text)) return;
    if (next.start - token.end > 1) return;
    const name = text.slice(token.start, next.end);
    for (const word of [normalizeWord(token.text), normalizeWord(next.text)]) {
      if (!names.has(word)) names.set(word, name);
    }
  });
  return names;
}
