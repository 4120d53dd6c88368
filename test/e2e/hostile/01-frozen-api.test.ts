import { request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { owner } from '../../support/owner';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { watchGrowth } from './support/process-memory';
import { ServiceUnderAttack } from './support/service-under-attack';

const MIB = 1024 * 1024;

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

interface Outcome {
  statuses: number[];
  maxGapMs: number;
  growthMb: number;
}

/**
 * Sends requests concurrently while the health of the api is watched; both are measured until the last
 * response.
 */
async function flood(count: number, send: (index: number) => Promise<{ status: number }>): Promise<Outcome> {
  const { api } = service.stack.pids;
  const readGrowthMb = watchGrowth(api);
  const watch = await HealthWatch.start(service.url);
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const { maxGapMs } = await watch.stop();
  return {
    statuses: [...new Set(responses.map(({ status }) => status))].sort(),
    maxGapMs,
    growthMb: readGrowthMb(),
  };
}

/** Begins a body of unknown length that never arrives, and resolves once its headers are sent. */
function openIdleBody(key: string): Promise<{ close(): void }> {
  const opened = request(`${service.url}/v1/workspaces`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    },
  });
  opened.on('error', () => undefined);
  opened.flushHeaders();
  return new Promise((resolve) =>
    opened.once('socket', (socket) =>
      socket.once('connect', () => resolve({ close: () => opened.destroy() })),
    ),
  );
}

// First, because a successful login must not follow hundreds of failed ones from its address.
it('responds to others while one user holds bodies open that never arrive', async () => {
  const keys = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const body = { name: `idle ${index}`, scope: 'user', expires_in_days: 1 };
      return (await service.stack.send('POST', '/v1/api-keys', { body })).body.key as string;
    }),
  );
  const tenant = await service.createTenant('beside idle bodies');
  const idle = await Promise.all(
    Array.from({ length: atScale(30, 200) }, (_, index) => openIdleBody(keys[index % keys.length] as string)),
  );

  const startedAt = performance.now();
  const responses = await Promise.all([
    service.send(null, 'POST', '/v1/auth/login', { body: { email: owner.email, password: owner.password } }),
    service.send(tenant, 'POST', '/v1/detect-hallucinations', {
      body: {
        messages: [
          { role: 'user', content: 'x'.repeat(3 * MIB) },
          { role: 'assistant', content: 'It ships on 3 May.' },
        ],
      },
    }),
  ]);
  const elapsedMs = performance.now() - startedAt;
  for (const body of idle) body.close();

  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expectFigures('1', [
    {
      name: `a login and a detection of 3 MiB next to ${idle.length} bodies that never arrive`,
      measured: elapsedMs,
      unit: 'ms',
      max: 5000,
    },
  ]);
});

it('responds to others while 400 compressed logins arrive without a credential', async () => {
  // 4 MiB of spaces, which JSON allows around a value.
  const bomb = brotliCompressSync(Buffer.alloc(4 * MIB, ' '));
  expect(bomb.length).toBeLessThan(32);

  const { statuses, maxGapMs, growthMb } = await flood(400, () =>
    service.send(null, 'POST', '/v1/auth/login', { body: bomb, headers: { 'content-encoding': 'br' } }),
  );

  expect(statuses).toEqual([415]);
  expectFigures('1', [
    {
      name: '400 logins of 20 brotli bytes: longest gap of /healthz',
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
    { name: '400 logins of 20 brotli bytes: growth of the api', measured: growthMb, unit: 'MB', max: 200 },
  ]);
});

it('responds to others while 400 guesses of a password arrive', async () => {
  const { statuses, maxGapMs, growthMb } = await flood(400, (index) =>
    service.send(null, 'POST', '/v1/auth/login', {
      body: { email: `stranger-${index}@example.test`, password: 'x'.repeat(1000) },
    }),
  );

  expect(statuses).toEqual([401, 429]);
  expectFigures('1', [
    {
      name: '400 guesses of a password: longest gap of /healthz',
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
    { name: '400 guesses of a password: growth of the api', measured: growthMb, unit: 'MB', max: 200 },
  ]);
});
