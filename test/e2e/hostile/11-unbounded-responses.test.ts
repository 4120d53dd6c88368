import { firstOf } from '../../support/first-of';
import { atScale, expectFigures, isFullScale, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { endHeld, openUnread } from './support/held-requests';
import { exportLongReply } from './support/long-reply';
import { createTenantOfAnotherUser } from './support/person';
import { watchGrowth } from './support/process-memory';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const MIB = 1024 * 1024;
/** Control characters, of which JSON makes six times as much. */
const LONG_REPLY = '\u0001'.repeat(1.9 * MIB);

let service: ServiceUnderAttack;
let tenant: Tenant;
let conversationId: string;

/** Stores messages of megabytes by a few kilobytes each. */
beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('long messages');
  for (let index = 0; index < 25; index += 1) {
    await exportLongReply(service, tenant, `long ${index}`, LONG_REPLY);
  }
  const { body } = await service.send(tenant, 'GET', '/v1/conversations?limit=1');
  conversationId = firstOf(body.items).id;
});

afterAll(() => service.stop());

const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body)) / MIB;

it('cuts a page of messages and of a conversation, and reads a message whole', async () => {
  const messages = await service.send(tenant, 'GET', '/v1/messages?limit=100');
  const conversation = await service.send(tenant, 'GET', `/v1/conversations/${conversationId}`);
  const message = firstOf(conversation.body.messages);
  const whole = await service.send(tenant, 'GET', `/v1/messages/${message.id}`);

  expect([messages.status, conversation.status, whole.status]).toEqual([200, 200, 200]);
  const [part, listed] = [firstOf(whole.body.parts), firstOf(message.parts)];
  if (part.type !== 'text' || listed.type !== 'text') throw new Error('a part is not text');
  expect(message).toMatchObject({ truncated: true, total_parts: 1 });
  expect(part.content.length).toBe(listed.total_chars);
  expectFigures('11', [
    { name: 'a page of GET /v1/messages', measured: sizeOf(messages.body), unit: 'MiB', max: 8 },
    {
      name: 'a page of GET /v1/conversations/{id}',
      measured: sizeOf(conversation.body),
      unit: 'MiB',
      max: 8,
    },
  ]);
});

const openExport = () => openUnread(service, tenant, '/v1/conversations/export');

it('refuses exports beyond the limit and cuts those that are not read', async () => {
  const { api } = service.stack.pids;
  const readGrowthMb = watchGrowth(api);
  const opened = await Promise.all(Array.from({ length: 8 }, openExport));
  const running = opened.filter(({ status }) => status === 200);
  const refused = opened.filter(({ status }) => status === 429);
  const openedAt = Date.now();
  const growthMb = readGrowthMb();

  // Only the full size waits for a whole minute.
  let cutAfterMs = 0;
  if (isFullScale) {
    for (const { socket } of running) socket.once('error', () => undefined);
    await untilCut();
    cutAfterMs = Date.now() - openedAt;
  }
  for (const { close } of opened) close();

  expect(running.length + refused.length).toBe(8);
  expectFigures('11', [
    { name: 'exports of one workspace at once, of 8', measured: running.length, max: 2, min: 1 },
    { name: '8 stalled exports: growth of the api', measured: growthMb, unit: 'MB', max: 200 },
    ...(isFullScale
      ? [{ name: 'a stalled export is cut after', measured: cutAfterMs / 1000, unit: 's', max: 75 }]
      : []),
  ]);
});

/**
 * Resolves when the service accepts another export of the workspace, because the stalled ones were closed.
 */
async function untilCut(): Promise<void> {
  for (;;) {
    const { status, close } = await openExport();
    close();
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

it('exports for another user while one reads none of the exports of several workspaces', async () => {
  const tenants = [tenant];
  while (tenants.length < 4) {
    const another = await service.createTenant(`of the same user ${tenants.length}`);
    for (const index of [0, 1]) await exportLongReply(service, another, `long ${index}`, LONG_REPLY);
    tenants.push(another);
  }
  const other = await createTenantOfAnotherUser(service);
  // Two are the limit of a workspace.
  const opened = await Promise.all(
    [...tenants, ...tenants].map((one) => openUnread(service, one, '/v1/conversations/export')),
  );
  const startedAt = performance.now();

  const { status } = await service.send(other, 'GET', '/v1/conversations/export');

  const besideMs = performance.now() - startedAt;
  endHeld('export', opened, { runningStatus: 200, workspaces: tenants.length, besideMs });
  expect(status).toBe(200);
});

it('refuses pages beyond the memory for responses, and those of other workspaces are sent', async () => {
  const { api } = service.stack.pids;
  const other = await service.createTenant('beside unread pages');
  const readGrowthMb = watchGrowth(api);
  const count = atScale(60, 250);

  const opened = await Promise.all(
    Array.from({ length: count }, () => openUnread(service, tenant, '/v1/messages?limit=100')),
  );
  const growthMb = readGrowthMb();
  const startedAt = performance.now();
  const beside = await service.send(other, 'GET', '/v1/messages?limit=100');
  const besideMs = performance.now() - startedAt;
  for (const { close } of opened) close();
  const again = await service.send(tenant, 'GET', '/v1/messages?limit=100');

  expect(opened.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect([beside.status, again.status]).toEqual([200, 200]);
  expectFigures('11', [
    {
      name: `${count} unread pages of messages: growth of the api`,
      measured: growthMb,
      unit: 'MB',
      max: 300,
    },
    {
      name: `a page of another workspace next to ${count} unread ones`,
      measured: besideMs,
      unit: 'ms',
      max: 2000,
    },
  ]);
});

it('reads nothing for HEAD', async () => {
  const { api } = service.stack.pids;
  const readGrowthMb = watchGrowth(api);
  const watch = await HealthWatch.start(service.url);
  const paths = ['/v1/conversations/export', '/v1/messages?limit=100', `/v1/conversations/${conversationId}`];
  const startedAt = Date.now();
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => service.send(tenant, 'HEAD', paths[index % 3] as string)),
  );
  const elapsedMs = Date.now() - startedAt;
  const { maxGapMs } = await watch.stop();

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expectFigures('11', [
    {
      name: '60 HEAD requests of long lists: growth of the api',
      measured: readGrowthMb(),
      unit: 'MB',
      max: 50,
    },
    {
      name: '60 HEAD requests of long lists: longest gap of /healthz',
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
    {
      name: '60 HEAD requests of long lists: all responded after',
      measured: elapsedMs,
      unit: 'ms',
      max: 5000,
    },
  ]);
});
