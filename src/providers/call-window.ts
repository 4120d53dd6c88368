import type { Permits } from '../../packages/concurrency';
import { AppError, type ErrorCode } from '../platform/errors/app-error';

/** At first, and at least. A new key of a commercial provider allows several times as many. */
export const MIN_CALLS = 16;
/** More than the slots of a worker with default settings. */
const MAX_CALLS = 256;
/** A server with a queue sends no 429: too many calls end in timeouts or in 503. */
const OVERLOADS: ErrorCode[] = ['provider_rate_limited', 'provider_timeout', 'provider_unavailable'];

/**
 * Fits the number of concurrent calls to what a provider accepts, as TCP fits its congestion window (RFC 5681): while
 * calls wait, each window of successful ones doubles it, after the first overload adds one call; an overload halves it.
 * Times are those of `performance.now()`.
 */
export class CallWindow {
  private successes = 0;
  private reducedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly permits: Permits) {}

  recordSuccess(): void {
    const { limit, hasWaiting } = this.permits;
    if (!hasWaiting) return;
    this.successes += 1;
    if (this.successes < limit) return;
    this.successes = 0;
    const isStart = this.reducedAt === Number.NEGATIVE_INFINITY;
    this.permits.resize(Math.min(MAX_CALLS, isStart ? limit * 2 : limit + 1));
  }

  /** A call that was sent before the last reduction says nothing about the smaller window. */
  recordFailure(error: unknown, sentAt: number): void {
    if (!(error instanceof AppError) || !OVERLOADS.includes(error.code) || sentAt <= this.reducedAt) return;
    this.reducedAt = performance.now();
    this.successes = 0;
    this.permits.resize(Math.max(MIN_CALLS, Math.floor(this.permits.limit / 2)));
  }
}
