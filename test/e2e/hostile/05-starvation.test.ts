import { setTimeout as sleep } from 'node:timers/promises';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { ModelServer } from '../../support/model-server';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

/** Of each of the hostile tenant's two experiments. */
const ITEMS = atScale(200, 1000);
const REPLY_MS = 300;
/** After this time an item counts as never started. */
const MAX_WAIT_MS = 60_000;
/** After this time the shares are those of the workers that run. */
const MAX_SHARE_MS = 5000;

const silent = new ModelServer();
const prompt = new ModelServer();
const shared = new ModelServer();
let service: ServiceUnderAttack;
let hostile: Tenant;
let other: Tenant;
let hostileConversations: string[];
let otherConversations: string[];

beforeAll(async () => {
  await Promise.all([silent, prompt, shared].map((server) => server.start()));
  silent.otherwise({ kind: 'never' });
  const reply = {
    kind: 'slow',
    ms: REPLY_MS,
    next: { kind: 'text', text: 'It was opened in 1887.' },
  } as const;
  prompt.otherwise(reply);
  shared.otherwise(reply);
  service = await ServiceUnderAttack.start({
    MODEL_PROVIDERS: JSON.stringify([
      { name: 'silent', base_url: silent.baseUrl },
      { name: 'prompt', base_url: prompt.baseUrl },
      { name: 'shared', base_url: shared.baseUrl },
    ]),
  });
  hostile = await service.createTenant('hostile');
  other = await service.createTenant('other');
  hostileConversations = await importConversations(hostile, ITEMS);
  otherConversations = await importConversations(other, 20);
});

afterAll(async () => {
  await service?.stop();
  await Promise.all([silent, prompt, shared].map((server) => server.stop()));
});

async function importConversations(tenant: Tenant, count: number): Promise<string[]> {
  const lines = Array.from({ length: count }, () => JSON.stringify(makeConversation()));
  const { status, body } = await service.send(tenant, 'POST', '/v1/conversations', {
    body: lines.join('\n'),
    type: 'application/x-ndjson',
  });
  expect(status).toBe(201);
  return body.conversation_ids;
}

async function createExperiment(
  tenant: Tenant,
  conversation_ids: string[],
  request: Record<string, unknown>,
): Promise<string> {
  const { status, body } = await service.send(tenant, 'POST', '/v1/experiments', {
    body: { name: 'Attack', model: 'pass-through', conversation_ids, ...request },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

/** Two experiments that use their whole concurrency. */
async function fillWith(model: string): Promise<string[]> {
  const fill = () => createExperiment(hostile, hostileConversations, { model, concurrency: 200 });
  return [await fill(), await fill()];
}

async function cancelAll(ids: string[]): Promise<void> {
  for (const id of ids) await service.send(hostile, 'POST', `/v1/experiments/${id}/cancel`);
  for (const id of ids) await eventually(async () => (await summaryOf(hostile, id)).isOver, MAX_WAIT_MS);
}

async function summaryOf(tenant: Tenant, id: string) {
  const { body } = await service.send(tenant, 'GET', `/v1/experiments/${id}`);
  return { ...body.status_summary, isOver: body.completed_at !== null };
}

/** Milliseconds until an experiment of the other tenant has ended, at most `MAX_WAIT_MS`. */
async function timeOf(request: Record<string, unknown>, count: number): Promise<number> {
  const startedAt = performance.now();
  const id = await createExperiment(other, otherConversations.slice(0, count), request);
  const elapsed = () => performance.now() - startedAt;
  while (elapsed() < MAX_WAIT_MS && !(await summaryOf(other, id)).isOver) await sleep(20);
  return Math.round(elapsed());
}

const generated = (provider: string) => ({ model: `${provider}/writer`, concurrency: 20 });
const passedThrough = { pass_through: true, concurrency: 20 };

const ratio = (measured: number, ofAlone: number) => Math.round((100 * measured) / ofAlone) / 100;

it('starts the work of another tenant immediately, however much one tenant has in flight', async () => {
  await timeOf(generated('prompt'), 20); // the first one also loads code
  await timeOf(passedThrough, 20);
  const alone = {
    generated: await timeOf(generated('prompt'), 20),
    passedThrough: await timeOf(passedThrough, 20),
    shared: await timeOf(generated('shared'), 20),
  };

  const hanging = await fillWith('silent/writer');
  await eventually(async () => silent.requests.length >= 16);
  const single = {
    generated: await timeOf(generated('prompt'), 1),
    passedThrough: await timeOf(passedThrough, 1),
  };
  const beside = {
    generated: await timeOf(generated('prompt'), 20),
    passedThrough: await timeOf(passedThrough, 20),
  };
  await cancelAll(hanging);

  const competing = await fillWith('shared/writer');
  await eventually(async () => shared.requests.length >= 100);
  const sharedMs = await timeOf(generated('shared'), 20);
  await cancelAll(competing);

  expectFigures('5', [
    { name: "end of another tenant's single item", measured: single.generated, unit: 'ms', max: 5000 },
    { name: 'the same, replies passed through', measured: single.passedThrough, unit: 'ms', max: 5000 },
    {
      name: "another tenant's 20 items, as a multiple of their time alone",
      measured: ratio(beside.generated, alone.generated),
      max: 2,
    },
    {
      name: 'the same, replies passed through',
      measured: ratio(beside.passedThrough, alone.passedThrough),
      max: 2,
    },
    {
      name: 'the same at a provider that the hostile tenant saturates',
      measured: ratio(sharedMs, alone.shared),
      max: 4,
    },
  ]);
});

it('starts it after a worker was killed too, which no longer counts', async () => {
  const aloneMs = await timeOf(generated('prompt'), 20);
  process.kill(service.stack.pids.worker, 'SIGKILL');
  const killedAt = performance.now();
  await timeOf(generated('prompt'), 1); // until another one works
  await sleep(Math.max(0, MAX_SHARE_MS - (performance.now() - killedAt)));
  const before = silent.requests.length;

  const hanging = await fillWith('silent/writer');
  await eventually(async () => silent.requests.length >= before + 16);
  const besideMs = await timeOf(generated('prompt'), 20);
  await cancelAll(hanging);

  expectFigures('23', [
    {
      name: "another tenant's 20 items next to a backlog after a worker was killed, as a multiple of their time alone",
      measured: ratio(besideMs, aloneMs),
      max: 2,
    },
  ]);
});
