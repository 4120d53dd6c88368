import { isFunctionWord, stem } from '../base/tokens';
import { listContentWords, listWords } from './value-words';

/** Words of the names of parameters that do not say what is counted. */
export const namingWords: ReadonlySet<string> = new Set(
  'number num count total size value amount id max min'.split(' '),
);
/** Says little by itself: another rule may have it by chance. */
const COMMON = /^[-+]?[\d.,]+$|^\p{Ll}+$/u;

/** The sentences that instruct the assistant, as far as they state arguments. */
export class Rules {
  private words: readonly string[][] | null = null;
  private text = '';

  constructor(private readonly sentences: readonly string[]) {}

  private read(): readonly string[][] {
    if (this.words === null) {
      this.words = this.sentences.map(listWords);
      this.text = this.words.map((words) => ` ${words.join(' ')} `).join('\n');
    }
    return this.words;
  }

  /**
   * Whether a rule states the value: a name, code or phrase in the same words; a number, or a single word in small letters,
   * only together with a word of `names`, which say what the value is of; null where it may be of anything.
   */
  state(value: string, names: readonly string[] | null): boolean {
    const rules = this.read();
    const words = listWords(value);
    const phrase = ` ${words.join(' ')} `;
    if (words.every(isFunctionWord) || !this.text.includes(phrase)) return false;
    if (names === null || !COMMON.test(value)) return true;
    const stems = new Set(
      names
        .flatMap(listContentWords)
        .filter((word) => !namingWords.has(word) && !isFunctionWord(word))
        .map(stem),
    );
    return rules.some(
      (rule) =>
        rule.includes(words[0] as string) &&
        rule.some((word) => !words.includes(word) && stems.has(stem(word))),
    );
  }
}
