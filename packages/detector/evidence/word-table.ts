import { isFunctionWord, stem } from '../base/tokens';
import type { Lexicon } from '../gazetteers/lexicon';
import { UndoLog } from './undo-log';

const PREFIX_LETTERS = 5;

/**
 * The distinct normalized words of one conversation, numbered in order of appearance, and what is known of each.
 * Numbers instead of strings make all later comparisons cheap.
 */
export class WordTable {
  private readonly ids = new Map<string, number>();
  private readonly stemIds = new Map<string, number>();
  private readonly stemTexts: string[] = [];
  private relatedStems: (readonly number[])[] = [];
  readonly words: string[] = [];
  readonly rows: number[] = [];
  readonly idf: number[] = [];
  /** Number of the word's stem; words of one stem share it. */
  readonly stems: number[] = [];
  readonly isContent: boolean[] = [];

  constructor(
    readonly lexicon: Lexicon,
    private readonly log = new UndoLog(),
  ) {}

  get size(): number {
    return this.words.length;
  }

  get stemCount(): number {
    return this.stemIds.size;
  }

  /** The number of a normalized word, a new one if need be. */
  add(word: string): number {
    const cached = this.ids.get(word);
    if (cached !== undefined) return cached;
    const id = this.words.length;
    const row = this.lexicon.rowOf(word);
    this.ids.set(word, id);
    this.words.push(word);
    this.rows.push(row);
    this.idf.push(this.lexicon.idfOf(row));
    this.isContent.push(!isFunctionWord(word) && word !== '');
    this.stems.push(this.addStem(stem(word)));
    if (this.log.isRecording) this.log.record(() => this.removeLast(word));
    return id;
  }

  private removeLast(word: string): void {
    this.ids.delete(word);
    for (const column of [this.words, this.rows, this.idf, this.isContent, this.stems]) column.pop();
  }

  /** The number of a stem, if a word has it. */
  findStem(root: string): number | undefined {
    return this.stemIds.get(root);
  }

  private addStem(root: string): number {
    const cached = this.stemIds.get(root);
    if (cached !== undefined) return cached;
    if (this.log.isRecording) {
      this.log.record(() => {
        this.stemIds.delete(root);
        this.stemTexts.pop();
      });
    }
    this.stemIds.set(root, this.stemIds.size);
    this.stemTexts.push(root);
    return this.stemIds.size - 1;
  }

  /** Numbers of the stems in this table that can mean the same as the stem. */
  relatedTo(stemId: number): readonly number[] {
    const cached = this.relatedStems[stemId];
    if (cached !== undefined) return cached;
    const related = this.lexicon
      .relatedTo(this.stemTexts[stemId] as string)
      .flatMap((stemText) => this.stemIds.get(stemText) ?? []);
    this.relatedStems[stemId] = related;
    return related;
  }

  /** Has related stems looked for again, because the table has others by now. */
  forgetRelations(): void {
    this.relatedStems = [];
  }

  /** The first letters of a word, long enough to identify its family; null for a short one. */
  prefixOf(id: number): string | null {
    const word = this.words[id] as string;
    return word.length < PREFIX_LETTERS ? null : word.slice(0, PREFIX_LETTERS);
  }

  /** The word's vector, or null. */
  vectorOf(id: number): Float32Array | null {
    return this.lexicon.vectorOf(this.rows[id] as number);
  }
}
