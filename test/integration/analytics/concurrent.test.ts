import { DAY_MS } from '../../../src/analytics/interval';
import { BASE, type Command, commandArbitrary } from '../../support/analytics-commands';
import { anything, compareWithReference, windowArbitrary } from '../../support/analytics-comparison';
import { AnalyticsWorld } from '../../support/analytics-world';
import { useDatabase } from '../../support/database';
import { fc } from '../../support/property';

useDatabase();

const commandsOf = (kinds: Command['kind'][], minLength: number) =>
  fc.array(
    commandArbitrary.filter(({ kind }) => kinds.includes(kind)),
    { minLength, maxLength: minLength * 2 },
  );

const at = (time: number) => `"${new Date(time).toISOString()}"`;
const filter = `created_at >= ${at(BASE - 9 * DAY_MS)} AND created_at < ${at(BASE + 9 * DAY_MS)}`;

/** Reads and rolls up until its signal aborts; every result is from one snapshot, so its numbers add up. */
async function keepReading(world: AnalyticsWorld, isOver: () => boolean): Promise<number> {
  let responses = 0;
  while (!isOver()) {
    for (const workspaceId of world.workspaceIds) {
      const query = { workspaceId, filter, signal: new AbortController().signal };
      for (const { issueCount, labels } of (await world.analytics.issuesTimeseries(query, 'day')).buckets) {
        expect(labels.reduce((sum, { count }) => sum + count, 0)).toBe(issueCount);
      }
      const { tools } = await world.analytics.toolStats(query);
      expect(tools.every(({ conversationShare }) => conversationShare > 0 && conversationShare <= 1)).toBe(
        true,
      );
      responses += 2;
    }
    await world.refresh();
  }
  return responses;
}

it('matches the reference after concurrent writers, readers and refreshers', async () => {
  await fc.assert(
    fc.asyncProperty(
      commandsOf(['store'], 5),
      // A conversation is changed by one writer only, so that the expected result is known.
      fc.tuple(
        commandsOf(['store'], 6),
        commandsOf(['evaluate'], 15),
        commandsOf(['grow', 'remove', 'reply'], 5),
      ),
      fc.array(windowArbitrary, { minLength: 3, maxLength: 3 }),
      fc.constantFrom(0, 2, 8),
      async (first, writers, windows, maxUndivided) => {
        const world = new AnalyticsWorld(maxUndivided, 2);
        for (const command of first) await world.apply(command);
        let isOver = false;
        const readers = [1, 2].map(() => keepReading(world, () => isOver));
        const writing = writers.map(async (commands) => {
          for (const command of commands) await world.apply(command);
        });
        await Promise.all(writing).finally(() => {
          isOver = true;
        });
        await Promise.all(readers);

        for (const asked of windows) await compareWithReference(world, asked, anything);
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
});
