import { readTime } from '../values/time-micros';

const SECONDS = 1_790_000_000;

describe('readTime', () => {
  it.each([
    SECONDS,
    SECONDS * 1e3,
    SECONDS * 1e6,
    SECONDS * 1e9,
    `${SECONDS}`,
    `${SECONDS}000`,
    '2026-09-21T14:13:20Z',
    '2026-09-21 16:13:20+02:00',
  ])('reads %p, whose unit is unambiguous', (time) => {
    expect(readTime(time)).toBe(SECONDS * 1e6);
  });

  it.each([
    ['seconds with a fraction', SECONDS + 0.123_456, SECONDS * 1e6 + 123_456],
    ['nanoseconds of a date-time', '2026-09-21T14:13:20.123456789Z', SECONDS * 1e6 + 123_456],
    ['a date-time before 1970', '1969-12-31T23:59:59Z', -1e6],
    ['no time', 0, null],
    ['text that is no time', 'yesterday', null],
    ['another value', {}, null],
  ])('reads %s', (_name, time, micros) => {
    expect(readTime(time)).toBe(micros);
  });

  it.each([
    -1,
    1,
    99_999_999_999,
    1e300,
    -SECONDS,
    SECONDS * 1e12,
    '2256-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '99999999999999999999',
  ])('refuses %p', (time) => {
    expect(() => readTime(time)).toThrow('a time should be');
  });
});
