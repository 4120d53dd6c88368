import { endOf, periodsOf } from '../../../src/conversations/changed-period';

const starts = (times: string[], level: 'hour' | 'day') =>
  periodsOf(times.map((time) => new Date(time)))
    .filter((period) => period.level === level)
    .map(({ start }) => start.toISOString());

describe('periodsOf', () => {
  const times = [
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T10:59:59.999Z',
    '2026-03-01T11:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
  ];

  it('has each hour and each day of UTC once', () => {
    expect(starts(times, 'hour')).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ]);
    expect(starts(times, 'day')).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
  });

  it('rounds times before 1970 down', () => {
    expect(starts(['1969-12-31T23:30:00Z'], 'hour')).toEqual(['1969-12-31T23:00:00.000Z']);
    expect(starts(['1969-12-31T23:30:00Z'], 'day')).toEqual(['1969-12-31T00:00:00.000Z']);
  });
});

it('ends a period where the next begins', () => {
  const start = new Date('2026-03-01T00:00:00Z');

  expect(endOf({ level: 'hour', start }).toISOString()).toBe('2026-03-01T01:00:00.000Z');
  expect(endOf({ level: 'day', start }).toISOString()).toBe('2026-03-02T00:00:00.000Z');
});
