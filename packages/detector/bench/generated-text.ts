import type { Message } from '../../formats';
import { seededRandom } from '../../statistics';

const WORDS = 4_000;
const WORDS_PER_SENTENCE = 14;
const MESSAGE_CHARS = 2_000;
const SYLLABLES = [
  'ba',
  'cor',
  'den',
  'fil',
  'gra',
  'hol',
  'im',
  'lun',
  'mar',
  'nes',
  'pol',
  'ri',
  'sta',
  'tor',
  'ven',
];

/** Generates prose for a detector: sentences with names, numbers and common words, never repeated. */
export class TextGenerator {
  private readonly random: () => number;
  private readonly words: string[];

  constructor(seed: string) {
    this.random = seededRandom(seed);
    this.words = Array.from({ length: WORDS }, () => this.makeWord());
  }

  /** Sentences of at least `chars` characters in total. */
  text(chars: number): string {
    const sentences: string[] = [];
    for (let length = 0; length < chars; length += (sentences.at(-1)?.length ?? 0) + 1) {
      sentences.push(this.sentence());
    }
    return sentences.join(' ');
  }

  /**
   * A conversation of about `evidenceChars` characters in messages of users and tools, and a reply of about
   * `replyChars`. Half of the reply's sentences are copied from the evidence; the others are new.
   */
  conversation(evidenceChars: number, replyChars: number): Message[] {
    const evidence: string[] = [];
    for (let left = evidenceChars; left > 0; left -= MESSAGE_CHARS) {
      evidence.push(this.text(Math.min(left, MESSAGE_CHARS)));
    }
    const messages = evidence.map(
      (content, index): Message =>
        index % 2 === 0
          ? { role: 'user', name: null, parts: [{ type: 'text', content }] }
          : {
              role: 'tool',
              name: null,
              parts: [{ type: 'tool_call_response', id: null, response: content }],
            },
    );
    const content = this.reply(evidence, replyChars);
    return [...messages, { role: 'assistant', name: null, parts: [{ type: 'text', content }] }];
  }

  private reply(evidence: string[], chars: number): string {
    const sentences: string[] = [];
    for (let length = 0; length < chars; length += (sentences.at(-1)?.length ?? 0) + 1) {
      const source = evidence[this.below(evidence.length)] ?? '';
      const copied = source.split('. ');
      const isCopied = sentences.length % 2 === 0 && copied.length > 1;
      sentences.push(isCopied ? `${copied[this.below(copied.length - 1)]}.` : this.sentence());
    }
    return sentences.join(' ');
  }

  private sentence(): string {
    const words = Array.from({ length: WORDS_PER_SENTENCE }, () => this.token());
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  private token(): string {
    const kind = this.below(12);
    if (kind === 0) return String(11 + this.below(9_000));
    // The square makes some words common and most of them rare, as in language.
    const rank = Math.floor((this.random() / 2 ** 32) ** 2 * WORDS);
    const word = this.words[rank] ?? '';
    return kind === 1 ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
  }

  private makeWord(): string {
    const length = 1 + this.below(3);
    return Array.from({ length }, () => SYLLABLES[this.below(SYLLABLES.length)] ?? '').join('');
  }

  private below(limit: number): number {
    return Math.floor((this.random() / 2 ** 32) * limit);
  }
}
