import { batchRetryPolicy } from '../../../../src/cli/detect/evaluator-choice';
import { AppError } from '../../../../src/platform/errors/app-error';

const down = new AppError('provider_unavailable', 'not now');
const busy = new AppError('provider_rate_limited', 'not now', { retryAfterMs: 60_000 });

describe('batchRetryPolicy', () => {
  it('asks a provider that is down four times, with longer and longer pauses', () => {
    const pauses = [1, 2, 3, 4].map((calls) => batchRetryPolicy(down, { calls, elapsedMs: 0 }));

    expect(pauses).toEqual([1_000, 2_000, 4_000, null]);
  });

  it('waits ten minutes for a provider with Retry-After, as long as it asks', () => {
    expect(batchRetryPolicy(busy, { calls: 9, elapsedMs: 9 * 60_000 })).toBe(60_000);
    expect(batchRetryPolicy(busy, { calls: 9, elapsedMs: 9.1 * 60_000 })).toBeNull();
  });
});
