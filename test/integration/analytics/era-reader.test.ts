import { randomUUID } from 'node:crypto';
import { createAnalyticsService } from '../../../src/analytics/analytics.service';
import { EraReader, RefreshPaused } from '../../../src/analytics/era-reader';
import { DAY_MS, HOUR_MS } from '../../../src/analytics/interval';
import { createInvalidationService } from '../../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { readInSnapshot } from '../../support/analytics-snapshot';
import { useDatabase } from '../../support/database';
import { messageAt, storedMarks } from '../../support/stored-conversations';

useDatabase();

const invalidation = createInvalidationService();
const conversations = createConversationService({ retentionOf: async () => null });
// The first day of an era, so that all messages are in one era.
const ERA = Date.UTC(2026, 0, 27);
const ALL_TIME = 'created_at >= "0001-01-01T00:00:00Z" AND created_at < "9999-01-01T00:00:00Z"';
const { signal } = new AbortController();

const store = (workspaceId: string, times: number[]) =>
  conversations.createConversations(workspaceId, [
    { workspaceId, type: 'import', messages: times.map((time) => messageAt(new Date(time).toISOString())) },
  ]);

/** Reads the era of a workspace, pausing after every rollup that was built; returns false if paused. */
async function readPaused(workspaceId: string): Promise<boolean> {
  try {
    await readInSnapshot(workspaceId, 1, async (snapshot) => {
      const range = { from: ERA, to: ERA + 1 };
      const marks = (await invalidation.streamMarks(workspaceId, range, snapshot).next()).value ?? null;
      const era = new EraReader(snapshot, ERA, marks, () => true);
      const stored = await era.find('era', { start: ERA, end: ERA + 1 });
      await era.read('era', ERA, stored.get(ERA));
      await era.finish();
    });
    return true;
  } catch (error) {
    if (error instanceof RefreshPaused) return false;
    throw error;
  }
}

const ask = (workspaceId: string, filter: string) =>
  createAnalyticsService({
    invalidation,
    queryTimeoutMs: 30_000,
    maxUndivided: 1,
  }).summaryStats({
    workspaceId,
    filter,
    signal,
  });
const countAll = (workspaceId: string) => ask(workspaceId, ALL_TIME);
/** Counts the messages without rollups. */
const recount = (workspaceId: string) => ask(workspaceId, `${ALL_TIME} AND role = assistant`);

it('makes progress with every pause, and is correct with messages in between', async () => {
  const workspaceId = randomUUID();
  await store(
    workspaceId,
    [0, 1, 40 * 24, 41 * 24].map((hour) => ERA + hour * HOUR_MS),
  );

  let pauses = 0;
  while (!(await readPaused(workspaceId))) {
    pauses += 1;
    if (pauses === 3) await store(workspaceId, [ERA, ERA + 500 * DAY_MS]);
    expect(pauses).toBeLessThan(300);
  }

  expect(pauses).toBeGreaterThan(5);
  expect(await storedMarks(workspaceId)).toEqual([]);
  expect(await countAll(workspaceId)).toMatchObject({ messageCount: 6, conversationCount: 2 });
  expect(await countAll(workspaceId)).toEqual(await recount(workspaceId));
});

it('preserves the rollups of another reader of an equal snapshot', async () => {
  const workspaceId = randomUUID();
  await store(workspaceId, [ERA, ERA + DAY_MS, ERA + 40 * DAY_MS]);

  await Promise.all(Array.from({ length: 8 }, () => countAll(workspaceId)));
  await store(workspaceId, [ERA + 40 * DAY_MS]);
  await Promise.all(Array.from({ length: 8 }, () => countAll(workspaceId)));

  expect(await countAll(workspaceId)).toMatchObject({ messageCount: 4, conversationCount: 2 });
});
