import { normalizeWord, stem, type Token } from '../base/tokens';
import { listStateWords } from '../gazetteers/us-states';
import { buildInitials, CAPITALIZED, INNER_CAPITAL } from '../text/names';
import { findFirst, type WrittenRegion } from '../text/regions';
import { listSpellings } from '../text/transliteration';
import type { GrowingText } from './growing-text';
import { Follower, type UndoLog } from './undo-log';

const POSSESSIVE = /['’]s?$/;
/** Small words that a name may have inside: "Federal Bureau of Investigation" is "FBI". */
const JOINING = new Set(['and', 'of', 'for', 'the', 'on', 'in', 'de']);
/** Beyond ASCII, quotation marks and other scripts. */
const HAS_OTHER_LETTER = /[\u00c0-\u024f]|\p{M}/u;
const MAX_ACRONYM_LENGTH = 6;
/** Characters between the words of one name, as in "U.S. Army". */
const MAX_GAP = 2;
const MIN_ACRONYM_LENGTH = 3;

const MIN_SHARE_OF_PAIRS = 0.7;

const isLatin = (word: string): boolean => /^[\p{Script=Latin}\p{N}']*$/u.test(word);

/**
 * The vocabulary of a text: which words, stems, short phrases and initials occur in it. What is asked only of words
 * that it lacks is made when it is first asked.
 */
export class WordIndex {
  private readonly words = new Set<string>();
  private readonly stems = new Set<string>();
  /** How words with letters of other alphabets than the English one are written without them. */
  private readonly spellings = new Set<string>();
  /** Of words in other scripts than Latin, which may be written without spaces or carry endings. */
  private readonly letterPairs = new Set<string>();
  /** The words in order, as written and normalized. */
  readonly tokens: Token[] = [];
  readonly normalized: string[] = [];
  private readonly runs: WordRuns;
  private readonly acronyms: Acronyms;
  private readonly initials: Initials;
  private readonly names: NamesByWord;
  private readonly written: WrittenForms;

  constructor(
    source: GrowingText,
    private readonly log: UndoLog,
  ) {
    this.runs = new WordRuns(this.normalized, log);
    this.acronyms = new Acronyms(this.tokens, log);
    this.initials = new Initials(this.normalized, log);
    this.names = new NamesByWord(this.tokens, source, log);
    this.written = new WrittenForms(this.tokens, source, log);
  }

  /** Adds the words that follow in the text. */
  addTokens(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const word = normalizeWord(token.text);
      this.log.push(this.tokens, token);
      this.log.push(this.normalized, word);
      this.addWord(word);
      // A word in small letters is in one part.
      if (token.text !== word) this.addParts(token.text);
      if (HAS_OTHER_LETTER.test(token.text))
        for (const spelling of listSpellings(token.text)) this.log.add(this.spellings, spelling);
      if (!isLatin(word)) this.addPairsOfLetters(word);
    }
  }

  /** The words from a place of the text on. */
  tokensFrom(place: number): Token[] {
    const { tokens } = this;
    return tokens.slice(findFirst(tokens.length, (index) => (tokens[index] as Token).start >= place));
  }

  private addWord(word: string): void {
    if (this.words.has(word)) return;
    this.log.add(this.words, word);
    this.log.add(this.stems, stem(word));
  }

  /** "OutdoorSeating" and "don't" are also the words they are made of. */
  private addParts(token: string): void {
    if (token.length > 60) return;
    if (INNER_CAPITAL.test(token))
      for (const part of token.split(INNER_CAPITAL)) this.addWord(normalizeWord(part));
    if (token.length === 2) for (const word of listStateWords(token)) this.addWord(word);
  }

  private addPairsOfLetters(word: string): void {
    for (let index = 1; index < word.length; index += 1)
      this.log.add(this.letterPairs, word.slice(index - 1, index + 1));
  }

  /** Whether the normalized word occurs: as it is, by its stem, written as two words, or as initials. */
  has(word: string): boolean {
    return (
      (!isLatin(word) && this.hasLetterPairsOf(word)) ||
      this.words.has(word) ||
      this.stems.has(stem(word)) ||
      this.runs.has(word) ||
      this.acronyms.has(word) ||
      this.hasInitials(word)
    );
  }

  private hasInitials(word: string): boolean {
    return (
      word.length >= MIN_ACRONYM_LENGTH && word.length <= MAX_ACRONYM_LENGTH && this.initials.include(word)
    );
  }

  private hasLetterPairsOf(word: string): boolean {
    let knownPairs = 0;
    for (let index = 1; index < word.length; index += 1) {
      if (this.letterPairs.has(word.slice(index - 1, index + 1))) knownPairs += 1;
    }
    return knownPairs > 0 && knownPairs >= MIN_SHARE_OF_PAIRS * (word.length - 1);
  }

  /** Whether a word occurs that is so written without the letters of other alphabets: "muenchen" of "München". */
  hasSpelling(word: string): boolean {
    return this.spellings.has(word);
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
    if (!words.every((word) => this.words.has(word))) return false;
    if (words.length === 1) return true;
    if (words.length === 2) return this.runs.has(words.join(''));
    return words.slice(2).every((_, index) => this.runs.has(words.slice(index, index + 3).join('')));
  }

  /** Whether the word occurs in the same small and capital letters, or letters with full stops ("U.S"). */
  hasWritten(word: string): boolean {
    return this.written.has(word);
  }

  /** A name of the evidence that contains the normalized word, or null. */
  findName(word: string): WrittenRegion | null {
    return this.names.find(word);
  }
}

/** Two and three words in a row, written together: for phrases, and "wifi" for "Wi-Fi". */
class WordRuns {
  private readonly runs = new Set<string>();
  private readonly follower: Follower<string>;

  constructor(words: readonly string[], log: UndoLog) {
    this.follower = new Follower(words, log, (word, index) => {
      const [before, beforeThat] = [words[index - 1], words[index - 2]];
      if (before !== undefined) log.add(this.runs, before + word);
      if (beforeThat !== undefined) log.add(this.runs, beforeThat + before + word);
    });
  }

  has(run: string): boolean {
    this.follower.update();
    return this.runs.has(run);
  }
}

/** Words as written, without possessive; letters with full stops between them also together. */
class WrittenForms {
  private readonly forms = new Set<string>();
  private letters: readonly string[] = [];
  private readonly follower: Follower<Token>;

  constructor(tokens: readonly Token[], source: GrowingText, log: UndoLog) {
    this.follower = new Follower(tokens, log, (token, index) => {
      const before = this.letters;
      if (log.isRecording) {
        log.record(() => {
          this.letters = before;
        });
      }
      log.add(this.forms, token.text.replace(POSSESSIVE, ''));
      const isNext = source.text.slice(tokens[index - 1]?.end ?? 0, token.start) === '.';
      const letters = isNext && before.length < MAX_ACRONYM_LENGTH ? before : [];
      this.letters = token.text.length > 1 ? [] : [...letters, token.text];
      if (this.letters.length > 1) log.add(this.forms, this.letters.join('.'));
    });
  }

  has(form: string): boolean {
    this.follower.update();
    return this.forms.has(form);
  }
}

/** Initials of every two to MAX_ACRONYM_LENGTH capitalized words in a row, small ones between them left out. */
class Acronyms {
  private readonly acronyms = new Set<string>();
  private name: readonly Token[] = [];
  private readonly follower: Follower<Token>;

  constructor(tokens: readonly Token[], log: UndoLog) {
    this.follower = new Follower(tokens, log, (token, index) => {
      const before = this.name;
      if (log.isRecording) {
        log.record(() => {
          this.name = before;
        });
      }
      if (token.start - (tokens[index - 1]?.end ?? 0) > MAX_GAP) this.name = [];
      if (CAPITALIZED.test(token.text)) {
        const name = [...this.name.slice(1 - MAX_ACRONYM_LENGTH), token];
        for (let first = name.length - 2; first >= 0; first -= 1)
          log.add(this.acronyms, buildInitials(name.slice(first)));
        this.name = name;
      } else if (!JOINING.has(token.text)) this.name = [];
    });
  }

  has(word: string): boolean {
    this.follower.update();
    return this.acronyms.has(word);
  }
}

/** The first letters of all words. */
class Initials {
  private settled = '';

  constructor(
    private readonly words: readonly string[],
    private readonly log: UndoLog,
  ) {}

  include(word: string): boolean {
    const count = this.log.settledLength(this.words);
    this.settled += joinInitials(this.words.slice(this.settled.length, count));
    if (this.settled.includes(word)) return true;
    const open = joinInitials(this.words.slice(count));
    return open !== '' && (this.settled.slice(-MAX_ACRONYM_LENGTH) + open).includes(word);
  }
}

/** One character a word, so that as many are as there are words. */
const joinInitials = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0) || ' ').join('');

/** For a word of a name, the name in which it first occurs. */
class NamesByWord {
  private readonly names = new Map<string, WrittenRegion>();
  private readonly follower: Follower<Token>;

  constructor(tokens: readonly Token[], source: GrowingText, log: UndoLog) {
    this.follower = new Follower(tokens, log, (token, index) => {
      const before = tokens[index - 1];
      if (before === undefined || !CAPITALIZED.test(before.text) || !CAPITALIZED.test(token.text)) return;
      if (token.start - before.end > 1) return;
      const { lines, text } = source;
      const [start, end] = [before.start, token.end];
      const name = { start, end, text: (end <= lines.length ? lines : text).slice(start, end) };
      for (const word of [normalizeWord(before.text), normalizeWord(token.text)])
        log.setIfAbsent(this.names, word, name);
    });
  }

  find(word: string): WrittenRegion | null {
    this.follower.update();
    return this.names.get(word) ?? null;
  }
}
