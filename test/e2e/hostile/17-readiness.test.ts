import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { expectFigures } from './support/figures';
import { SecondApi } from './support/second-api';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.startWithEngines();
  tenant = await service.createTenant('readiness');
});

afterAll(() => service.stop());

const detection = {
  messages: [
    { role: 'user', content: 'The library opened in 1887. When did it open?' },
    { role: 'assistant', content: 'It opened in 1923.' },
  ],
};

describe('while Temporal hangs', () => {
  beforeAll(() => process.kill(service.stack.pids.temporal, 'SIGSTOP'));
  afterAll(() => process.kill(service.stack.pids.temporal, 'SIGCONT'));

  it('keeps detection and reads in rotation, and says what does not work', async () => {
    const startedAt = performance.now();
    const forTraffic = await service.send(null, 'GET', '/readyz?for=traffic');
    const trafficMs = performance.now() - startedAt;
    const ready = await service.send(null, 'GET', '/readyz');
    const detected = await service.send(tenant, 'POST', '/v1/detect-hallucinations', { body: detection });
    const listed = await service.send(tenant, 'GET', '/v1/conversations');

    expect(forTraffic).toMatchObject({ status: 200, body: { works: { reads: true, detection: true } } });
    expect(ready).toMatchObject({
      status: 503,
      body: { detail: [{ type: 'temporal_unavailable', ctx: { works: { experiments: false } } }] },
    });
    expect([detected.status, listed.status]).toEqual([200, 200]);
    expectFigures('17', [
      { name: '/readyz?for=traffic while Temporal hangs', measured: trafficMs, unit: 'ms', max: 1000 },
    ]);
  });
});

describe('while MongoDB hangs', () => {
  beforeAll(() => process.kill(service.stack.pids.mongod, 'SIGSTOP'));
  afterAll(() => process.kill(service.stack.pids.mongod, 'SIGCONT'));

  it('takes the process out of rotation', async () => {
    const { status, body } = await service.send(null, 'GET', '/readyz?for=traffic');

    expect([status, body.detail[0].type]).toEqual([503, 'database_unavailable']);
  });
});

describe.each([30_000, -30_000])('with a second api whose clock is off by %i ms', (skewMs) => {
  let second: SecondApi;
  beforeAll(async () => {
    await eventually(async () => (await service.send(null, 'GET', '/readyz')).status === 200);
    second = await SecondApi.start(service.stack.pids.api, { skewMs });
  });
  afterAll(() => second.stop());

  const urls = () => [service.url, second.url];
  const send = <const Method extends string, const Path extends string>(
    url: string,
    method: Method,
    path: Path,
    body?: unknown,
    headers = {},
  ) => service.send(tenant, method, path, { url, headers, ...(body !== undefined && { body }) });

  it('lists what both store in the order in which it was stored', async () => {
    const stored: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const url = urls()[index % 2] ?? service.url;
      stored.push((await send(url, 'POST', '/v1/conversations', makeConversation())).body.id);
    }

    const { body } = await send(service.url, 'GET', '/v1/conversations?limit=6');

    expect(body.items.map(({ id }) => id)).toEqual(stored.reverse());
  });

  it('runs a request that both receive at the same time once', async () => {
    const headers = { 'idempotency-key': `skew ${skewMs}` };
    const request = { name: `evaluator ${skewMs}`, kind: 'grounding' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(urls()[index % 2] ?? service.url, 'POST', '/v1/evaluators', request, headers),
      ),
    );

    const ids = responses.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    expect(responses.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
  });

  it('lets a lease of ten seconds be held through either', async () => {
    const { body: conversation } = await send(service.url, 'POST', '/v1/conversations', makeConversation());
    const created = await send(second.url, 'POST', '/v1/optimization-runs', {
      name: 'skewed',
      model: 'embedded/extractive',
      conversation_ids: [conversation.id],
      objective: { metric: 'issue_rate', direction: 'minimize' },
      lease_seconds: 10,
    });
    expect(created.status).toBe(201);
    const claimed = await eventually(async () => {
      const claim = { runner_id: 'runner', wait_seconds: 20 };
      const { status, body } = await send(second.url, 'POST', '/v1/optimization-runs/claim', claim);
      return status === 200 && body;
    });
    const path = `/v1/optimization-runs/${created.body.id}/heartbeat`;
    const heartbeat = { lease_id: claimed.lease.lease_id };

    const statuses = [];
    for (const url of urls()) statuses.push((await send(url, 'POST', path, heartbeat)).status);

    expect(statuses).toEqual([200, 200]);
    await send(service.url, 'POST', `/v1/optimization-runs/${created.body.id}/cancel`);
  });
});
