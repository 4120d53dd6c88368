import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { importTooLarge } from './import-too-large';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const blanks = new Set([0x20, 0x09, CARRIAGE_RETURN]);

export interface Line {
  /** 1-based; blank lines count. */
  number: number;
  /** Without its line end; null when the line is too long. */
  bytes: Buffer | null;
}

/**
 * The non-blank lines of a byte stream, ended by LF or CRLF; the last line end is optional. A line of more
 * than `maxBytes` is skipped without being held in memory.
 * @throws AppError import_too_large after `maxLines`, blank ones included
 */
export async function* readLines(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  maxLines = Number.POSITIVE_INFINITY,
): AsyncGenerator<Line> {
  let number = 0;
  let size = 0;
  let pieces: Buffer[] = [];

  const add = (piece: Buffer) => {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  const finish = (isEnd = false): Line => {
    const bytes = size > maxBytes ? null : withoutReturn(Buffer.concat(pieces));
    if (number === maxLines && !(bytes !== null && bytes.length === 0 && isEnd)) {
      throw importTooLarge(`${maxLines} lines`, {
        loc: ['body', String(number + 1)],
        ctx: { max_lines: maxLines },
      });
    }
    number += 1;
    size = 0;
    pieces = [];
    return { number, bytes };
  };

  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      // With blank lines only, the caller gets no line and cannot yield.
      if (isSliceOver()) await nextSlice();
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (!isBlank(line)) yield line;
    }
    add(chunk.subarray(start));
  }
  const last = finish(true);
  if (!isBlank(last)) yield last;
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

function isBlank({ bytes }: Line): boolean {
  return bytes?.every((byte) => blanks.has(byte)) ?? false;
}
