import { retryDelayMs } from '../requests/retry-delay.ts';

const least = () => 0;
const most = () => 1;
const now = Date.UTC(2026, 0, 1);

it('doubles from a quarter of a second up to ten seconds', () => {
  const delays = [0, 1, 2, 10].map((failuresBefore) => retryDelayMs({ failuresBefore }, now, most));

  expect(delays).toEqual([250, 500, 1_000, 10_000]);
});

it('adds jitter of half of the delay', () => {
  expect(retryDelayMs({ failuresBefore: 1 }, now, least)).toBe(250);
});

it.each([
  ['7', 7_000],
  [new Date(now + 4_000).toUTCString(), 4_000],
  [new Date(now - 4_000).toUTCString(), 250],
  ['0', 250],
])('uses Retry-After: %s as a lower bound', (retryAfter, expected) => {
  const failed = { status: 503, retryAfter, failuresBefore: 5 };

  expect(retryDelayMs(failed, now, least)).toBe(expected);
  expect(retryDelayMs(failed, now, most)).toBe(expected * 1.25);
});

it.each([400, 401, 404, 409, 422, 500])('does not retry status %s', (status) => {
  expect(retryDelayMs({ status, failuresBefore: 0 })).toBeNull();
});

it.each([429, 502, 503, 504])('retries status %s', (status) => {
  expect(retryDelayMs({ status, retryAfter: 'soon', failuresBefore: 0 }, now, most)).toBe(250);
});
