import type { Request } from 'express';
import { ValidationError } from '../../platform/errors/app-error';
import { unsupportedMediaType, valueError } from '../../platform/errors/error-templates';
import { hasBody } from '../../platform/http/body';
import {
  type BodyProgress,
  type BodyStream,
  openBodyStream,
  readBodyStream,
} from '../../platform/http/body-stream';
import { addInflatedBytes } from '../../platform/http/inflated-bytes';
import type { ImportActivity } from './import-activity';
import { importTooLarge } from './import-too-large';
import { type Line, readLines } from './read-lines';

export const NDJSON = 'application/x-ndjson';

const MAX_LINES = 100_000;
const MAX_BYTES = 1024 ** 3;
/** Maximum ratio of inflated to compressed bytes: text reaches 20, a zip bomb 1,000. */
const MAX_INFLATION = 100;
/** Below this, the ratio is not limited. */
const FREE_BYTES = 1024 ** 2;
/** Lower than for other bodies, because lines may be generated while they are sent. */
const MIN_BYTES_PER_SECOND = 1024;

/**
 * The lines of an NDJSON request body, as they arrive.
 * @throws AppError unsupported_media_type; ValidationError without a body or with an Idempotency-Key, which
 * cannot identify a stream; while iterating json_invalid when the client disconnects, import_too_large,
 * request_timeout
 */
export function requestLines(
  request: Request,
  maxLineBytes: number,
  activity: ImportActivity,
): AsyncIterable<Line> {
  if (!hasBody(request)) {
    throw new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  }
  if (!request.is(NDJSON)) {
    throw unsupportedMediaType('Content-Type', ['application/json', NDJSON]);
  }
  const encoding = (request.get('content-encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw unsupportedMediaType('Content-Encoding', ['identity', 'gzip']);
  }
  if (request.get('idempotency-key') !== undefined) {
    throw valueError('a stream of conversations supports no Idempotency-Key', {
      loc: ['header', 'idempotency-key'],
    });
  }
  return readLines(bounded(openBodyStream(request, encoding), request, activity), maxLineBytes, MAX_LINES);
}

async function* bounded(body: BodyStream, request: Request, progress: BodyProgress): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of readBodyStream(body, { minBytesPerSecond: MIN_BYTES_PER_SECOND, progress })) {
    size += chunk.length;
    addInflatedBytes(request, chunk.length);
    checkSize(size, body.sentBytes(size));
    yield chunk;
  }
}

function checkSize(size: number, compressedBytes: number): void {
  if (size > MAX_BYTES) {
    throw importTooLarge(`${MAX_BYTES} bytes`, { loc: ['body'], ctx: { max_bytes: MAX_BYTES } });
  }
  if (size > FREE_BYTES && size > MAX_INFLATION * compressedBytes) {
    throw importTooLarge(`${MAX_INFLATION} times its compressed bytes`, {
      loc: ['body'],
      ctx: { max_inflation: MAX_INFLATION },
    });
  }
}
