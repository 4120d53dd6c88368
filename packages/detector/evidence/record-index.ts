import { normalizeWord, scanTokens, stem, type Token } from '../base/tokens';
import { scanIdentifiers } from '../text/identifiers';
import { scanNames } from '../text/names';
import {
  joinRecords,
  type ListedRecord,
  type RecordBlock,
  type RecordList,
  scanRecords,
} from '../text/records';
import { blankOut, findFirst, overlap, type Region } from '../text/regions';
import { scanTypedValues, type TypedValue } from '../values/typed-values';
import { type GrowingText, ScannedMentions } from './growing-text';

const MAX_LISTS = 100;
const MAX_LIST_LENGTH = 30_000;
const MAX_PHRASE_WORDS = 6;
const MAX_MEANINGS = 2;
const MIN_LAST_WORD = 4;

/** A word of a text as it is compared. */
export interface StemmedToken extends Token {
  stem: string;
}

export const scanStems = (text: string): StemmedToken[] =>
  scanTokens(text).map((token) => ({ ...token, stem: stem(normalizeWord(token.text)) }));

/** Where words of a text are a phrase: tokens `from` to `to`. */
export interface PhraseMatch<Meaning> {
  from: number;
  to: number;
  meaning: Meaning;
}

/** Phrases of the evidence that may be said, each with what it means in the first two places. */
class PhraseTable<Meaning> {
  private readonly meanings = new Map<string, Meaning[]>();
  private readonly firstWords = new Set<string>();
  private maxWords = 0;

  add(stems: readonly string[], meaning: Meaning): void {
    if (stems.length === 0 || stems.length > MAX_PHRASE_WORDS) return;
    const phrase = stems.join(' ');
    this.firstWords.add(stems[0] as string);
    const cached = this.meanings.get(phrase);
    if (cached === undefined) this.meanings.set(phrase, [meaning]);
    else if (cached.length < MAX_MEANINGS) cached.push(meaning);
    this.maxWords = Math.max(this.maxWords, stems.length);
  }

  /** The longest at each place, without those within another one. */
  find(words: readonly StemmedToken[]): PhraseMatch<Meaning>[] {
    let end = 0;
    return words.flatMap(({ stem: first }, from) => {
      if (!this.firstWords.has(first)) return [];
      for (let to = Math.min(words.length, from + this.maxWords); to > Math.max(from, end); to -= 1) {
        const phrase = words.slice(from, to).map(({ stem: word }) => word);
        const meanings = this.meanings.get(phrase.join(' '));
        if (meanings === undefined) continue;
        end = to;
        return meanings.map((meaning) => ({ from, to, meaning }));
      }
      return [];
    });
  }
}

/** A text in a record: the whole cell, or a name or code of prose. */
export interface RecordText extends Region {
  record: number;
  column: string;
  kind: 'cell' | 'name' | 'code';
}

export interface RecordValue extends TypedValue {
  record: number;
  column: string;
}

/** A list of records of the evidence, read when it is first needed. */
export class IndexedList {
  private readonly names = new PhraseTable<number>();
  private readonly textsOf: RecordText[][] = [];
  private texts: PhraseTable<RecordText> | null = null;
  private values: RecordValue[][] | null = null;
  private others: { values: readonly TypedValue[]; words: string } | null = null;
  private counts: Map<string, number> | null = null;

  constructor(
    readonly list: RecordList,
    private readonly text: string,
  ) {
    for (const [index, { names }] of list.records.entries()) {
      for (const name of names) {
        const words = this.listStems(name);
        this.names.add(words, index);
        const last = words.at(-1) ?? '';
        if (!this.isProse && words.length > 1 && last.length >= MIN_LAST_WORD && !/\d/.test(last))
          this.names.add([last], index);
      }
    }
  }

  get isProse(): boolean {
    return this.list.records[0]?.cells.length === 0;
  }

  write({ start, end }: Region): string {
    return this.text.slice(start, end);
  }

  private listStems(region: Region): string[] {
    return scanStems(this.write(region)).map((token) => token.stem);
  }

  /** Where records are named, by a whole name or by a last word that is nowhere else in the list. */
  findNamed(words: readonly StemmedToken[]): PhraseMatch<number>[] {
    return this.names.find(words).filter(({ from, to, meaning }) => {
      const { stem: word } = words[from] as StemmedToken;
      const { names } = this.list.records[meaning] as ListedRecord;
      const isWhole = to - from > 1 || names.some((name) => this.listStems(name).length === 1);
      return isWhole || this.count(word) === 1;
    });
  }

  private count(word: string): number {
    if (this.counts === null) {
      this.counts = new Map();
      for (const { stem: one } of scanStems(this.write(this.list)))
        this.counts.set(one, (this.counts.get(one) ?? 0) + 1);
    }
    return this.counts.get(word) ?? 0;
  }

  findTexts(words: readonly StemmedToken[]): PhraseMatch<RecordText>[] {
    if (this.texts === null) {
      this.texts = new PhraseTable();
      for (const index of this.list.records.keys())
        for (const one of this.listTexts(index)) this.texts.add(this.listStems(one), one);
    }
    return this.texts.find(words);
  }

  listTexts(record: number): readonly RecordText[] {
    this.textsOf[record] ??= this.readTexts(this.list.records[record] as ListedRecord, record);
    return this.textsOf[record];
  }

  private readTexts({ names, cells, ...place }: ListedRecord, record: number): RecordText[] {
    const isName = (cell: Region): boolean => names.some(({ start }) => start === cell.start);
    if (cells.length > 0)
      return cells
        .filter((cell) => !isName(cell))
        .map(({ start, end, column }) => ({ start, end, column, record, kind: 'cell' }));
    const from = (names[0] as Region).end;
    const prose = this.text.slice(from, place.end);
    const toText = ({ start, end }: Region, kind: RecordText['kind']): RecordText => ({
      ...{ start: from + start, end: from + end },
      ...{ column: '', record, kind },
    });
    return [
      ...scanNames(prose).map(({ words }) =>
        toText({ start: (words[0] as Token).start, end: (words.at(-1) as Token).end }, 'name'),
      ),
      ...scanIdentifiers(prose).map((code) => toText(code, 'code')),
    ];
  }

  /** The dates, times, days and numbers of a record. */
  listValues(record: number): readonly RecordValue[] {
    this.values ??= this.readValues();
    return this.values[record] ?? [];
  }

  private readValues(): RecordValue[][] {
    const { records, start: place, end: listEnd } = this.list;
    const values = scanTypedValues(this.text.slice(place, listEnd)).map((value) => ({
      ...value,
      start: value.start + place,
      end: value.end + place,
    }));
    return records.map(({ start, end, cells }, record) => {
      const first = findFirst(values.length, (index) => (values[index] as TypedValue).start >= start);
      const next = findFirst(values.length, (index) => (values[index] as TypedValue).start >= end);
      return values.slice(first, next).flatMap((value): RecordValue[] => {
        // With the unit in its key, a number begins before its cell.
        const cell = cells.find((one) => overlap(one, value));
        if (cells.length > 0 && cell === undefined) return [];
        return [{ ...value, record, column: cell?.column ?? '' }];
      });
    });
  }

  /** What the evidence says outside of the records. */
  readOthers(): { values: readonly TypedValue[]; words: string } {
    if (this.others === null) {
      const text = blankOut(this.text, [...this.list.records]);
      const words = ` ${scanStems(text)
        .map((token) => token.stem)
        .join(' ')} `;
      this.others = { values: scanTypedValues(text), words };
    }
    return this.others;
  }
}

/** The lists of records in the evidence. */
export class RecordIndex {
  private readonly blocks: ScannedMentions<RecordBlock>;
  private ofBlocks: { blocks: readonly RecordBlock[]; lists: readonly IndexedList[] } | null = null;

  constructor(private readonly source: GrowingText) {
    this.blocks = new ScannedMentions(scanRecords, source);
  }

  list(): readonly IndexedList[] {
    const { mentions: blocks } = this.blocks;
    if (this.ofBlocks?.blocks !== blocks) {
      const { text } = this.source;
      const lists = joinRecords(text, blocks)
        .filter(({ start, end }) => end - start <= MAX_LIST_LENGTH)
        .slice(-MAX_LISTS);
      this.ofBlocks = { blocks, lists: lists.map((list) => new IndexedList(list, text)) };
    }
    return this.ofBlocks.lists;
  }
}
