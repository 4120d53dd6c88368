import type { Permits } from '../../packages/concurrency';
import { AppError } from '../platform/errors/app-error';

/** A new key of a commercial provider allows several times as many. */
export const INITIAL_CALLS = 16;
/** More than the slots of a worker with default settings. */
const MAX_CALLS = 256;
/** Calls that were sent before the last reduction say nothing about it. */
const SETTLE_MS = 1000;

/**
 * Fits the number of concurrent calls to what a provider accepts, as TCP fits its congestion window (RFC 5681): while
 * calls wait, each window of successful ones doubles it, after the first 429 adds one call; each 429 halves it.
 */
export class CallWindow {
  private successes = 0;
  private reducedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly permits: Permits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  recordSuccess(): void {
    const { limit, isFull } = this.permits;
    if (!isFull) return;
    this.successes += 1;
    if (this.successes < limit) return;
    this.successes = 0;
    const isStart = this.reducedAt === Number.NEGATIVE_INFINITY;
    this.permits.resize(Math.min(MAX_CALLS, isStart ? limit * 2 : limit + 1));
  }

  recordFailure(error: unknown): void {
    if (!(error instanceof AppError) || error.code !== 'provider_rate_limited') return;
    if (this.now() - this.reducedAt < SETTLE_MS) return;
    this.reducedAt = this.now();
    this.successes = 0;
    this.permits.resize(Math.max(1, Math.floor(this.permits.limit / 2)));
  }
}
