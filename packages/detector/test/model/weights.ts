import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Lexicon } from '../../gazetteers/lexicon';
import { readWeightsFile, type WeightsFile } from '../../model/weights-file';

type NumberArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Float32Array | Float64Array;
export type Sections = Record<string, string | NumberArray>;

const ALIGNMENT_BYTES = 8;

/** The uncompressed bytes of a weights file, as `training/sections.py` lays them out. */
export function layOut(sections: Sections): Buffer {
  const headers: object[] = [];
  const payload: Buffer[] = [];
  let offset = 0;
  for (const [name, section] of Object.entries(sections)) {
    const raw =
      typeof section === 'string'
        ? Buffer.from(section)
        : Buffer.from(section.buffer, section.byteOffset, section.byteLength);
    const type = typeof section === 'string' ? 'bytes' : section.constructor.name.replace('Array', '');
    headers.push({ name, type: type.toLowerCase(), offset, bytes: raw.length });
    const padding = Buffer.alloc(-raw.length & (ALIGNMENT_BYTES - 1));
    payload.push(raw, padding);
    offset += raw.length + padding.length;
  }
  const header = JSON.stringify(headers);
  const padded = header + ' '.repeat(-(header.length + 4) & (ALIGNMENT_BYTES - 1));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(padded.length);
  return Buffer.concat([length, Buffer.from(padded), ...payload]);
}

/** Calls `use` with the path of a file of `content`, which is gone afterwards. */
export function withFile<Result>(content: Buffer, use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'weights-'));
  try {
    const path = join(folder, 'weights.bin.gz');
    writeFileSync(path, content);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const makeWeights = (sections: Sections): WeightsFile =>
  withFile(gzipSync(layOut(sections)), readWeightsFile);

const NO_RANK = 255;

/** Words with their idf and, for some, a vector of two axes; all the rest is unknown to it. */
const known: [word: string, idf: number, vector?: [number, number]][] = [
  ['tower', 2, [1, 0]],
  ['castle', 2, [0.8, 0.6]],
  ['soup', 3, [0, 1]],
  ['open', 1],
  ['closed', 1],
  ['buy', 4],
  ['purchase', 4],
];

/** A lexicon of a few words: "open" is the opposite of "closed", "buy" can mean "purchase". */
export function makeLexicon(): Lexicon {
  const words = known.map(([word]) => word);
  const row = (word: string): number => words.indexOf(word);
  return new Lexicon({
    words,
    idfs: Uint8Array.from(known, ([, idf]) => idf * 16),
    ranks: Uint8Array.from(known, ([word]) => (word === 'open' ? 80 : NO_RANK)),
    vectors: Int8Array.from(known.flatMap(([, , vector]) => (vector ?? [0, 0]).map((value) => value * 127))),
    opposites: Uint16Array.from([row('open'), row('closed')]),
    stems: ['buy', 'purch'],
    related: Uint16Array.from([0, 1]),
  });
}
