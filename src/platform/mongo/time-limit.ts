import mongoose from 'mongoose';
import { withDeadline } from '../../../packages/concurrency';
import { AppError } from '../errors/app-error';

const MAX_TIME_EXPIRED = 50;
const RETRY_AFTER_MS = 5000;

/** The remaining time of a query. */
export interface TimeLimit {
  /** Aborts when the time is over or the caller has aborted. */
  signal: AbortSignal;
  /** Options for the next operation: the server and the driver both stop it in time. */
  forOperation(): { maxTimeMS: number; signal: AbortSignal };
}

/**
 * Runs a query for at most `limitMs`. Returns in time even when an operation does not stop.
 * @throws AppError query_timeout, or the reason of an aborted `callerSignal`
 */
export async function withinTimeLimit<Result>(
  limitMs: number,
  callerSignal: AbortSignal,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const endAt = performance.now() + limitMs;
  const deadline = { signal: callerSignal, timeoutMs: limitMs, timeoutError: timeout(limitMs) };
  try {
    return await withDeadline(deadline, (signal) => {
      const forOperation = () => {
        signal.throwIfAborted();
        return { maxTimeMS: Math.max(1, Math.ceil(endAt - performance.now())), signal };
      };
      return work({ signal, forOperation });
    });
  } catch (error) {
    throw isServerTimeout(error) ? timeout(limitMs, error) : error;
  }
}

function isServerTimeout(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === MAX_TIME_EXPIRED;
}

function timeout(limitMs: number, cause?: unknown): AppError {
  return new AppError(
    'query_timeout',
    `The query took longer than ${limitMs} ms. Use a narrower filter or retry later`,
    {
      ctx: { limit_ms: limitMs },
      retryAfterMs: RETRY_AFTER_MS,
      cause,
    },
  );
}
