import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Lexicon } from '../gazetteers/lexicon';

interface SectionHeader {
  name: string;
  type: string;
  /** Bytes from the first section's start. */
  offset: number;
  bytes: number;
}

/** The named sections of a weights file. Arrays are views into it. */
export interface WeightsFile {
  text(name: string): string;
  int8(name: string): Int8Array;
  uint8(name: string): Uint8Array;
  int16(name: string): Int16Array;
  uint16(name: string): Uint16Array;
  float32(name: string): Float32Array;
  float64(name: string): Float64Array;
}

const HEADER_LENGTH_BYTES = 4;

/**
 * Reads a file made by `training/sections.py`: gzip of a 4-byte little-endian header length, a JSON header that
 * lists the sections, and the sections, each at a multiple of 8 bytes.
 * @throws Error when the file is absent, no gzip, or lacks a section that is asked for
 */
export function readWeightsFile(path: string): WeightsFile {
  const raw = gunzipSync(readFileSync(path));
  // A copy begins at an aligned address, which Node's pooled buffers do not promise.
  const buffer = raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength);
  const headerBytes = raw.readUInt32LE(0);
  const start = HEADER_LENGTH_BYTES + headerBytes;
  const headers = JSON.parse(raw.toString('utf8', HEADER_LENGTH_BYTES, start)) as SectionHeader[];
  const byName = new Map(headers.map((header) => [header.name, header]));

  function find(name: string, type: string): { at: number; bytes: number } {
    const header = byName.get(name);
    if (header?.type !== type)
      throw new Error(`The weights file ${path} has no section ${name} of type ${type}`);
    return { at: start + header.offset, bytes: header.bytes };
  }

  return {
    text(name) {
      const { at, bytes } = find(name, 'bytes');
      return raw.toString('utf8', at, at + bytes);
    },
    int8(name) {
      const { at, bytes } = find(name, 'int8');
      return new Int8Array(buffer, at, bytes);
    },
    uint8(name) {
      const { at, bytes } = find(name, 'uint8');
      return new Uint8Array(buffer, at, bytes);
    },
    int16(name) {
      const { at, bytes } = find(name, 'int16');
      return new Int16Array(buffer, at, bytes / Int16Array.BYTES_PER_ELEMENT);
    },
    uint16(name) {
      const { at, bytes } = find(name, 'uint16');
      return new Uint16Array(buffer, at, bytes / Uint16Array.BYTES_PER_ELEMENT);
    },
    float32(name) {
      const { at, bytes } = find(name, 'float32');
      return new Float32Array(buffer, at, bytes / Float32Array.BYTES_PER_ELEMENT);
    },
    float64(name) {
      const { at, bytes } = find(name, 'float64');
      return new Float64Array(buffer, at, bytes / Float64Array.BYTES_PER_ELEMENT);
    },
  };
}

/** The lexicon of a weights file. */
export function readLexicon(weights: WeightsFile): Lexicon {
  return new Lexicon({
    words: weights.text('words').split('\n'),
    idfs: weights.uint8('idf'),
    ranks: weights.uint8('ranks'),
    vectors: weights.int8('vectors'),
    opposites: weights.uint16('opposites'),
    stems: weights.text('relatedStems').split('\n'),
    related: weights.uint16('related'),
  });
}
