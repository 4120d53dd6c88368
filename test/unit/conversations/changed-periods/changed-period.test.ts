import {
  childLevel,
  hoursByEra,
  type PeriodLevel,
  periodMs,
  startOf,
} from '../../../../src/conversations/changed-periods/changed-period';
import { ChangedPeriods } from '../../../../src/conversations/changed-periods/changed-periods';
import { fc } from '../../../support/property';

const HOUR_MS = periodMs.hour;
const levels = ['hour', 'day', 'block'] as const;
const hourArbitrary = fc.nat(periodMs.era / HOUR_MS - 1).map((hour) => hour * HOUR_MS);

describe('periods', () => {
  it('consist of whole periods of the level below, at most 32', () => {
    for (const [level, child] of Object.entries(childLevel) as [PeriodLevel, PeriodLevel | null][]) {
      if (child === null) continue;
      expect(periodMs[level] % periodMs[child]).toBe(0);
      expect(periodMs[level] / periodMs[child]).toBeLessThanOrEqual(32);
    }
  });

  it('round times before 1970 down', () => {
    expect(startOf(Date.parse('1969-12-31T23:30:00Z'), 'hour')).toBe(-HOUR_MS);
    expect(startOf(-1, 'era')).toBe(-periodMs.era);
  });
});

it('has each hour once, by its era', () => {
  const times = [0, HOUR_MS - 1, HOUR_MS, -1].map((time) => new Date(time));

  const eras = hoursByEra(times);

  expect(eras).toEqual(
    new Map([
      [0, new Set([0, 1])],
      [-periodMs.era, new Set([periodMs.era / HOUR_MS - 1])],
    ]),
  );
});

describe('changed periods', () => {
  const changedBy = (hours: readonly number[]) => {
    const changed = new ChangedPeriods(0);
    for (const hour of hours) changed.add('hour', hour);
    return changed;
  };
  const all = (changed: ChangedPeriods) => levels.map((level) => changed.list(level, 0, periodMs.era).sort());

  it('hold every period that holds a changed hour', () => {
    fc.assert(
      fc.property(fc.array(hourArbitrary), hourArbitrary, (hours, other) => {
        const changed = changedBy(hours);
        for (const level of levels) {
          const expected = hours.some((hour) => startOf(hour, level) === startOf(other, level));
          expect(changed.has(level, startOf(other, level))).toBe(expected);
        }
      }),
    );
  });

  it('lose a period with all that is in it, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(hourArbitrary, { minLength: 1 }),
        fc.constantFrom(...levels),
        fc.nat(),
        (hours, level, pick) => {
          const removed = startOf(hours[pick % hours.length] ?? 0, level);
          const changed = changedBy(hours);
          changed.remove(level, removed);

          const rest = changedBy(hours.filter((hour) => startOf(hour, level) !== removed));
          expect(changed.list('hour', 0, periodMs.era).sort()).toEqual(
            rest.list('hour', 0, periodMs.era).sort(),
          );
          expect(changed.has(level, removed)).toBe(false);
          // What contains it has still changed: it was made from the removed one.
          for (const hour of hours)
            expect(level === 'block' || changed.has('block', startOf(hour, 'block'))).toBe(true);
        },
      ),
    );
  });

  it('are the same after they were stored', () => {
    fc.assert(
      fc.property(fc.array(hourArbitrary), (hours) => {
        const changed = changedBy(hours);
        const restored = new ChangedPeriods(0);
        restored.addPositions(changed.toPositions());
        expect(all(restored)).toEqual(all(changed));
      }),
    );
  });
});
