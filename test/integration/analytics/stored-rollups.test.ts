import { randomUUID } from 'node:crypto';
import { createAnalyticsService } from '../../../src/analytics/analytics.service';
import { DimensionValues } from '../../../src/analytics/dimension-values';
import { DAY_MS, HOUR_MS } from '../../../src/analytics/interval';
import { readSegments } from '../../../src/analytics/read-segments';
import { emptyRollup, type Rollup } from '../../../src/analytics/rollup';
import { createRollupRefresher, refreshRollupsPeriodically } from '../../../src/analytics/rollup-refresher';
import { rollupLists } from '../../../src/analytics/rollup-text';
import { noSegments } from '../../../src/analytics/segments';
import { StoredRollupModel } from '../../../src/analytics/stored-rollup.model';
import { findRollups, storeRollups } from '../../../src/analytics/stored-rollup.repository';
import { createInvalidationService } from '../../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { inTransaction, isDuplicateKey } from '../../../src/platform/mongo/connection';
import { withSnapshot } from '../../../src/platform/mongo/snapshot';
import { withinTimeLimit } from '../../../src/platform/mongo/time-limit';
import { readInSnapshot } from '../../support/analytics-snapshot';
import { useDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { messageAt, storedMarks } from '../../support/stored-conversations';

useDatabase();

const conversations = createConversationService({ retentionOf: async () => null });
const values = new DimensionValues(new Map(), async () => true);
const START = Date.UTC(2026, 2, 1);
const logger = {
  warn: (_facts: object, message?: string) => {
    throw new Error(message);
  },
};

async function store(workspaceId: string, hours: number): Promise<string> {
  const messages = Array.from({ length: hours }, (_, hour) => ({
    role: 'user' as const,
    name: null,
    parts: [{ type: 'text' as const, content: 'Hello' }],
    createdAt: new Date(START + hour * HOUR_MS),
  }));
  const [stored] = await conversations.createConversations(workspaceId, [
    { workspaceId, type: 'import', messages },
  ]);
  return stored?.id ?? '';
}

const readHour = (workspaceId: string) =>
  withinTimeLimit(10_000, new AbortController().signal, (limit) =>
    withSnapshot((session) =>
      findRollups(
        workspaceId,
        'hour',
        { start: START, end: START + HOUR_MS },
        { lists: rollupLists, choice: noSegments },
        { session, limit, values },
      ),
    ),
  ).then((found) => found.get(START));

describe('the stored rollup of an hour', () => {
  const replace = async (workspaceId: string, rollup: Rollup, versionRead: string | null) => {
    const write = {
      level: 'hour' as const,
      start: START,
      version: randomUUID(),
      freshUntil: null,
      isDivided: false,
      tagKeys: [],
      whole: rollup,
      segments: new Map(),
      versionRead,
      isPlaceholder: false,
      dividesNow: false,
    };
    try {
      return await inTransaction((session) => storeRollups(workspaceId, [write], values, session));
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  const rollupOf = (count: number): Rollup => {
    const rollup = { ...emptyRollup(), sums: { ...emptyRollup().sums, messages: count } };
    for (let index = 0; index < count; index += 1) {
      rollup.conversations.fragments.set(randomUUID(), {
        firstAt: 0,
        lastAt: START + DAY_MS,
        toolCalls: 1,
        evaluatedMessages: 2,
        flaggedMessages: 1,
        tools: new Map([['search', { evaluated: 1, flagged: 1, parameters: new Map([['city', 1]]) }]]),
      });
    }
    return rollup;
  };

  it('is the same if it needs several documents', async () => {
    const workspaceId = randomUUID();
    const rollup = rollupOf(20_000);

    expect(await replace(workspaceId, rollup, null)).toBe(true);

    expect(await StoredRollupModel.countDocuments({ workspaceId })).toBeGreaterThan(2);
    expect((await readHour(workspaceId))?.whole).toEqual(rollup);
  });

  it('is replaced with all its pieces only by a rollup that read its version', async () => {
    const workspaceId = randomUUID();
    await replace(workspaceId, rollupOf(20_000), null);
    const first = await readHour(workspaceId);
    const smaller = rollupOf(1);

    expect(await replace(workspaceId, rollupOf(2), null)).toBe(false);
    expect(await replace(workspaceId, rollupOf(2), randomUUID())).toBe(false);
    expect(await readHour(workspaceId)).toEqual(first);
    expect(await replace(workspaceId, smaller, first?.version ?? null)).toBe(true);

    expect((await readHour(workspaceId))?.whole).toEqual(smaller);
    expect(await StoredRollupModel.countDocuments({ workspaceId })).toBe(1);
  });

  it('is stored by one of many concurrent builders', async () => {
    const workspaceId = randomUUID();

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => replace(workspaceId, rollupOf(3), null)),
    );

    expect(outcomes.filter((isKept) => isKept)).toHaveLength(1);
    expect((await readHour(workspaceId))?.whole.conversations.fragments.size).toBe(3);
  });
});

describe('refreshing', () => {
  const refresh = () =>
    createRollupRefresher({
      invalidation: createInvalidationService(),
      logger,
      signal: new AbortController().signal,
      maxUndivided: 3,
    }).refresh(60_000);

  it('builds every changed period, and leaves no mark', async () => {
    const workspaceId = randomUUID();
    await store(workspaceId, 30);

    await Promise.all([refresh(), refresh()]);

    expect(await storedMarks(workspaceId)).toEqual([]);
    const levels = ['hour', 'day', 'block', 'era'] as const;
    const counts = levels.map((level) => StoredRollupModel.countDocuments({ workspaceId, level }));
    expect(await Promise.all(counts)).toEqual([30, 2, 1, 1]);
  });

  it('removes the rollups of deleted messages', async () => {
    const workspaceId = randomUUID();
    const id = await store(workspaceId, 3);
    await refresh();

    await conversations.removeConversation(workspaceId, id);
    await refresh();

    expect(await storedMarks(workspaceId)).toEqual([]);
    expect(await StoredRollupModel.countDocuments({ workspaceId })).toBe(0);
  });

  it('runs in the background until its signal aborts', async () => {
    const workspaceId = randomUUID();
    await store(workspaceId, 2);
    const stopping = new AbortController();

    const running = refreshRollupsPeriodically({
      invalidation: createInvalidationService(),
      logger,
      signal: stopping.signal,
    });
    await eventually(async () => (await storedMarks(workspaceId)).length === 0);
    stopping.abort();

    await expect(running).resolves.toBeUndefined();
  });
});

it('counts values beyond the first 200 of a block as the rest, and one of them from its messages', async () => {
  const workspaceId = randomUUID();
  const messages = Array.from({ length: 230 }, (_, index) => ({
    ...messageAt(new Date(START + index * 60_000).toISOString()),
    agentName: `agent ${index % 205}`,
  }));
  await conversations.createConversations(workspaceId, [{ workspaceId, type: 'import', messages }]);
  const { signal } = new AbortController();
  const dependencies = { invalidation: createInvalidationService(), queryTimeoutMs: 60_000, maxUndivided: 3 };
  const window = { start: START + 1, end: START + DAY_MS };
  const read = () =>
    withinTimeLimit(dependencies.queryTimeoutMs, signal, (limit) =>
      readSegments(dependencies, { workspaceId, window, within: null, dimensions: ['agent'], limit }),
    );

  for (let round = 0; round < 2; round += 1) {
    const agents = (await read()).segments.get('agent') ?? new Map();
    const counts = [...agents.values()].map(({ sums }) => sums.messages).sort((one, other) => one - other);

    expect(agents.size).toBe(201);
    expect(counts.reduce((sum, count) => sum + count)).toBe(229);
    for (const agent of ['agent 3', 'agent 203']) {
      const bounds = `created_at >= "${new Date(START).toISOString()}" AND created_at < "2027-01-01T00:00:00Z"`;
      const { messageCount } = await createAnalyticsService(dependencies).summaryStats({
        workspaceId,
        filter: `${bounds} AND agent_name = "${agent}"`,
        signal,
      });
      expect(messageCount).toBe(agent === 'agent 3' ? 2 : 1);
    }
  }
});

describe('the values of dimensions', () => {
  it('are not stored after another process has changed them', async () => {
    const workspaceId = randomUUID();
    const read = () => readInSnapshot(workspaceId, 0, async (snapshot) => snapshot.values);
    const [one, other] = [await read(), await read()];
    one.at(START).admit('model', 'a');
    other.at(START).admit('model', 'b');

    expect([await one.store(), await other.store()]).toEqual([true, false]);
    one.at(START).admit('model', 'c');
    expect([await one.store(), await one.store()]).toEqual([true, true]);
    const last = await read();
    expect(['a', 'b', 'c'].map((value) => last.at(START).nameOf({ dimension: 'model', value }))).toEqual([
      '0',
      null,
      '1',
    ]);
  });
});
