import type { Request } from 'express';
import { AppError, ValidationError } from '../errors/app-error';
import { type Line, readLines } from './read-lines';

export const NDJSON = 'application/x-ndjson';

/**
 * The lines of a request whose body is newline-delimited JSON, as they arrive.
 * @throws AppError unsupported_media_type; ValidationError when there is no body or an Idempotency-Key, which
 * could not tell two streams apart; json_invalid while iterating when the client goes away.
 */
export function requestLines(request: Request, maxLineBytes: number): AsyncIterable<Line> {
  if (!hasBody(request)) {
    throw new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  }
  if (!request.is(NDJSON)) {
    throw new AppError('unsupported_media_type', `Send the body as application/json or ${NDJSON}`, {
      loc: ['header', 'content-type'],
    });
  }
  if ((request.get('content-encoding') ?? 'identity') !== 'identity') {
    throw new AppError('unsupported_media_type', `${NDJSON} is read uncompressed`, {
      loc: ['header', 'content-encoding'],
    });
  }
  if (request.get('idempotency-key') !== undefined) {
    throw new AppError('value_error', 'Idempotency-Key does not go with a stream of conversations', {
      loc: ['header', 'idempotency-key'],
    });
  }
  return readLines(untilCut(request), maxLineBytes);
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function* untilCut(request: Request): AsyncGenerator<Buffer> {
  try {
    yield* request as AsyncIterable<Buffer>;
  } catch (error) {
    throw new AppError('json_invalid', 'The body could not be read', { loc: ['body'], cause: error });
  }
}
