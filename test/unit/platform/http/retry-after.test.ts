import { parseRetryAfter } from '../../../../src/platform/http/retry-after';

const now = Date.UTC(2026, 0, 1);

it.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['1.5', 1_500],
  [new Date(now + 4_000).toUTCString(), 4_000],
  [new Date(now - 4_000).toUTCString(), 0],
])('reads %s', (value, expectedMs) => {
  expect(parseRetryAfter(value, now)).toBe(expectedMs);
});

it.each([null, undefined, '', 'soon', '-1 s'])('rejects %s', (value) => {
  expect(parseRetryAfter(value, now)).toBeNull();
});
