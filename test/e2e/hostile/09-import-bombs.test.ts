import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { endHeld, openImport } from './support/held-requests';
import { createTenantOfAnotherUser } from './support/person';
import { cpuSecondsOf, watchGrowth } from './support/process-memory';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

/** 24 kB of gzip are about 24 MB of text. */
const MEGABYTES = atScale(8, 24);
const WORKSPACES = 4;

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('importing');
});

afterAll(() => service.stop());

const gzip = { 'content-encoding': 'gzip' };
const send = (body: Uint8Array | string, headers: Record<string, string> = {}) =>
  service.send(tenant, 'POST', '/v1/conversations', { body, type: 'application/x-ndjson', headers });

const repeat = (line: string) => Buffer.from(line.repeat(Math.ceil((MEGABYTES * 1024 ** 2) / line.length)));

const bombs = {
  'lines that are no conversations': repeat('{}\n'),
  'lines that are no JSON': repeat('{"messages":[{\n'),
  'blank lines': repeat('\n'),
  'a line without an end': repeat(' '),
};

/** One line of 4 MiB without its end, as gzip that inflates to at most 90 times its size. */
function lineWithoutEnd(): Uint8Array {
  const noise = randomBytes(48 * 1024).toString('base64');
  const text = noise + ' '.repeat(4 * 1024 ** 2 - noise.length - 1);
  return gzipSync(text, { level: 9 }).subarray(0, -8);
}

/** The share of one core that a process uses for some milliseconds; the watch of `/healthz` uses some, too. */
async function cpuShareOf(pid: number, forMs: number): Promise<number> {
  const [startedAt, before] = [performance.now(), cpuSecondsOf(pid)];
  await new Promise((resolve) => setTimeout(resolve, forMs));
  return ((cpuSecondsOf(pid) - before) * 1000) / (performance.now() - startedAt);
}

it('ends bombs early, and imports of a client that has left', async () => {
  const { api } = service.stack.pids;
  const watch = await HealthWatch.start(service.url);
  const readGrowthMb = watchGrowth(api);
  const idleShare = await cpuShareOf(api, 1000);
  const cpuBefore = cpuSecondsOf(api);
  for (const [name, bomb] of Object.entries(bombs)) {
    const { status, body } = await send(gzipSync(bomb, { level: 9 }), gzip);
    expect([name, [413, 422].includes(status)]).toEqual([name, true]);
    expect(body.detail[0].ctx).toMatchObject({ imported: 0, skipped: 0 });
  }
  const bombCpu = cpuSecondsOf(api) - cpuBefore;

  const leaving = request(`${service.url}/v1/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/x-ndjson' },
  });
  leaving.on('error', () => undefined);
  const left = new Promise((resolve) => leaving.once('close', resolve));
  // Lines that the kernel has accepted for the client by then are imported: at most some megabytes.
  const lines = Array.from({ length: 5_000 }, (_, index) =>
    JSON.stringify({ external_id: `${index}`, messages: [{ role: 'user', content: `Question ${index}` }] }),
  );
  leaving.write(`${lines.join('\n')}\n`);
  await eventually(async () => {
    const { body } = await service.send(tenant, 'GET', '/v1/conversations?limit=1');
    return body.items.length > 0;
  });
  leaving.destroy();
  await left;
  const leftAt = performance.now();
  await eventually(async () => (await cpuShareOf(api, 500)) < idleShare + 0.25);
  const quietAfterMs = performance.now() - leftAt;

  const resumed = await send(lines.slice(0, 1000).join('\n'));
  const { maxGapMs } = await watch.stop();

  expect(resumed).toMatchObject({ status: 201, body: { failed: 0 } });
  expect(resumed.body.imported + resumed.body.skipped).toBe(1000);
  expect(resumed.body.skipped).toBeGreaterThan(0);
  expectFigures('9', [
    {
      name: `processor time of ${Object.keys(bombs).length} bombs of ${MEGABYTES} MB`,
      measured: bombCpu,
      unit: 's',
      max: 5,
    },
    { name: 'longest gap of /healthz', measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
    { name: 'growth of the api', measured: readGrowthMb(), unit: 'MB', max: 200 },
    { name: 'quiet after the client has left', measured: quietAfterMs, unit: 'ms', max: 5000 },
  ]);
});

it('bounds the memory of imports that are held open', async () => {
  const { api } = service.stack.pids;
  const tenants = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => service.createTenant(name)));
  const bytes = lineWithoutEnd();
  const readGrowthMb = watchGrowth(api);
  const watch = await HealthWatch.start(service.url);
  const count = atScale(100, 500);

  const opened = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openImport(service, tenants[index % tenants.length] as Tenant, bytes, { waitMs: 8000, headers: gzip }),
    ),
  );
  const running = opened.filter(({ status }) => status === null);
  const refused = opened.filter(({ status }) => status === 429);
  const growthMb = readGrowthMb();
  const { maxGapMs } = await watch.stop();
  for (const { close } of opened) close();
  const resumed = await eventually(async () => {
    const result = await send(JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }));
    return result.status === 429 ? null : result;
  });

  expect(running.length + refused.length).toBe(count);
  expect(resumed).toMatchObject({ status: 201, body: { imported: 1 } });
  expectFigures('9', [
    { name: `imports that run at once, of ${count}`, measured: running.length, max: 8, min: 2 },
    { name: `${count} imports held open: growth of the api`, measured: growthMb, unit: 'MB', max: 200 },
    {
      name: `${count} imports held open: longest gap of /healthz`,
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
  ]);
});

it('imports for another user while one holds imports in several workspaces', async () => {
  const [tenants, other] = [
    await Promise.all(
      Array.from({ length: WORKSPACES }, (_, index) => service.createTenant(`of one ${index}`)),
    ),
    await createTenantOfAnotherUser(service),
  ];
  // Two are the limit of a workspace.
  const opened = await Promise.all(
    [...tenants, ...tenants].map((one) => openImport(service, one, '\n', { waitMs: 1500 })),
  );
  const startedAt = performance.now();

  const { status } = await service.send(other, 'POST', '/v1/conversations', {
    body: JSON.stringify(makeConversation()),
    type: 'application/x-ndjson',
  });

  const besideMs = performance.now() - startedAt;
  endHeld('import', opened, { runningStatus: null, workspaces: WORKSPACES, besideMs });
  expect(status).toBe(201);
});
