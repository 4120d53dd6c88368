import { randomBytes } from 'node:crypto';
import { eventually } from '../../support/eventually';
import { chatAttributes, exportOf, jsonSpan } from '../../support/otlp-spans';
import { atScale, expectFigures, isFullScale } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const MIB = 1024 * 1024;
const START_MS = Date.UTC(2026, 2, 1);
// One export must fit into a request.
const SPAN_MIB = 1;
const [smallMib, largeMib] = [1, atScale(12, 30)];
const tinySpans = atScale(15, 40);
const fewReplies = atScale(200, 800);
const REPLIES = 2000;
/** Online evaluation begins five seconds after the last reply; Temporal polls take some time too. */
const EVALUATION_TIMEOUT_MS = 240_000;

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

async function send(tenant: Tenant, conversation: string, turn: number, text: string): Promise<void> {
  const attributes = {
    ...chatAttributes([['user', `question ${turn}`]], text),
    'gen_ai.conversation.id': conversation,
  };
  const ids = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  const body = exportOf(jsonSpan({ ...ids, startMs: START_MS + turn * 1000 }, attributes));
  const { status, body: response } = await service.send(tenant, 'POST', '/v1/traces', { body });
  expect([status, response.partialSuccess?.rejectedSpans ?? 0]).toEqual([200, 0]);
}

async function fill(tenant: Tenant, mib: number): Promise<void> {
  for (let turn = 0; turn < mib / SPAN_MIB; turn += 1) {
    const text = randomBytes((SPAN_MIB * MIB * 3) / 4 - 1000).toString('base64');
    await send(tenant, `${mib} MiB`, turn, text);
  }
  await send(tenant, `${mib} MiB`, 100, 'first');
}

const medianOf = (times: number[]) =>
  times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Infinity;

it('takes in a tiny span at the same cost, however large its conversation is', async () => {
  const tenant = await service.createTenant('tracing');
  for (const mib of [smallMib, largeMib]) await fill(tenant, mib);

  const small: number[] = [];
  const large: number[] = [];
  // Alternating, so that other load affects both.
  for (let span = 0; span < tinySpans; span += 1) {
    for (const [mib, times] of [[smallMib, small] as const, [largeMib, large] as const]) {
      const start = performance.now();
      await send(tenant, `${mib} MiB`, 101 + span, `tiny ${span}`);
      times.push(performance.now() - start);
    }
  }

  const [smallMs, largeMs] = [medianOf(small), medianOf(large)];
  expectFigures('18', [
    { name: `median of a tiny span into ${largeMib} MiB`, measured: largeMs, unit: 'ms', max: 250 },
    { name: `median into ${largeMib} MiB ÷ into ${smallMib} MiB`, measured: largeMs / smallMs, max: 2 },
  ]);
});

type Turns = [role: string, content: string][];

const turn = (index: number): Turns => [
  [
    'user',
    `The ${index % 2 === 0 ? 'blue lamp' : 'walnut chair'} of order ${1000 + index} costs $${index}.50 and weighs ` +
      `${1 + (index % 9)} kg. When is it in Berlin?`,
  ],
  ['tool', JSON.stringify({ order: 1000 + index, carrier: 'DHL', eta: `2026-04-${10 + (index % 19)}` })],
  [
    'assistant',
    `Order ${1000 + index} arrives in Berlin on ${10 + (index % 19)} April 2026 with DHL. It weighs ${1 + (index % 7)} kg.`,
  ],
];

const turnsOf = (replies: number): Turns => Array.from({ length: replies }, (_, index) => turn(index)).flat();

/** Milliseconds from storing a conversation until the last of its replies is evaluated online. */
async function timeEvaluation(turns: Turns): Promise<number> {
  const replies = turns.filter(([role]) => role === 'assistant').length;
  const tenant = await service.createTenant(`${replies} replies`);
  const enabled = { online_evaluation: { enabled: true, sample_rate: 1 } };
  const patched = await service.stack.send('PATCH', `/v1/workspaces/${tenant.workspaceId}`, {
    body: enabled,
  });
  expect(patched.status).toBe(200);
  const attributes = chatAttributes(turns.slice(0, -1), turns.at(-1)?.[1] ?? '');
  const ids = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  const body = exportOf(jsonSpan({ ...ids, startMs: START_MS }, attributes));
  const { status } = await service.send(tenant, 'POST', '/v1/traces', { body });
  expect(status).toBe(200);
  const storedAt = Date.now();
  // Only the last reply comes from a known model.
  const last = `/v1/messages?filter=${encodeURIComponent('model = m AND issue_count >= 0')}` as const;
  let evaluatedAt = Number.POSITIVE_INFINITY;
  await eventually(async () => {
    const { body: found } = await service.send(tenant, 'GET', last);
    evaluatedAt = Date.parse(found.items[0]?.verdicts[0]?.created_at ?? '');
    return !Number.isNaN(evaluatedAt);
  }, EVALUATION_TIMEOUT_MS);
  expect(await countEvaluated(tenant)).toBe(replies);
  return evaluatedAt - storedAt;
}

async function countEvaluated(tenant: Tenant): Promise<number> {
  const filter = encodeURIComponent('role = assistant AND issue_count >= 0');
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body } = await service.send(tenant, 'GET', `/v1/messages?limit=100&filter=${filter}${page}`);
    count += body.items.length;
    cursor = body.next_page_cursor;
  } while (cursor !== null);
  return count;
}

it('evaluates the replies of a conversation in time that grows with their number', async () => {
  await timeEvaluation(turnsOf(fewReplies)); // warms up the code of evaluations
  const waitMs = await timeEvaluation(turnsOf(1));
  const fewMs = (await timeEvaluation(turnsOf(fewReplies))) - waitMs;
  const manyMs = (await timeEvaluation(turnsOf(2 * fewReplies))) - waitMs;

  expectFigures('18', [
    { name: `online evaluation of ${2 * fewReplies} replies`, measured: manyMs, unit: 'ms' },
    {
      name: `${2 * fewReplies} replies ÷ ${fewReplies} replies`,
      measured: manyMs / fewMs,
      max: atScale(3, 2.6),
    },
  ]);
});

// CI does it with fewer, and without a service: packages/detector/test/refusals-time.test.ts.
if (isFullScale) {
  it('reads a long request once for all refusals of it', async () => {
    const request = 'The refund period covers annual plans. '.repeat(13_000);
    const question: Turns = [['user', `${request} What is the refund period for annual plans?`]];
    const timeOf = (reply: string) =>
      timeEvaluation([
        ...question,
        ...Array.from({ length: REPLIES }, (): Turns[number] => ['assistant', reply]),
      ]);

    const othersMs = await timeOf('Let me look that up.');
    const refusalsMs = await timeOf("I'm sorry, but I don't know.");

    const name = `online evaluation of ${REPLIES} refusals of a request of 0.5 MB`;
    expectFigures('22', [
      { name, measured: refusalsMs, unit: 'ms' },
      { name: `${name} ÷ that of other replies`, measured: refusalsMs / othersMs, max: 2 },
    ]);
  });
}
