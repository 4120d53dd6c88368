import { ApiError } from '../../../web/src/api/api-error';
import { isWorthRetrying, retryDelayMs, shouldRetry } from '../../../web/src/api/retry-policy';

const errorOf = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError(status, [], null, retryAfterSeconds);

it('retries twice when the service is unavailable or unreachable, and never what it refused', () => {
  const retried = (error: Error) => [0, 1, 2].filter((failures) => shouldRetry(failures, error));

  expect(retried(errorOf(503))).toEqual([0, 1]);
  expect(retried(errorOf(0))).toEqual([0, 1]);
  expect(retried(errorOf(422))).toEqual([]);
});

it('offers a retry to a person unless the same request would be refused again', () => {
  expect([0, 429, 500, 503].map((status) => isWorthRetrying(errorOf(status)))).toEqual(Array(4).fill(true));
  expect([400, 404, 409, 422].map((status) => isWorthRetrying(errorOf(status)))).toEqual(
    Array(4).fill(false),
  );
});

it('doubles the delay from one second, and waits at least as long as Retry-After', () => {
  expect([0, 1].map((failures) => retryDelayMs(failures, errorOf(503)))).toEqual([1_000, 2_000]);
  expect([0, 1].map((failures) => retryDelayMs(failures, errorOf(503, 5)))).toEqual([5_000, 5_000]);
});
