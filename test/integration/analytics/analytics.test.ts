import { commandArbitrary } from '../../support/analytics-commands';
import {
  anything,
  compareWithReference,
  conditions,
  windowArbitrary,
} from '../../support/analytics-comparison';
import { AnalyticsWorld } from '../../support/analytics-world';
import { useDatabase } from '../../support/database';
import { fc } from '../../support/property';

useDatabase();

// From rollups down to the hour, to rollups of eras only.
const maxUndividedArbitrary = fc.constantFrom(0, 1, 2, 5, 12, 1000);
// All values are counted by themselves, or some are in the rest of one block or both.
const maxValuesArbitrary = fc.constantFrom(1, 2, 200);

it('matches the reference after random stores, evaluations, deletions and expiries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(commandArbitrary, fc.option(windowArbitrary, { freq: 2 })), {
        minLength: 1,
        maxLength: 25,
      }),
      fc.array(windowArbitrary, { minLength: 2, maxLength: 4 }),
      maxUndividedArbitrary,
      maxValuesArbitrary,
      async (steps, windows, maxUndivided, maxValues) => {
        const world = new AnalyticsWorld(maxUndivided, maxValues);
        for (const [command, between] of steps) {
          await world.apply(command);
          // Queries store rollups, which must be recognized as outdated later.
          if (between !== null) await compareWithReference(world, between, anything);
        }
        for (const asked of windows) await compareWithReference(world, asked, anything);
        await world.refresh();
        expect(await world.hasChosenTags()).toBe(true);
        for (const asked of windows) await compareWithReference(world, asked, anything);
      },
    ),
    { numRuns: 6 },
  );
});

it('matches the reference for filters with every operator', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(commandArbitrary, { minLength: 8, maxLength: 20 }),
      windowArbitrary,
      fc.subarray(conditions, { minLength: 5 }),
      maxValuesArbitrary,
      async (commands, asked, chosen, maxValues) => {
        const world = new AnalyticsWorld(3, maxValues);
        for (const command of commands) await world.apply(command);
        for (const condition of chosen) await compareWithReference(world, asked, condition);
      },
    ),
    { numRuns: 8 },
  );
});
