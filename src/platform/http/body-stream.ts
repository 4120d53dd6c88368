import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { AppError } from '../errors/app-error';
import { requestTimeout } from '../errors/error-templates';
import type { ContentEncoding } from './body-limits';

/** Total time a sender may pause, in addition to one second for each `MIN_BYTES_PER_SECOND` sent. */
const MAX_PAUSE_MS = 30_000;
/** Counted as sent, compressed or not. A body of 4 MiB that takes five minutes has 14 KiB per second. */
const MIN_BYTES_PER_SECOND = 8 * 1024;

/** The body of a request as it arrives, after decompression. */
export interface BodyStream {
  bytes: Readable;
  /** Bytes sent for the first `read` bytes; may be slightly more. */
  sentBytes(read: number): number;
  /** Frees resources of a body that was not read to the end. */
  release(): void;
}

/** How slowly a body may arrive. Only time in which the reader waits for the sender counts. */
export interface BodyStreamLimits {
  /** For the whole body. Default: no limit. */
  timeoutMs?: number;
  /** Default: 30 s. */
  maxPauseMs?: number;
  /** Default: 8 KiB. */
  minBytesPerSecond?: number;
  /** Ends a body that keeps arriving without effect. Default: none. */
  progress?: BodyProgress;
}

/** What the reader has made of a body. */
export interface BodyProgress {
  /** Milliseconds until there has been none for too long; negative afterwards. */
  remainingMs(): number;
  /** The error then. */
  error(): AppError;
}

/** However large a body inflates, only one chunk of zlib's output is in memory at a time. */
export function openBodyStream(request: Request, encoding: ContentEncoding): BodyStream {
  if (encoding === 'identity') {
    return { bytes: request, sentBytes: (read) => read, release: () => undefined };
  }
  const inflater = createInflater(encoding);
  // Not a pipeline: that would close the connection together with `inflater`, before an error response is
  // sent.
  request.once('error', (error) => inflater.destroy(error));
  request.once('aborted', () => inflater.destroy(new Error('The client closed the connection')));
  request.pipe(inflater);
  const release = () => {
    request.unpipe(inflater);
    inflater.destroy();
  };
  return { bytes: inflater, sentBytes: () => inflater.bytesWritten, release };
}

function createInflater(encoding: Exclude<ContentEncoding, 'identity'>) {
  if (encoding === 'gzip') return createGunzip();
  return encoding === 'deflate' ? createInflate() : createBrotliDecompress();
}

/**
 * The chunks of a body; the next one is read after the previous one was processed. Leaves the connection open
 * for the response when iteration stops.
 * @throws AppError request_timeout when the body arrives too slowly; json_invalid when it cannot be read
 */
export async function* readBodyStream(
  { bytes, sentBytes, release }: BodyStream,
  limits: BodyStreamLimits = {},
): AsyncGenerator<Buffer> {
  const {
    timeoutMs = Number.POSITIVE_INFINITY,
    maxPauseMs = MAX_PAUSE_MS,
    minBytesPerSecond = MIN_BYTES_PER_SECOND,
    progress,
  } = limits;
  const changes = watchChanges(bytes);
  let size = 0;
  let waitedMs = 0;
  try {
    for (;;) {
      if (progress !== undefined && progress.remainingMs() < 0) throw progress.error();
      const chunk: Buffer | null = bytes.read();
      if (chunk !== null) {
        size += chunk.length;
        yield chunk;
        continue;
      }
      if (changes.isOver()) return;
      const earnedMs = maxPauseMs + (sentBytes(size) / minBytesPerSecond) * 1000;
      const startedAt = performance.now();
      const arrivalMs = Math.min(timeoutMs, earnedMs);
      const remainingMs = progress?.remainingMs() ?? Number.POSITIVE_INFINITY;
      const isLate = await changes.next(Math.min(arrivalMs - waitedMs, remainingMs));
      waitedMs += performance.now() - startedAt;
      if (isLate && waitedMs >= arrivalMs)
        throw waitedMs >= timeoutMs ? notWithin(timeoutMs) : tooSlow(minBytesPerSecond);
    }
  } finally {
    changes.stop();
    release();
  }
}

/** Watches a stream for changes: it became readable, ended or failed. */
function watchChanges(stream: Readable) {
  let hasChanged = false;
  let failure: Error | null = null;
  let wake = () => {};
  const change = () => {
    hasChanged = true;
    wake();
  };
  const fail = (error: Error) => {
    failure ??= error;
    change();
  };
  const close = () => {
    if (!stream.readableEnded) fail(new Error('The connection was closed'));
  };
  stream.on('readable', change).on('end', change).on('error', fail).on('close', close);
  if (stream.destroyed) close();

  return {
    /** Whether the stream has ended. @throws AppError json_invalid when it has failed */
    isOver(): boolean {
      if (failure !== null) {
        throw new AppError('json_invalid', 'The body could not be read', { loc: ['body'], cause: failure });
      }
      return stream.readableEnded;
    },
    /** Resolves at the next change, with true when there was none within `maxMs`. */
    async next(maxMs: number): Promise<boolean> {
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, maxMs));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const isLate = !hasChanged;
      hasChanged = false;
      return isLate;
    },
    stop() {
      stream.off('readable', change).off('end', change).off('close', close);
      // Without a listener, a later error would crash the process.
      stream.off('error', fail).on('error', () => undefined);
    },
  };
}

function notWithin(timeoutMs: number): AppError {
  return requestTimeout(`a body within ${timeoutMs / 1000} s`, {
    loc: ['body'],
    ctx: { timeout_ms: timeoutMs },
  });
}

function tooSlow(minBytesPerSecond: number): AppError {
  return requestTimeout(`at least ${minBytesPerSecond} bytes per second`, {
    loc: ['body'],
    ctx: { min_bytes_per_second: minBytesPerSecond },
  });
}
