import type { Request, Response } from 'express';
import { inSlice } from '../../../packages/concurrency';
import { decodeUtf8, parseJson } from '../../../packages/text';
import { AppError, ValidationError } from '../errors/app-error';
import { unsupportedMediaType } from '../errors/error-templates';
import type { BodyLimits, ContentEncoding } from './body-limits';
import { type BodyHolder, BodyMemory, type BodyMemoryReservation } from './body-memory';
import { openBodyStream, readBodyStream } from './body-stream';
import { addInflatedBytes } from './inflated-bytes';
import { describeJsonFault, findJsonFault } from './json-fault';
import { makeStorable } from './make-storable';
import { onResponseClose } from './on-response-close';
import { countValues, findUnstorable } from './storable-json';

/** Approximate memory of a parsed value in addition to the bytes of its text. */
const VALUE_BYTES = 64;

/** Reads the body of one request, at most once. */
export interface BodyReader {
  /**
   * The body's bytes after decompression; empty when the request has no body.
   * @throws AppError body_too_large, unsupported_media_type, request_timeout, server_busy; json_invalid when
   * the connection was lost
   */
  readBytes(): Promise<Buffer>;
  /**
   * The parsed body, or undefined when the request has none.
   * @throws AppError as `readBytes`; ValidationError when it is not JSON or contains text that cannot be
   * stored unchanged
   */
  readJson(): Promise<unknown>;
  /**
   * The same for content that callers send to be stored: numbers keep their text (`ExactNumber`), and characters that
   * cannot be stored are replaced.
   */
  readContent(): Promise<Content>;
  /** See `reserveImport` of RouteContext. */
  reserveImport(bytes: number): Promise<void>;
}

/** A body or a line that was sent to be stored. */
export interface Content {
  value: unknown;
  /** NUL, lone surrogates and what is not UTF-8, which are U+FFFD. */
  replacedCharacters: number;
}

/** Reads bodies within the limits of their routes and the memory of the process. */
export function createBodyReader(memory = new BodyMemory()) {
  /** Creates the reader for requests of one route. */
  return function readerOf(limits: BodyLimits) {
    return function openBody(request: Request, response: Response, holder: BodyHolder): BodyReader {
      const readReserved = async () => {
        if (!hasBody(request)) return { bytes: Buffer.alloc(0), reservation: null };
        refuseByHeaders(request, limits);
        const reservation = await memory.reserve(holder, expectedBytes(request, limits));
        onResponseClose(response, reservation.release);
        const bytes = await readAll(request, limits, reservation);
        addInflatedBytes(request, bytes.length);
        reservation.resize(bytes.length);
        return { bytes, reservation };
      };
      const readJsonBytes = async () => {
        if (hasBody(request) && !request.is(['application/json', 'application/*+json'])) {
          throw unsupportedMediaType('Content-Type', ['application/json']);
        }
        const { bytes, reservation } = await readReserved();
        if (reservation === null) return null;
        const count = await inSlice(() => countValues(bytes));
        reservation.resize(bytes.length + count * VALUE_BYTES);
        return bytes;
      };
      return {
        readBytes: async () => (await readReserved()).bytes,
        readJson: async () => {
          const bytes = await readJsonBytes();
          return bytes === null ? undefined : parseInTurns(bytes);
        },
        readContent: async () => {
          const bytes = await readJsonBytes();
          if (bytes === null) return { value: undefined, replacedCharacters: 0 };
          const read = await inSlice(() => readText(bytes));
          return inSlice(() => toStorable(read));
        },
        reserveImport: async (bytes) => {
          const reservation = await memory.reserveImport(holder, bytes);
          onResponseClose(response, reservation.release);
        },
      };
    };
  };
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Rejects a body by its headers, before any of it is read.
 * @throws AppError body_too_large, unsupported_media_type
 */
export function refuseByHeaders(request: Request, limits: BodyLimits): void {
  if (!hasBody(request)) return;
  const { encodings } = limits;
  const encoding = encodingOf(request);
  if (!encodings.some((accepted) => accepted === encoding)) {
    throw unsupportedMediaType('Content-Encoding', encodings);
  }
  if (declaredBytes(request) > limits.maxBytes) throw tooLarge(limits);
}

function encodingOf(request: Request): string {
  return (request.get('content-encoding') ?? 'identity').toLowerCase();
}

function declaredBytes({ headers }: Request): number {
  return Number(headers['content-length'] ?? 0);
}

/** Upper bound of a body's size: its declared length if there is one, else the limit. */
function expectedBytes(request: Request, { maxBytes }: BodyLimits): number {
  const isKnown = encodingOf(request) === 'identity' && request.headers['transfer-encoding'] === undefined;
  return isKnown ? declaredBytes(request) : maxBytes;
}

/** @throws AppError body_too_large, request_timeout, server_busy, json_invalid */
async function readAll(
  request: Request,
  limits: BodyLimits,
  reservation: BodyMemoryReservation,
): Promise<Buffer> {
  const body = openBodyStream(request, encodingOf(request) as ContentEncoding);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of readBodyStream(body, { timeoutMs: limits.timeoutMs })) {
      size += chunk.length;
      if (size > limits.maxBytes) throw tooLarge(limits);
      await reservation.fit(size);
      chunks.push(chunk);
    }
  } finally {
    // Discards the unread rest of a rejected body; the next request of the connection would wait behind it.
    request.resume();
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

function tooLarge({ maxBytes, advice }: BodyLimits): AppError {
  const message = `The body is larger than ${maxBytes} bytes`;
  return new AppError('body_too_large', advice === undefined ? message : `${message}. ${advice}`, {
    loc: ['body'],
    ctx: { max_bytes: maxBytes },
  });
}

/** Each step runs in its own slice of the event loop, so that other requests never wait for all of them. */
async function parseInTurns(bytes: Buffer): Promise<unknown> {
  const value = await inSlice(() => parseText(decodeStrictly(bytes), JSON.parse));
  const problems = await inSlice(() => findUnstorable(value));
  if (problems.length > 0) throw new ValidationError(problems);
  return value;
}

/**
 * Parses JSON that is sent to be stored, as `readContent`.
 * @throws ValidationError
 */
export function parseContent(bytes: Buffer): Content {
  countValues(bytes);
  return toStorable(readText(bytes));
}

function readText(bytes: Buffer): Content {
  const { text, replaced } = decodeUtf8(refuseUtf16(bytes));
  return { value: parseText(text, parseJson), replacedCharacters: replaced };
}

/**
 * Replaces the characters of parsed content that cannot be stored.
 * @throws ValidationError if it cannot be stored for another reason
 */
export function toStorable({ value, replacedCharacters: undecodable }: Content): Content {
  const { problems, replacedCharacters } = makeStorable(value);
  if (problems.length > 0) throw new ValidationError(problems);
  return { value, replacedCharacters: undecodable + replacedCharacters };
}

/** @throws ValidationError */
function parseText(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    const position = findJsonFault(text);
    throw invalidJson(position, describeFault(text, position));
  }
}

const NOT_FINITE = /^-?(?:NaN|Infinity)/;

/** @throws ValidationError if the bytes are not UTF-8 */
function decodeStrictly(bytes: Buffer): string {
  const utf8 = refuseUtf16(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(utf8);
  } catch {
    throw invalidJson(0, 'the bytes are not UTF-8');
  }
}

/** The first characters of JSON are ASCII: one of their bytes is 0 in UTF-16. */
function refuseUtf16(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, 2);
  const isUtf16 = start.includes(0) || start.equals(LITTLE_ENDIAN) || start.equals(BIG_ENDIAN);
  if (!isUtf16) return bytes;
  throw invalidJson(
    0,
    'the bytes are UTF-16; convert them to UTF-8, for example with iconv -f UTF-16 -t UTF-8',
  );
}

const LITTLE_ENDIAN = Buffer.from([0xff, 0xfe]);
const BIG_ENDIAN = Buffer.from([0xfe, 0xff]);

function invalidJson(position: number, error: string): ValidationError {
  const loc = ['body', String(position)];
  return new ValidationError([
    { loc, msg: 'JSON decode error', type: 'json_invalid', input: null, ctx: { error } },
  ]);
}

function describeFault(text: string, position: number): string {
  if (position >= text.length && text.trim() === '') return 'the body is empty';
  const number = NOT_FINITE.exec(text.slice(position, position + 9))?.[0];
  return number === undefined ? describeJsonFault(text, position) : `${number} is not JSON`;
}
