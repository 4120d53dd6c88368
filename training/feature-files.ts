import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { FeatureTable } from '../src/evaluators/grounding/features/feature-table';
import type { WordRange } from '../src/evaluators/grounding/reply-words';

/** What the trainer and later extractions need to know of a reply beside its features. */
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
  clauses: WordRange[];
  spans: { start: number; end: number; label: string }[];
}

/** Writes feature tables as rows of 32-bit floats to `PREFIX.f32`, and the names of the columns beside it. */
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

/** Reads back what `FeatureWriter` wrote, reply by reply, with the column `lexical` that the trainer adds. */
export function* readFeatureTables(prefix: string, replies: readonly ReplyRecord[]): Generator<FeatureTable> {
  const names = JSON.parse(readFileSync(`${prefix}.names.json`, 'utf8')) as string[];
  const lexical = readFloats(`${prefix}.lexical.f32`);
  const file = openSync(`${prefix}.f32`, 'r');
  let row = 0;
  for (const { starts } of replies) {
    const rows = new Float32Array(starts.length * names.length);
    readSync(
      file,
      new Uint8Array(rows.buffer),
      0,
      rows.byteLength,
      row * names.length * Float32Array.BYTES_PER_ELEMENT,
    );
    const table = new FeatureTable(starts.length);
    names.forEach((name, feature) => {
      const column = table.add(name);
      for (let index = 0; index < starts.length; index += 1)
        column[index] = rows[index * names.length + feature] as number;
    });
    table.add('lexical').set(lexical.subarray(row, row + starts.length));
    yield table;
    row += starts.length;
  }
  closeSync(file);
}

/** The whole file as 32-bit floats. */
export function readFloats(path: string): Float32Array {
  const raw = readFileSync(path);
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
}
