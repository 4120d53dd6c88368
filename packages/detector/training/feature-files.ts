import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import type { WordRange } from '../evidence/reply-words';
import { FeatureTable } from '../model/features/feature-table';

/** The fields of a reply that the trainer and later extractions need in addition to its features. */
export interface ReplyRecord {
  id: string;
  task: string;
  source: string;
  hallucinated: boolean;
  /** UTF-16 code units. */
  length: number;
  starts: number[];
  ends: number[];
  sentences: WordRange[];
  spans: { start: number; end: number; label: string }[];
}

/**
 * Writes feature tables as rows of 32-bit floats to `PREFIX.f32`, and the names of the columns to
 * `PREFIX.names.json`.
 */
export class FeatureWriter {
  private readonly file: number;
  private names: readonly string[] = [];

  constructor(private readonly prefix: string) {
    this.file = openSync(`${prefix}.f32`, 'w');
  }

  write({ names, columns, rowCount }: FeatureTable): void {
    this.names = names;
    const rows = new Float32Array(rowCount * columns.length);
    columns.forEach((column, feature) => {
      for (let row = 0; row < rowCount; row += 1)
        rows[row * columns.length + feature] = column[row] as number;
    });
    writeSync(this.file, new Uint8Array(rows.buffer));
  }

  close(): void {
    closeSync(this.file);
    writeFileSync(`${this.prefix}.names.json`, JSON.stringify(this.names));
  }
}

/** A reply with its features, and the positions of its words and sentences among those of all replies. */
export interface ExtractedReply {
  index: number;
  record: ReplyRecord;
  /** With the column `lexical` that the trainer adds. */
  table: FeatureTable;
  /** This reply's part of an array with one value per word of all replies. */
  ofWords(values: Float32Array): Float32Array;
  /** This reply's part of an array with one value per sentence of all replies. */
  ofSentences(values: Float32Array): Float32Array;
}

/** Reads the output of `extract-words` under `prefix`, reply by reply. */
export function* readReplies(prefix: string): Generator<ExtractedReply> {
  const records = JSON.parse(readFileSync(`${prefix}.replies.json`, 'utf8')) as ReplyRecord[];
  const names = JSON.parse(readFileSync(`${prefix}.names.json`, 'utf8')) as string[];
  const lexical = readFloats(`${prefix}.lexical.f32`);
  const file = openSync(`${prefix}.f32`, 'r');
  let word = 0;
  let sentence = 0;
  for (const [index, record] of records.entries()) {
    const [firstWord, firstSentence] = [word, sentence];
    word += record.starts.length;
    sentence += record.sentences.length;
    const [endWord, endSentence] = [word, sentence];
    const table = readTable(file, names, firstWord, record.starts.length);
    table.add('lexical').set(lexical.subarray(firstWord, endWord));
    yield {
      index,
      record,
      table,
      ofWords: (values) => values.subarray(firstWord, endWord),
      ofSentences: (values) => values.subarray(firstSentence, endSentence),
    };
  }
  closeSync(file);
}

function readTable(file: number, names: readonly string[], firstRow: number, rowCount: number): FeatureTable {
  const rows = new Float32Array(rowCount * names.length);
  const position = firstRow * names.length * Float32Array.BYTES_PER_ELEMENT;
  readSync(file, new Uint8Array(rows.buffer), 0, rows.byteLength, position);
  const table = new FeatureTable(rowCount);
  names.forEach((name, feature) => {
    const column = table.add(name);
    for (let row = 0; row < rowCount; row += 1) column[row] = rows[row * names.length + feature] as number;
  });
  return table;
}

/** The whole file as 32-bit floats. */
export function readFloats(path: string): Float32Array {
  const raw = readFileSync(path);
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
}
