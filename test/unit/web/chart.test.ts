import { moveIndex, placeFlags, toPeriod, toShare } from '../../../web/src/ui/chart/chart-data';

const HOUR = 3600;
const START = Date.UTC(2026, 0, 1) / 1000;
const points = Array.from({ length: 10 }, (_, hour) => ({
  start: START + hour * HOUR,
  value: null,
  low: null,
  high: null,
  count: 0,
  isFaded: true,
}));
const data = { bucketSeconds: HOUR, points, maxValue: 1 };
const flagAt = (hour: number, name: string) => ({ at: START + hour * HOUR, name, to: name });

it('places times on the axis, from the start of the first bucket to the end of the last', () => {
  expect([0, 5, 10, 99].map((hour) => toShare(data, START + hour * HOUR))).toEqual([0, 0.5, 1, 1]);
  expect(toPeriod(data, { first: 1, last: 2 })).toEqual({
    from: '2026-01-01T01:00:00.000Z',
    to: '2026-01-01T03:00:00.000Z',
  });
});

it('moves through the buckets by keys', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'a'].map((key) => moveIndex(key, 4, data))).toEqual([
    5,
    3,
    0,
    9,
    null,
  ]);
  expect(moveIndex('ArrowRight', 9, data)).toBe(9);
  expect(moveIndex('ArrowLeft', null, data)).toBe(9);
});

it('gives names of flags rows in which they do not overlap, and turns those at the end', () => {
  const placed = placeFlags(data, [
    flagAt(9.9, 'gpt-4.1'),
    flagAt(1, 'v3'),
    flagAt(1.1, 'gpt-4o-mini'),
    flagAt(1.2, 'v4'),
    flagAt(6, 'v5'),
  ]);

  expect(placed.map(({ name, row, isBefore }) => [name, row, isBefore])).toEqual([
    ['v3', 0, false],
    ['gpt-4o-mini', 1, false],
    ['v4', null, false],
    ['v5', 0, false],
    ['gpt-4.1', 0, true],
  ]);
});
