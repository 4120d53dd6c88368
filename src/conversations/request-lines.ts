import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
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
  const encoding = (request.get('content-encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new AppError('unsupported_media_type', `${NDJSON} is read uncompressed or as gzip`, {
      loc: ['header', 'content-encoding'],
    });
  }
  if (request.get('idempotency-key') !== undefined) {
    throw new AppError('value_error', 'Idempotency-Key does not go with a stream of conversations', {
      loc: ['header', 'idempotency-key'],
    });
  }
  return readLines(untilCut(encoding === 'gzip' ? gunzipped(request) : request), maxLineBytes);
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** However much a body unpacks to, no more of it is in memory than a line and what zlib makes at a time. */
function gunzipped(request: Request): Readable {
  const gunzip = createGunzip();
  pipeline(request, gunzip, () => undefined); // its failure shows where `gunzip` is read
  return gunzip;
}

async function* untilCut(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw new AppError('json_invalid', 'The body could not be read', { loc: ['body'], cause: error });
  }
}
