import {
  childLevel,
  type PeriodLevel,
  periodMs,
  startOf,
  stepsByEra,
} from '../../../../src/conversations/changed-periods/changed-period';
import { ChangedPeriods } from '../../../../src/conversations/changed-periods/changed-periods';
import { fc } from '../../../support/property';

const HOUR_MS = periodMs.hour;
const STEP_MS = periodMs.step;
const levels = ['step', 'hour', 'day', 'block'] as const;
const stepArbitrary = fc.nat(periodMs.era / STEP_MS - 1).map((step) => step * STEP_MS);

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

it('has each step once, by its era', () => {
  const times = [0, STEP_MS - 1, STEP_MS, -1].map((time) => new Date(time));

  const eras = stepsByEra(times);

  expect(eras).toEqual(
    new Map([
      [0, new Set([0, 1])],
      [-periodMs.era, new Set([periodMs.era / STEP_MS - 1])],
    ]),
  );
});

describe('changed periods', () => {
  const changedBy = (steps: readonly number[]) => {
    const changed = new ChangedPeriods(0);
    for (const step of steps) changed.add('step', step);
    return changed;
  };
  const all = (changed: ChangedPeriods) => levels.map((level) => changed.list(level, 0, periodMs.era).sort());

  it('hold every period that holds a changed step', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary), stepArbitrary, (steps, other) => {
        const changed = changedBy(steps);
        for (const level of levels) {
          const expected = steps.some((step) => startOf(step, level) === startOf(other, level));
          expect(changed.has(level, startOf(other, level))).toBe(expected);
        }
      }),
    );
  });

  it('lose a period with all that is in it, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(stepArbitrary, { minLength: 1 }),
        fc.constantFrom(...levels),
        fc.nat(),
        (steps, level, pick) => {
          const removed = startOf(steps[pick % steps.length] ?? 0, level);
          const changed = changedBy(steps);
          changed.remove(level, removed);

          const rest = changedBy(steps.filter((step) => startOf(step, level) !== removed));
          expect(changed.list('step', 0, periodMs.era).sort()).toEqual(
            rest.list('step', 0, periodMs.era).sort(),
          );
          expect(changed.has(level, removed)).toBe(false);
          // What contains it has still changed: it was made from the removed one.
          for (const step of steps)
            expect(level === 'block' || changed.has('block', startOf(step, 'block'))).toBe(true);
        },
      ),
    );
  });

  it('are the same after they were stored', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary), (steps) => {
        const changed = changedBy(steps);
        const restored = new ChangedPeriods(0);
        restored.addPositions(changed.toPositions());
        expect(all(restored)).toEqual(all(changed));
      }),
    );
  });
});
