import express, { type Request, type Response } from 'express';
import { AppError, ValidationError } from '../errors/app-error';
import { findUnstorable } from './storable-json';

/** Reads the bytes of bodies of at most `maxBytes` (after decompression). */
export function createRawReader(maxBytes: number) {
  const readRaw = express.raw({ type: () => true, limit: maxBytes });

  /**
   * The body's bytes; none when the request has no body.
   * @throws AppError body_too_large, unsupported_media_type, json_invalid when it was cut off
   */
  return async function readBytes(request: Request, response: Response): Promise<Buffer> {
    await new Promise<void>((resolve, reject) => {
      readRaw(request, response, (error?: unknown) =>
        error === undefined ? resolve() : reject(readError(error, maxBytes)),
      );
    });
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

/** Reads JSON bodies of at most `maxBytes` (after decompression). */
export function createBodyReader(maxBytes: number) {
  const readBytes = createRawReader(maxBytes);

  /**
   * The parsed body, or undefined when the request has none.
   * @throws AppError body_too_large, unsupported_media_type; ValidationError when it is not JSON or holds
   * text that cannot be stored faithfully.
   */
  return async function readJson(request: Request, response: Response): Promise<unknown> {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return undefined;
    if (!request.is(['application/json', 'application/*+json'])) {
      throw new AppError('unsupported_media_type', 'Send the body as application/json', {
        loc: ['header', 'content-type'],
      });
    }
    return parseJson(await readBytes(request, response));
  };
}

/** What body-parser reports, in our terms. Its `type` strings are its documented interface. */
function readError(error: unknown, maxBytes: number): unknown {
  const type = (error as { type?: string }).type;
  if (type === 'entity.too.large') {
    return new AppError('body_too_large', `The body is larger than ${maxBytes} bytes`, {
      loc: ['body'],
      ctx: { max_bytes: maxBytes },
    });
  }
  if (type === 'encoding.unsupported') {
    return new AppError('unsupported_media_type', 'The content encoding is not supported', {
      loc: ['header', 'content-encoding'],
    });
  }
  if (type === 'request.aborted' || type === 'request.size.invalid' || error instanceof Error) {
    return new AppError('json_invalid', 'The body could not be read', { loc: ['body'], cause: error });
  }
  return error;
}

/**
 * Parses UTF-8 JSON and checks that it can be stored faithfully: what came back changed would shift offsets.
 * @throws ValidationError
 */
export function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split('\n')[0] : 'the bytes are not UTF-8';
    const position = /position (\d+)/.exec(String(reason))?.[1] ?? '0';
    throw new ValidationError([
      {
        loc: ['body', position],
        msg: 'JSON decode error',
        type: 'json_invalid',
        input: null,
        ctx: { error: withoutExcerpt(String(reason)) },
      },
    ]);
  }
  const problems = findUnstorable(value);
  if (problems.length > 0) throw new ValidationError(problems);
  return value;
}

/** V8 quotes the text around the fault; a body may hold a password there. */
function withoutExcerpt(reason: string): string {
  return reason
    .replace(/, ?(\.\.\.)?".*$/s, '')
    .replace(/"[^"]*"\.{0,3} is not valid JSON/s, 'not valid JSON');
}
