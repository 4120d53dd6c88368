import type { AppError } from '../../platform/errors/app-error';

/** The number of calls for a request, and the time since the first. */
export interface CallsSoFar {
  calls: number;
  elapsedMs: number;
}

/** Returns the milliseconds until the next retry while a provider is busy or down; null for no retry. */
export type RetryPolicy = (error: AppError, asked: CallsSoFar) => number | null;

/** For a longer Retry-After, the caller retries the evaluation. */
const maxWaitMs = 2_000;
const defaultWaitMs = 250;

/** One retry, for callers that retry evaluations themselves or must not wait. */
export const retryOnce: RetryPolicy = (error, { calls }) => {
  const waitMs = error.retryAfterMs ?? defaultWaitMs;
  return calls === 1 && waitMs <= maxWaitMs ? waitMs : null;
};
