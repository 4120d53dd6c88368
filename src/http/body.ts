import express, { type Request, type Response } from 'express';
import { AppError, type Problem, ValidationError } from '../errors/app-error';

const MAX_DEPTH = 64;

/** Reads JSON bodies of at most `maxBytes` (after decompression). */
export function createBodyReader(maxBytes: number) {
  const readRaw = express.raw({ type: () => true, limit: maxBytes });

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
    await new Promise<void>((resolve, reject) => {
      readRaw(request, response, (error?: unknown) =>
        error === undefined ? resolve() : reject(readError(error, maxBytes)),
      );
    });
    return parseJson(request.body as Buffer);
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
 * Parses UTF-8 JSON and checks that it can be stored faithfully: no NUL, no lone surrogate (both would come
 * back changed and shift offsets), no `__proto__` key, at most 64 levels.
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
  const problems = findTextProblems(value);
  if (problems.length > 0) throw new ValidationError(problems);
  return value;
}

/** V8 quotes the text around the fault; a body may hold a password there. */
function withoutExcerpt(reason: string): string {
  return reason
    .replace(/, ?(\.\.\.)?".*$/s, '')
    .replace(/"[^"]*"\.{0,3} is not valid JSON/s, 'not valid JSON');
}

/** Every text in `value` that is not storable, at most 20 of them; iterative, so depth cannot exhaust the stack. */
export function findTextProblems(root: unknown): Problem[] {
  const problems: Problem[] = [];
  const pending: { value: unknown; loc: string[] }[] = [{ value: root, loc: ['body'] }];
  const report = (loc: string[], message: string) => {
    problems.push({
      loc,
      msg: `Value error, ${message}`,
      type: 'value_error',
      input: null,
      ctx: { error: message },
    });
  };
  for (let next = pending.pop(); next !== undefined && problems.length < 20; next = pending.pop()) {
    const { value, loc } = next;
    if (typeof value === 'string') {
      const fault = textFault(value);
      if (fault !== null) report(loc, fault);
    } else if (typeof value === 'object' && value !== null) {
      if (loc.length > MAX_DEPTH) {
        report(loc.slice(0, 8), `nested deeper than ${MAX_DEPTH} levels`);
        break;
      }
      for (const [key, inner] of Object.entries(value)) {
        const fault = key === '__proto__' ? 'the key __proto__ is not allowed' : textFault(key);
        if (fault !== null) report([...loc, key.toWellFormed().replaceAll('\0', '\uFFFD')], fault);
        pending.push({ value: inner, loc: [...loc, key] });
      }
    }
  }
  return problems;
}

function textFault(text: string): string | null {
  if (text.includes('\0')) return 'text may not hold NUL characters';
  if (!text.isWellFormed()) return 'text may not hold lone surrogates';
  return null;
}
