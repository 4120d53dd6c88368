import { ApiError } from './api-error';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 1_000;

/** Whether a query is sent again: network errors and 5xx are transient; 4xx are not. */
export function shouldRetry(failures: number, error: Error): boolean {
  return !isRefused(error) && failures < MAX_RETRIES;
}

/** Whether a person may repeat the request: a refused one is refused again, except by a rate limit. */
export function isWorthRetrying(error: Error): boolean {
  return !isRefused(error) || (error instanceof ApiError && error.status === 429);
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Milliseconds until then: the delay doubles with each failure; Retry-After is a lower bound. */
export function retryDelayMs(failures: number, error: Error): number {
  const askedSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(FIRST_DELAY_MS * 2 ** failures, askedSeconds * 1_000);
}
