import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createAnalyticsService } from '../../../src/analytics/analytics.service';
import { scanOrSample } from '../../../src/analytics/scan-sample';
import { createInvalidationService } from '../../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { toErrorResponse } from '../../../src/platform/http/error-body';
import { withinTimeLimit } from '../../../src/platform/mongo/time-limit';
import { readInSnapshot } from '../../support/analytics-snapshot';
import { useDatabase } from '../../support/database';

useDatabase();

const workspaceId = randomUUID();
const conversations = createConversationService({ retentionOf: async () => null });
const ALL = 'created_at >= "2026-01-01T00:00:00Z" AND created_at < "2027-01-01T00:00:00Z"';
const SCANNED = `${ALL} AND role = user`;

beforeAll(async () => {
  const parts = [{ type: 'text' as const, content: 'Hello' }];
  const messages = Array.from({ length: 60 }, (_, index) => ({
    role: 'user' as const,
    name: null,
    parts,
    createdAt: new Date(Date.UTC(2026, 4, 1, index)),
  }));
  for (let round = 0; round < 40; round += 1) {
    await conversations.createConversations(workspaceId, [{ workspaceId, type: 'import', messages }]);
  }
});

const ask = (filter: string, signal = new AbortController().signal, queryTimeoutMs = 1) =>
  createAnalyticsService({
    invalidation: createInvalidationService(),
    queryTimeoutMs,
  }).summaryStats({ workspaceId, filter, signal });

describe('a query that exceeds its time limit', () => {
  it.each([ALL, SCANNED])('gets 503, Retry-After and the limit: %s', async (filter) => {
    const error = await ask(filter).catch((reason: unknown) => reason);

    const { status, headers, body } = toErrorResponse(error);
    expect({ status, type: body.detail[0]?.type, ctx: body.detail[0]?.ctx }).toEqual({
      status: 503,
      type: 'query_timeout',
      ctx: { limit_ms: 1 },
    });
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
  });

  it('succeeds with a higher limit', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, ms) => ask(ALL, undefined, ms + 1).catch(() => undefined)),
    );

    expect(await ask(ALL, undefined, 60_000)).toMatchObject({ conversationCount: 40, messageCount: 2400 });
  });
});

it('counts a share of the conversations if all take too long', async () => {
  const { signal } = new AbortController();
  let operations = 0;
  const limit = {
    signal,
    forOperation() {
      operations += 1;
      return { maxTimeMS: operations === 1 ? 1 : 60_000, signal };
    },
  };
  const { parts, sampledShare } = await readInSnapshot(workspaceId, 0, (snapshot) =>
    scanOrSample({ ...snapshot, limit }, { role: 'user' }, Infinity),
  );

  const ids = await mongoose.connection.collection('messages').distinct('conversationId', { workspaceId });
  const sampled = ids.filter((id: string) => id.startsWith('0'));
  expect(sampledShare).toBe(1 / 16);
  expect(parts.flatMap(({ whole }) => [...whole.conversations.fragments.keys()]).sort()).toEqual(
    sampled.sort(),
  );
});

it('ends a scan when the client disconnects', async () => {
  const leaving = new AbortController();
  const asked = ask(SCANNED, leaving.signal, 60_000);
  leaving.abort(new Error('gone'));

  await expect(asked).rejects.toThrow('gone');
});

describe('withinTimeLimit', () => {
  const nobodyLeaves = () => new AbortController().signal;

  it('does not wait for an operation that never ends', async () => {
    const hung = withinTimeLimit(20, nobodyLeaves(), () => new Promise(() => undefined));

    await expect(hung).rejects.toMatchObject({ code: 'query_timeout' });
  });

  it('passes the remaining time to the server', async () => {
    const found = withinTimeLimit(150, nobodyLeaves(), async (limit) => {
      const { maxTimeMS } = limit.forOperation();
      const slow = { $where: 'sleep(100) || true' };
      // Without the signal the driver waits for the server.
      return mongoose.connection.collection('messages').find(slow, { maxTimeMS }).toArray();
    });

    await expect(found).rejects.toMatchObject({ code: 'query_timeout' });
  });

  it('rethrows other errors', async () => {
    const failing = withinTimeLimit(1000, nobodyLeaves(), async () => {
      throw new Error('broken');
    });

    await expect(failing).rejects.toThrow('broken');
  });
});
