import { isWaitedOut, waitMsAfter } from '../../../../src/experiments/execution/provider-wait';
import { AppError, type ErrorCode } from '../../../../src/platform/errors/app-error';

const failure = (code: ErrorCode, retryAfterMs?: number) =>
  new AppError(code, 'Failed', retryAfterMs === undefined ? {} : { retryAfterMs });

it.each<[ErrorCode, boolean]>([
  ['provider_rate_limited', true],
  ['provider_unavailable', true],
  ['provider_timeout', true],
  ['evaluator_busy', true],
  ['provider_reply_unreadable', false],
  ['internal_error', false],
])('waits out %s: %p', (code, isWaited) => {
  expect(isWaitedOut(failure(code))).toBe(isWaited);
});

describe('waitMsAfter', () => {
  it('doubles up to a minute', () => {
    const waits = [1, 2, 3, 7, 8, 9, 5000].map((tries) => waitMsAfter(tries, failure('provider_timeout'), 0));

    expect(waits).toEqual([500, 1000, 2000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('is never shorter than the provider asks for', () => {
    expect(waitMsAfter(1, failure('provider_rate_limited', 20_000), 0)).toBe(20_000);
    expect(waitMsAfter(9, failure('provider_rate_limited', 20_000), 0)).toBe(60_000);
    expect(waitMsAfter(9, failure('provider_unavailable', 3_600_000), 0)).toBe(3_600_000);
  });

  it('adds up to a quarter at random', () => {
    expect(waitMsAfter(2, failure('provider_timeout'), 0.9999)).toBe(1250);
    const waits = Array.from({ length: 50 }, () => waitMsAfter(5, failure('provider_timeout')));

    expect(new Set(waits).size).toBeGreaterThan(10);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(8000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
  });
});
