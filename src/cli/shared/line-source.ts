import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Line, readLines } from '../../conversations/transfer/read-lines';
import { nameFile, toFileError } from './file-errors';
import { STANDARD } from './same-file';

const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The two magic bytes of RFC 1952, section 2.3.1. */
const GZIP = 0x1f8b;
/** Byte order marks, which only UTF-16 begins with. */
const UTF_16 = [0xfffe, 0xfeff];

/**
 * The non-blank lines of a file, or of stdin if `path` is `-`; gzip is detected by its first bytes.
 * @throws Error of one line when the input cannot be read, and an AbortError once `signal` aborts
 */
export async function* openLines(path: string, signal?: AbortSignal): AsyncGenerator<Line> {
  const source = path === STANDARD ? process.stdin : createReadStream(path);
  if (signal !== undefined) addAbortSignal(signal, source);
  try {
    yield* readLines(await openText(source, path), MAX_LINE_BYTES);
  } catch (error) {
    throw toFileError(error, path, 'read');
  }
}

async function openText(source: Readable, path: string): Promise<Readable> {
  await once(source, 'readable');
  const head: Buffer | null = source.read();
  if (head === null) return source;
  source.unshift(head);
  const mark = head.length >= 2 ? head.readUInt16BE() : null;
  if (mark !== null && UTF_16.includes(mark)) {
    source.destroy();
    throw new Error(`${nameFile(path, 'read')} is UTF-16 text; expected UTF-8`);
  }
  // The callback does nothing: the reader gets a failure as the error of the last stream.
  return mark === GZIP ? pipeline(source, createGunzip(), () => undefined) : source;
}
