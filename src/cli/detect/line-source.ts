import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Line, readLines } from '../../conversations/transfer/read-lines';
import { STANDARD } from './same-file';

const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * The non-blank lines of a file, or of stdin if `path` is `-`; gzip is detected by its first bytes.
 * @throws Error when the input cannot be read, and an AbortError once `signal` aborts
 */
export async function* openLines(path: string, signal: AbortSignal): AsyncGenerator<Line> {
  const source = addAbortSignal(signal, path === STANDARD ? process.stdin : createReadStream(path));
  yield* readLines(await gunzipped(source), MAX_LINE_BYTES);
}

async function gunzipped(source: Readable): Promise<Readable> {
  await once(source, 'readable');
  const head: Buffer | null = source.read();
  if (head === null) return source;
  source.unshift(head);
  // The callback does nothing: the reader gets a failure as the error of the last stream.
  return startsLikeGzip(head) ? pipeline(source, createGunzip(), () => undefined) : source;
}

/** The two magic bytes of RFC 1952, section 2.3.1. */
function startsLikeGzip(head: Buffer): boolean {
  return head.length >= 2 && head.readUInt16BE() === 0x1f8b;
}
