import { randomUUID } from 'node:crypto';
import { createAnalyticsService } from '../../../src/analytics/analytics.service';
import { createChangesService } from '../../../src/analytics/changes/changes.service';
import { DAY_MS } from '../../../src/analytics/interval';
import { createInvalidationService } from '../../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { useDatabase } from '../../support/database';
import { toNewConversation } from '../../support/designer-week';

useDatabase();

/** A block begins. */
const BLOCK = Date.UTC(2026, 1, 28);
const OLD_VERSIONS = 200;
const NEW_VERSIONS = 50;
const NEWEST = `v${OLD_VERSIONS + NEW_VERSIONS - 1}`;

const conversations = createConversationService({ retentionOf: async () => null });
const dependencies = { invalidation: createInvalidationService(), queryTimeoutMs: 60_000, maxUndivided: 20 };
const { signal } = new AbortController();

const conversationOf = (version: number, at: number, isFlagged: boolean) => ({
  agent: 'assistant',
  promptVersion: `v${version}`,
  model: 'gpt-4o',
  replies: [{ at, tool: null, label: isFlagged ? 'fabrication' : null, parameter: null }],
});

/** A week with 200 versions, and one with 50 more, the last of which is worse. Some of the old ones continue. */
async function storeWeeks(workspaceId: string): Promise<void> {
  const before = Array.from({ length: 2 * OLD_VERSIONS }, (_, index) =>
    conversationOf(index % OLD_VERSIONS, BLOCK - 7 * DAY_MS + index * 60_000, index % 25 === 0),
  );
  const others = Array.from({ length: 300 }, (_, index) =>
    conversationOf((index % 100) + 150, BLOCK + index * 60_000, index % 25 === 0),
  );
  const newest = Array.from({ length: 100 }, (_, index) =>
    conversationOf(OLD_VERSIONS + NEW_VERSIONS - 1, BLOCK + 2 * DAY_MS + index * 60_000, index % 2 === 0),
  );
  await conversations.createConversations(
    workspaceId,
    [...before, ...others, ...newest].map((one) => toNewConversation(workspaceId, one)),
  );
}

const filterOf = (from: number, to: number) =>
  `created_at >= "${new Date(from).toISOString()}" AND created_at < "${new Date(to).toISOString()}"`;

it('names the newest of 250 versions as the first cause, though the first 200 were counted before', async () => {
  const workspaceId = randomUUID();
  await storeWeeks(workspaceId);
  const query = { workspaceId, filter: filterOf(BLOCK, BLOCK + 7 * DAY_MS), signal };
  const { breakdown } = createAnalyticsService(dependencies);
  const inWeek = (from: number) =>
    breakdown({ ...query, filter: filterOf(from, from + 7 * DAY_MS) }, 'prompt_version');

  const old = await inWeek(BLOCK - 7 * DAY_MS);
  expect([old.values.length, old.values.every(({ value }) => value !== null)]).toEqual([200, true]);
  const { causes } = await createChangesService(dependencies).explain({ ...query, baseline: 'previous' });

  expect(causes[0]).toMatchObject({
    segment: { dimension: 'prompt_version', value: NEWEST },
    isSignificant: true,
    explainedBy: null,
  });
  const recent = await inWeek(BLOCK);
  expect(recent.values[0]).toMatchObject({ value: NEWEST, messageCount: 103, isPartial: false });
});

it('lists the 200 most frequent values of several blocks', async () => {
  const workspaceId = randomUUID();
  await storeWeeks(workspaceId);
  const filter = filterOf(BLOCK - 7 * DAY_MS, BLOCK + 7 * DAY_MS);
  const { values, omittedValueCount } = await createAnalyticsService(dependencies).breakdown(
    { workspaceId, filter, signal },
    'prompt_version',
  );

  expect([values.length, omittedValueCount, values[0]?.value]).toEqual([200, NEW_VERSIONS, NEWEST]);
});

it('states that a value has more messages in the rest of another block', async () => {
  const workspaceId = randomUUID();
  const few = { ...dependencies, maxValues: 1 };
  const analytics = createAnalyticsService(few);
  await conversations.createConversations(
    workspaceId,
    [
      conversationOf(1, BLOCK - 3 * DAY_MS, false),
      conversationOf(2, BLOCK - 2 * DAY_MS, false),
      conversationOf(2, BLOCK + DAY_MS, true),
      conversationOf(3, BLOCK + 2 * DAY_MS, true),
    ].map((one) => toNewConversation(workspaceId, one)),
  );
  const query = { workspaceId, filter: filterOf(BLOCK - 7 * DAY_MS, BLOCK + 7 * DAY_MS), signal };

  const { values } = await analytics.breakdown(query, 'prompt_version');

  expect(values.map(({ value, messageCount, isPartial }) => [value, messageCount, isPartial])).toEqual([
    ['v1', 1, false],
    ['v2', 1, true],
    [null, 2, false],
  ]);
  const { messageCount } = await analytics.summaryStats({
    ...query,
    filter: `${query.filter} AND prompt_version = v2`,
  });
  expect(messageCount).toBe(2);
  const { causes } = await createChangesService(few).explain({
    ...query,
    filter: filterOf(BLOCK, BLOCK + 7 * DAY_MS),
    baseline: 'previous',
  });
  const versions = causes.filter(({ segment }) => segment.dimension === 'prompt_version');
  expect(versions.map(({ segment }) => segment.value)).toEqual(['v1']);
});
