import { baseSize, chooseSize } from '../../../src/analytics/adaptive-buckets';
import { DAY_MS, HOUR_MS, type Interval } from '../../../src/analytics/interval';
import { countBuckets } from '../../../src/analytics/time-buckets';
import { fc } from '../../support/property';

const START = Date.UTC(2026, 2, 1);
const MINUTE_MS = 60_000;

/** A part for each base period of the window, with the same number of evaluated messages. */
function evenly(window: Interval, evaluatedMessages: number) {
  const base = baseSize(window);
  return Array.from({ length: Math.ceil((window.end - window.start) / base) }, (_, index) => ({
    start: window.start + index * base,
    evaluatedMessages,
  }));
}

const lasting = (length: number): Interval => ({ start: START, end: START + length });

describe('the size of adaptive buckets', () => {
  it.each([
    ['an hour', HOUR_MS, 30, MINUTE_MS],
    ['an hour', HOUR_MS, 10, 5 * MINUTE_MS],
    ['a day', DAY_MS, 30, HOUR_MS],
    ['a week', 7 * DAY_MS, 30, 3 * HOUR_MS],
    ['a week', 7 * DAY_MS, 5, 6 * HOUR_MS],
    ['a week', 7 * DAY_MS, 1.5, DAY_MS],
    ['30 days', 30 * DAY_MS, 30, 12 * HOUR_MS],
    ['ten years', 3650 * DAY_MS, 1000, 64 * DAY_MS],
  ])('over %s (%d ms) with %d evaluated messages in a base period is %d ms', (_name, length, each, size) => {
    const window = lasting(length);

    expect(chooseSize(window, evenly(window, each))).toBe(size);
  });

  it('disregards empty times, which are gaps', () => {
    const window = lasting(7 * DAY_MS);

    expect(chooseSize(window, [{ start: START, evaluatedMessages: 30 }])).toBe(3 * HOUR_MS);
  });

  it('leaves at least 6 buckets if there are too few messages', () => {
    const window = lasting(7 * DAY_MS);

    expect(chooseSize(window, [{ start: START, evaluatedMessages: 3 }])).toBe(DAY_MS);
    expect(chooseSize(window, [])).toBe(DAY_MS);
  });

  it('is a multiple of the base with at most 60 buckets, for any window', () => {
    const window = fc
      .tuple(fc.integer({ min: -6e13, max: 2e14 }), fc.integer({ min: 1, max: 5e13 }))
      .map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(window, fc.nat(50), (given, evaluatedMessages) => {
        const size = chooseSize(given, [{ start: given.start, evaluatedMessages }]);

        expect(size % baseSize(given)).toBe(0);
        expect(countBuckets(given, size)).toBeLessThanOrEqual(60);
      }),
    );
  });
});
