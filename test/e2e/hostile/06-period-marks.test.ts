import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { watchGrowth } from './support/process-memory';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const HOUR_MS = 3_600_000;
const NDJSON = 'application/x-ndjson';
const MESSAGES_PER_CONVERSATION = 1000;
const ALL_TIME = encodeURIComponent(
  'created_at >= "0001-01-01T00:00:00Z" AND created_at < "9999-12-31T00:00:00Z"',
);

// Two marks per message before marks were bounded: 2 million of them from 3 MB of gzip.
const messages = atScale(60_000, 1_000_000);
// Full size spreads over eight thousand years, so that no two messages share a day.
const spacingMs = atScale(7, 71) * HOUR_MS;

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

/** Conversations whose messages each lie in another hour, as lines. */
function lines(from: number, count: number): string {
  const start = Date.UTC(1000, 0);
  const conversations = Array.from({ length: Math.ceil(count / MESSAGES_PER_CONVERSATION) }, (_, index) => {
    const first = from + index * MESSAGES_PER_CONVERSATION;
    const length = Math.min(MESSAGES_PER_CONVERSATION, from + count - first);
    const times = Array.from({ length }, (_none, at) =>
      new Date(start + (first + at) * spacingMs).toISOString(),
    );
    return JSON.stringify({
      messages: times.map((created_at) => ({ role: 'user', content: '', created_at })),
    });
  });
  return `${conversations.join('\n')}\n`;
}

/** Milliseconds until `isReached`, at most `limitMs`. */
async function timeUntil(limitMs: number, isReached: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < limitMs) {
    if (await isReached()) break;
    await sleep(200);
  }
  return performance.now() - start;
}

const summary = (tenant: Tenant) =>
  service.send(tenant, 'GET', `/v1/analytics/agent-summary-stats?filter=${ALL_TIME}`);

it('rolls up a million changed hours of one tenant without delaying the others', async () => {
  const attacker = await service.createTenant('attacker');
  const neighbor = await service.createTenant('neighbor');
  const readGrowthMb = watchGrowth(service.stack.pids.worker);

  let bytes = 0;
  // In parts of 100,000 messages, which pass every default limit of an import.
  for (let from = 0; from < messages; from += 100_000) {
    const body = gzipSync(lines(from, Math.min(100_000, messages - from)));
    bytes += body.length;
    const { status, body: result } = await service.send(attacker, 'POST', '/v1/conversations', {
      body,
      headers: { 'content-type': NDJSON, 'content-encoding': 'gzip' },
    });
    expect([status, result.failed]).toEqual([201, 0]);
  }
  const storedAt = Date.now();
  // Blocking by the import itself is covered by item 9.
  const watch = await HealthWatch.start(service.url);
  const conversation = { messages: [{ role: 'user', content: 'Hello' }] };
  expect((await service.send(neighbor, 'POST', '/v1/conversations', { body: conversation })).status).toBe(
    201,
  );

  // Reads only how current the neighbor's rollups are, in a time without messages.
  const refreshed = async () => {
    const empty = encodeURIComponent(
      'created_at >= "0001-01-01T00:00:00Z" AND created_at < "0001-01-02T00:00:00Z"',
    );
    const { body } = await service.send(neighbor, 'GET', `/v1/analytics/agent-summary-stats?filter=${empty}`);
    return Date.parse(body.refreshed_through) > storedAt + 1000;
  };
  const allTime = timeUntil(180_000, async () => {
    const { status, headers, body } = await summary(attacker);
    if (status !== 200) {
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
      await sleep(Number(headers.get('retry-after')) * 1000);
      return false;
    }
    expect(body.message_count).toBe(messages);
    return true;
  });
  const [neighborMs, allTimeMs] = await Promise.all([timeUntil(180_000, refreshed), allTime]);
  const refreshedMs = await timeUntil(atScale(60_000, 300_000), async () => {
    const { body } = await summary(attacker);
    return Date.parse(body.refreshed_through) > storedAt;
  });
  const { maxGapMs } = await watch.stop();

  expectFigures('6', [
    { name: 'bytes imported', measured: bytes / 1e6, unit: 'MB', max: 5 },
    { name: 'until another workspace is refreshed', measured: neighborMs / 1000, unit: 's', max: 30 },
    { name: 'until a question over all time responds 200', measured: allTimeMs / 1000, unit: 's', max: 60 },
    { name: 'until every rollup of the import is made', measured: refreshedMs / 1000, unit: 's', max: 120 },
    {
      name: 'growth of the worker',
      measured: readGrowthMb(),
      unit: 'MB',
      max: 500,
    },
    { name: 'longest gap of /healthz', measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
  ]);
});
