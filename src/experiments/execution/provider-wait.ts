import { type AppError, type ErrorCode, errorCatalog } from '../../platform/errors/app-error';

/** A provider, that of the judge included, did not process the request. Other callers than items try a few times. */
const providerOutages: ErrorCode[] = ['provider_unavailable', 'provider_timeout'];

const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;
/** Spreads the next tries of items that failed at the same moment. */
const MAX_JITTER = 0.25;

/** Whether an item waits for what failed until its limit of 24 hours, however often that takes. */
export function isWaitedOut({ code }: AppError): boolean {
  return errorCatalog[code].retry === 'wait' || providerOutages.includes(code);
}

/**
 * Milliseconds until the next try after the `tries`-th one has failed: exponential, at most a minute, but never before
 * the time that the provider asks for; both plus up to a quarter. `random` is in [0, 1).
 */
export function waitMsAfter(tries: number, { retryAfterMs = 0 }: AppError, random = Math.random()): number {
  const backoffMs = Math.min(MIN_BACKOFF_MS * 2 ** (tries - 1), MAX_BACKOFF_MS);
  return Math.round(Math.max(backoffMs, retryAfterMs) * (1 + random * MAX_JITTER));
}
