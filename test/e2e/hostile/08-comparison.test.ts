import { eventually } from '../../support/eventually';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const PAIRS = atScale(4, 40);
const SPANS = atScale(2500, 4000);
/** Sent concurrently, as by a viewer who reloads a page. */
const COMPARISONS = atScale(2, 4);

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('compared');
});

afterAll(() => service.stop());

const words = Array.from({ length: SPANS + 1 }, (_, index) => `w${String(index).padStart(5, '0')}`);
const reply = words.join(' ');

/** An ended experiment whose judge marks every pair of neighboring words from `offset` on, so that spans overlap. */
async function runExperiment(conversationIds: string[], name: string, isEven: boolean): Promise<string> {
  const findings = words.flatMap((word, index) => {
    const next = words[index + 1];
    if (next === undefined) return [];
    const quote = isEven ? `${word} ${next}` : `${word.slice(1)} ${next}`;
    return [{ part: 0, quote, label: 'fabrication', explanation: '' }];
  });
  service.models.on(`judge-${name}`, { kind: 'json', value: { findings } });
  const evaluator = await service.send(tenant, 'POST', '/v1/evaluators', {
    body: { name: `judge-${name}`, kind: 'llm_judge', config: { model: `judge-${name}` } },
  });
  const { status, body } = await service.send(tenant, 'POST', '/v1/experiments', {
    body: {
      name,
      model: 'writer',
      evaluator_id: evaluator.body.id,
      conversation_ids: conversationIds,
      concurrency: 4,
    },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  await eventually(async () => {
    const experiment = await service.send(tenant, 'GET', `/v1/experiments/${body.id}`);
    return experiment.body.status === 'completed';
  }, 600_000);
  return body.id;
}

it('compares replies with thousands of annotations without a gap', async () => {
  service.models.on('writer', { kind: 'text', text: reply });
  const conversationIds: string[] = [];
  for (let index = 0; index < PAIRS; index += 1) {
    const messages = [{ role: 'user', content: `Count, please (${index}).` }];
    const { body } = await service.send(tenant, 'POST', '/v1/conversations', { body: { messages } });
    conversationIds.push(body.id);
  }
  const first = await runExperiment(conversationIds, 'even', true);
  const second = await runExperiment(conversationIds, 'odd', false);

  const compare = () => service.send(tenant, 'GET', `/v1/experiments/${first}/compare/${second}`);
  const watch = await HealthWatch.start(service.url);
  const startedAt = performance.now();
  const { status, body } = await compare();
  const elapsedMs = performance.now() - startedAt;
  const responses = await Promise.all(Array.from({ length: COMPARISONS }, compare));
  const { maxGapMs } = await watch.stop();

  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body.spans).toMatchObject({ moved: PAIRS * SPANS, pairs_without_annotations: 0 });
  // A comparison beyond QUERY_TIMEOUT_MS is rejected with Retry-After.
  expect(
    responses.map((response) => response.status === 200 || response.headers.has('retry-after')),
  ).not.toContain(false);
  expectFigures('8', [
    {
      name: `longest gap of /healthz, ${PAIRS} pairs of ${SPANS} spans`,
      measured: maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
    { name: 'one comparison', measured: elapsedMs, unit: 'ms', max: 10_000 },
    {
      name: 'size of a page of the comparison',
      measured: Buffer.byteLength(JSON.stringify(body)) / 1024 ** 2,
      unit: 'MiB',
      max: 8,
    },
  ]);
});
