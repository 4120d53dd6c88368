import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { traceSignal } from '../../../packages/formats';
import { firstOf } from '../../support/first-of';
import { atScale, expectFigures, isFullScale, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { memoryOf } from './support/process-memory';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const MIB = 1024 * 1024;

let service: ServiceUnderAttack;
let tenant: Tenant;
let conversationId: string;

const text = (stringValue: string) => ({ stringValue });
const list = (...values: unknown[]) => ({ arrayValue: { values } });
const fields = (entries: Record<string, unknown>) => ({
  kvlistValue: { values: Object.entries(entries).map(([key, value]) => ({ key, value })) },
});

/** One span with a text as reply, in protobuf, which does not escape control characters. */
function exportOf(index: number, content: string): Uint8Array {
  const reply = fields({
    role: text('assistant'),
    parts: list(fields({ type: text('text'), content: text(content) })),
  });
  const attributes = {
    'gen_ai.operation.name': text('chat'),
    'gen_ai.conversation.id': text(`long ${index}`),
    'gen_ai.output.messages': list(reply),
  };
  const span = {
    traceId: randomBytes(16),
    spanId: randomBytes(8),
    name: 'chat',
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000500000000',
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  };
  const { request } = traceSignal;
  return request
    .encode(request.fromObject({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }))
    .finish();
}

/** Stores messages of megabytes of control characters, of which JSON makes six times as much, by a few kilobytes each. */
beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('long messages');
  const content = '\u0001'.repeat(1.9 * MIB);
  for (let index = 0; index < 25; index += 1) {
    const { status, body } = await service.send(tenant, 'POST', '/v1/traces', {
      body: gzipSync(exportOf(index, content)),
      headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
    });
    expect([status, body]).toEqual([200, '']);
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

/** Requests a resource and reads only the head of the response. */
async function openUnread(path: string): Promise<{ status: number; socket: Socket }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = [`GET ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${tenant.key}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(String(socket.read(12)))?.[1]);
  return { status, socket };
}

const openExport = () => openUnread('/v1/conversations/export');

it('refuses exports beyond the limit and cuts those that are not read', async () => {
  const { api } = service.stack.pids;
  const before = memoryOf(api).residentMb;
  const opened = await Promise.all(Array.from({ length: 8 }, openExport));
  const running = opened.filter(({ status }) => status === 200);
  const refused = opened.filter(({ status }) => status === 429);
  const openedAt = Date.now();
  const growthMb = memoryOf(api).peakMb - before;

  // Only the full size waits for a whole minute.
  let cutAfterMs = 0;
  if (isFullScale) {
    for (const { socket } of running) socket.once('error', () => undefined);
    await untilCut();
    cutAfterMs = Date.now() - openedAt;
  }
  for (const { socket } of opened) socket.destroy();

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
    const { status, socket } = await openExport();
    socket.destroy();
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

it('refuses pages beyond the memory for responses, and those of other workspaces are sent', async () => {
  const { api } = service.stack.pids;
  const other = await service.createTenant('beside unread pages');
  const before = memoryOf(api).residentMb;
  const count = atScale(60, 250);

  const opened = await Promise.all(Array.from({ length: count }, () => openUnread('/v1/messages?limit=100')));
  const growthMb = memoryOf(api).peakMb - before;
  const startedAt = performance.now();
  const beside = await service.send(other, 'GET', '/v1/messages?limit=100');
  const besideMs = performance.now() - startedAt;
  for (const { socket } of opened) socket.destroy();
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
  const before = memoryOf(api).peakMb;
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
      name: '60 HEAD requests of long lists: growth of the peak',
      measured: memoryOf(api).peakMb - before,
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
