import { randomBytes } from 'node:crypto';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { firstOf } from '../../support/first-of';
import { chatAttributes, exportOf, jsonSpan } from '../../support/otlp-spans';
import { isAlive } from '../../support/stack';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { childrenOf, memoryOf, watchGrowth } from './support/process-memory';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

/** Judging English takes about 0.4 s for each MiB. */
const CONVERSATION_MIB = atScale(9, 27);
const SPAN_MIB = 3;
const ITEMS = 20;
/** Below the 4 MiB of a request body, with its JSON. */
const DETECTION_MIB = 3.8;

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

const sentence = (index: number) =>
  `Order ${index} ships on ${1 + (index % 28)} May to customer ${(index * 7919) % 100_000} in Lyon. `;

function prose(mebibytes: number): string {
  const sentences: string[] = [];
  for (let length = 0, index = 0; length < mebibytes * 2 ** 20; index += 1) {
    sentences.push(sentence(index));
    length += sentence(index).length;
  }
  return sentences.join('');
}

/** Sends a conversation of many megabytes as an agent would: model call by model call. */
async function exportLong(tenant: Tenant, mebibytes: number): Promise<void> {
  const traceId = randomBytes(16).toString('hex');
  const text = prose(SPAN_MIB);
  for (let sent = 0; sent < mebibytes; sent += SPAN_MIB) {
    const isLast = sent + SPAN_MIB >= mebibytes;
    const span = jsonSpan(
      { traceId, spanId: randomBytes(8).toString('hex'), startMs: Date.now() - 60_000 + sent * 1000 },
      {
        ...chatAttributes(
          [['user', `${sent}: ${text}`]],
          isLast ? 'Order 7 ships on 8 June to Paris.' : null,
        ),
        'gen_ai.conversation.id': 'long',
      },
    );
    const { status } = await service.send(tenant, 'POST', '/v1/traces', { body: exportOf(span) });
    expect(status).toBe(200);
  }
}

const find = <const Path extends string>(tenant: Tenant, path: Path) =>
  service.send(tenant, 'GET', path).then(({ body }) => body);

async function createExperiment(tenant: Tenant, conversationIds: string[], choice: object): Promise<string> {
  const { status, body } = await service.send(tenant, 'POST', '/v1/experiments', {
    body: { name: 'attack', conversation_ids: conversationIds, concurrency: ITEMS, ...choice },
  });
  expect(status).toBe(201);
  return body.id;
}

/** The peak memory of the process that the worker started to judge a long conversation. */
let judgingPeakMb = 0;

function noteMemory(): void {
  for (const pid of childrenOf(service.stack.pids.worker)) {
    try {
      judgingPeakMb = Math.max(judgingPeakMb, memoryOf(pid).peakMb);
    } catch {
      // It has exited in between.
    }
  }
}

async function completed(tenant: Tenant, experimentId: string) {
  const ended = await eventually(
    async () => {
      noteMemory();
      const experiment = await find(tenant, `/v1/experiments/${experimentId}`);
      return ['pending', 'running'].includes(experiment.status) ? null : experiment;
    },
    atScale(60_000, 300_000),
  );
  expect(ended.status_summary.completed).toBe(ended.status_summary.total);
  expect(ended.metrics.no_verdict_count).toBe(0);
}

it('judges a long conversation without repeating the calls of others', async () => {
  const [attacker, other] = [await service.createTenant('attacker'), await service.createTenant('other')];
  await exportLong(attacker, CONVERSATION_MIB);
  const long = firstOf((await find(attacker, '/v1/conversations')).items).id;
  const short = await Promise.all(
    Array.from({ length: ITEMS }, async (_, index) => {
      const body = makeConversation({ external_id: `short-${index}` });
      return (await service.send(other, 'POST', '/v1/conversations', { body })).body.id;
    }),
  );
  service.models.on('scripted', {
    kind: 'slow',
    ms: 1_000,
    next: { kind: 'text', text: 'It ships on 3 May.' },
  });
  const readGrowthMb = watchGrowth(service.stack.pids.worker);
  const watch = await HealthWatch.start(service.url);

  const passThrough = await createExperiment(attacker, [long], { model: 'pass-through', pass_through: true });
  const begun = async () =>
    (await find(attacker, `/v1/experiments/${passThrough}`)).status_summary.evaluating > 0;
  await eventually(begun);
  const experiment = await createExperiment(other, short, { model: 'openai/scripted' });
  await completed(other, experiment);
  const isLongOpen = await begun();
  await completed(attacker, passThrough);
  const { maxGapMs } = await watch.stop();

  const { items } = await find(other, `/v1/experiments/${experiment}/items?limit=100`);
  const attempts = items.map((item) => item.attempts);
  expectFigures('4', [
    {
      name: 'provider calls for 20 items next to a long conversation',
      measured: service.models.requestsFor('scripted').length,
      unit: 'calls',
      max: ITEMS,
      min: ITEMS,
    },
    { name: 'attempts of the item that took most', measured: Math.max(...attempts), max: 1 },
    {
      name: 'the 20 items were completed before the long conversation was judged',
      measured: Number(isLongOpen),
      min: 1,
    },
    {
      name: 'longest gap of /healthz while the worker judges',
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
    {
      name: 'growth of the worker',
      measured: readGrowthMb(),
      unit: 'MB',
      max: 600,
    },
    // Its heap of 1.5 GiB, plus the conversation that is copied to it.
    { name: 'memory of the process that judges', measured: judgingPeakMb, unit: 'MB', max: 1_900, min: 100 },
  ]);
});

it('responds to others while it judges a conversation of the size of a body', async () => {
  const tenant = await service.createTenant('detecting');
  const messages = [
    { role: 'user', content: prose(DETECTION_MIB) },
    { role: 'assistant', content: 'Order 7 ships on 8 June to Paris.' },
  ];
  const readGrowthMb = watchGrowth(service.stack.pids.api);
  const watch = await HealthWatch.start(service.url);

  const { status, body } = await service.send(tenant, 'POST', '/v1/detect-hallucinations', {
    body: { messages },
  });

  const { maxGapMs } = await watch.stop();
  expect({ status, findings: body.annotations?.length }).toEqual({ status: 200, findings: 2 });
  expectFigures('4', [
    {
      name: 'longest gap of /healthz while the api judges 4 MiB',
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
    {
      name: 'growth of the api',
      measured: readGrowthMb(),
      unit: 'MB',
      max: 300,
    },
  ]);
});

it('judges for another tenant while one has a full queue of detections', async () => {
  const [greedy, other] = [await service.createTenant('greedy'), await service.createTenant('short')];
  const detect = (tenant: Tenant, content: string) =>
    service.send(tenant, 'POST', '/v1/detect-hallucinations', {
      body: {
        messages: [
          { role: 'user', content },
          { role: 'assistant', content: 'Order 7 ships on 8 June to Paris.' },
        ],
        store_conversation: false,
      },
    });
  await detect(other, prose(0.01));
  const content = prose(0.4);
  let ended = 0;
  const flood = Array.from({ length: atScale(60, 300) }, () =>
    detect(greedy, content).then(({ status }) => {
      ended += 1;
      return status;
    }),
  );
  await eventually(async () => ended > 0);

  const startedAt = performance.now();
  const { status } = await detect(other, prose(0.01));
  const elapsedMs = performance.now() - startedAt;
  const endedBefore = ended;
  const statuses = new Set(await Promise.all(flood));

  expect(status).toBe(200);
  expect([...statuses].filter((each) => ![200, 503].includes(each))).toEqual([]);
  expectFigures('4', [
    {
      name: `a short detection next to ${flood.length} of another tenant`,
      measured: elapsedMs,
      unit: 'ms',
      max: 4000,
    },
    {
      name: 'detections of the other tenant that ended before it',
      measured: endedBefore,
      max: flood.length / 2,
    },
  ]);
});

it('stops within 30 s while a long conversation is judged', async () => {
  const tenant = await service.createTenant('stopping');
  await exportLong(tenant, CONVERSATION_MIB);
  const conversation = firstOf((await find(tenant, '/v1/conversations')).items).id;
  await createExperiment(tenant, [conversation], { model: 'pass-through', pass_through: true });
  const { pids } = service.stack;
  await eventually(async () => childrenOf(pids.worker).length > 0);
  const judging = childrenOf(pids.worker);
  const startedAt = performance.now();

  const exitCode = await service.stack.stop();

  expect({ exitCode, alive: [...judging, pids.api, pids.worker].filter(isAlive) }).toEqual({
    exitCode: 0,
    alive: [],
  });
  expectFigures('4', [
    {
      name: 'time to stop while a long conversation is judged',
      measured: (performance.now() - startedAt) / 1000,
      unit: 's',
      max: 30,
    },
  ]);
});
