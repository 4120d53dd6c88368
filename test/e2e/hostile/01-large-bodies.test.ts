import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials } from '@grpc/grpc-js';
import { freePort } from '../../../packages/engines';
import { callExport, spellingsOf, stallExport } from '../../support/otlp-grpc';
import { atScale, expectFigures, isFullScale, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const MIB = 1024 * 1024;
/** The maximum number of values in a body; CI sends half of it and of the other sizes. */
const VALUES = 149_000;
const SCALE = atScale(0.5, 1);
const STALLED_CALLS = atScale(8, 64);

let service: ServiceUnderAttack;
let tenant: Tenant;
let grpcPort: number;

beforeAll(async () => {
  grpcPort = await freePort();
  service = await ServiceUnderAttack.start({ OTLP_GRPC_PORT: String(grpcPort) });
  tenant = await service.createTenant('large');
});

afterAll(() => service.stop());

const repeat = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: Math.floor(count * SCALE) }, (_, index) => make(index));
const keys = (count: number, prefix: string) =>
  Object.fromEntries(repeat(count, (index) => [prefix + index, 0]));
const emptyParts = repeat(VALUES / 3 - 2_000, () => ({ type: 'text', text: '' }));

const detect = '/v1/detect-hallucinations';
const conversation = (content: unknown, others: object = {}) => ({
  messages: [
    { role: 'user', content },
    { role: 'assistant', content: 'It opened in 1887.' },
  ],
  ...others,
});

const ids = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), startTimeUnixNano: '1700000000000000000' };
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const spans = (list: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] });
const chatSpan = (attributes: unknown[], others: object = {}) =>
  spans([{ ...ids, attributes: [attribute('gen_ai.operation.name', 'chat'), ...attributes], ...others }]);
const inputs = (messages: unknown[]) => [attribute('gen_ai.input.messages', JSON.stringify(messages))];
const userMessage = (parts: unknown[]) => ({ role: 'user', parts });
const textPart = { type: 'text', content: 'x' };
const messageEvent = { name: 'gen_ai.user.message', attributes: [attribute('content', 'x')] };

const bodies: [name: string, path: string, body: unknown][] = [
  ['a detection with empty parts', detect, conversation(emptyParts)],
  [
    'a detection with other values',
    detect,
    conversation('', { generation_info: { list: repeat(VALUES, () => 0) } }),
  ],
  ['a detection with wrong parts', detect, conversation(repeat(140_000, () => 0))],
  ['a detection with parts without text', detect, conversation(repeat(70_000, () => ({ type: 'text' })))],
  ['a detection with odd keys', detect, conversation('', { generation_info: keys(9_000, '$') })],
  ['a detection with too many keys', detect, conversation('', { generation_info: keys(VALUES, 'k') })],
  ['a stored conversation with empty parts', '/v1/conversations', conversation(emptyParts)],
  [
    'an experiment with unknown settings',
    '/v1/experiments',
    { name: 'x', model: 'gpt-4o', conversation_ids: [], reasoning_config: keys(9_000, 'k') },
  ],
  ['empty spans', '/v1/traces', spans(repeat(240_000, () => ({})))],
  ['a span with attributes', '/v1/traces', chatSpan(repeat(19_999, () => attribute('a', '')))],
  ['a span with message events', '/v1/traces', chatSpan([], { events: repeat(30_000, () => messageEvent) })],
  [
    'a span with too many messages',
    '/v1/traces',
    chatSpan(inputs(repeat(48_000, () => userMessage([textPart])))),
  ],
  [
    'a span with messages of three parts',
    '/v1/traces',
    chatSpan(inputs(repeat(5_000, () => userMessage([textPart, textPart, textPart])))),
  ],
  ['a message with parts', '/v1/traces', chatSpan(inputs([userMessage(repeat(24_000, () => textPart))]))],
  ['a span with numbers for messages', '/v1/traces', chatSpan(inputs(repeat(1_900_000, () => 0)))],
  ['empty resources in protobuf', '/v1/traces', Buffer.alloc(4 * MIB - 2, Buffer.from([0x0a, 0x00]))],
];

it.each(bodies)('responds to others during %s', async (name, path, body) => {
  const isProtobuf = Buffer.isBuffer(body);
  const bytes = isProtobuf ? body : Buffer.from(JSON.stringify(body));
  expect(bytes.length).toBeLessThanOrEqual(4 * MIB);
  const watch = await HealthWatch.start(service.url);

  const { status } = await service.send(tenant, 'POST', path, {
    type: isProtobuf ? 'application/x-protobuf' : 'application/json',
    body: bytes,
  });

  const { maxGapMs } = await watch.stop();
  expect([200, 201, 400, 422]).toContain(status);
  expectFigures('1', [
    { name: `${name}: longest gap of /healthz`, measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
  ]);
});

it('exports over gRPC next to stalled calls of another workspace', async () => {
  const other = await service.createTenant('exporting');
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
  const spellings = spellingsOf(tenant.key);
  const stalled = await Promise.all(
    Array.from({ length: STALLED_CALLS }, (_, index) =>
      stallExport(grpcPort, { authorization: spellings[index % spellings.length] as string }),
    ),
  );
  const startedAt = performance.now();

  const authorization = `Bearer ${other.key}`;
  const { error } = await callExport(client, 'trace', Buffer.alloc(0), { authorization });

  const besideMs = performance.now() - startedAt;
  client.close();
  for (const stream of stalled) stream.close();
  expect(error).toBeNull();
  expectFigures('25', [
    {
      name: `an export over gRPC next to ${STALLED_CALLS} stalled ones of another workspace`,
      measured: besideMs,
      unit: 'ms',
      max: 5000,
    },
  ]);
});

// It lasts for the whole time of a stop; test/e2e/otlp.test.ts has a shorter one.
if (isFullScale) {
  it('stops within 30 s next to an export over gRPC that arrives slowly', async () => {
    const stream = await stallExport(grpcPort, { authorization: `Bearer ${tenant.key}` }, MIB);
    // As few bytes as are accepted.
    const timer = setInterval(() => stream.write(Buffer.alloc(5 * 1024)), 500);
    stream.once('close', () => clearInterval(timer));
    await sleep(500);
    const startedAt = performance.now();

    expect(await service.stack.stop()).toBe(0);

    const stopS = (performance.now() - startedAt) / 1000;
    expectFigures('25', [
      { name: 'time to stop next to an export that arrives slowly', measured: stopS, unit: 's', max: 30 },
    ]);
  });
}
