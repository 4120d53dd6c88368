import mongoose from 'mongoose';
import { eventually } from '../../support/eventually';
import type { Behaviour } from '../../support/model-server';
import { collectionsNaming } from '../../support/workspace-traces';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const CONVERSATIONS = atScale(1500, 50_000);
const CONVERSATIONS_PER_REQUEST = 250;

let service: ServiceUnderAttack;
let tenant: Tenant;
let other: Tenant;

const messages = [
  { role: 'user', content: 'When did the library open?' },
  { role: 'assistant', content: 'It opened in 1887.' },
];

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('leaving');
  other = await service.createTenant('staying');
  const body = Array<string>(CONVERSATIONS_PER_REQUEST).fill(JSON.stringify({ messages })).join('\n');
  for (let stored = 0; stored < CONVERSATIONS; stored += CONVERSATIONS_PER_REQUEST) {
    const { status } = await service.send(tenant, 'POST', '/v1/conversations', {
      body,
      type: 'application/x-ndjson',
    });
    expect(status).toBe(201);
  }
  await detect(other);
  await service.connectToDatabase();
}, 600_000);

afterAll(() => service.stop());

const detect = (as: Tenant, config?: { evaluator_id: string }) =>
  service.send(as, 'POST', '/v1/detect-hallucinations', { body: { messages, ...(config && { config }) } });

/**
 * Pays a judge for detections, whose replies and costs are stored with the workspace, until it is stopped.
 */
async function startJudging(as: Tenant) {
  const response: Behaviour = { kind: 'json', value: { findings: [] } };
  service.models.on('gpt-4o', { kind: 'slow', ms: 300, next: response });
  const judge = { name: 'Judge', kind: 'llm_judge', config: { model: 'gpt-4o' } };
  const { body: evaluator } = await service.send(as, 'POST', '/v1/evaluators', { body: judge });
  const config = { evaluator_id: evaluator.id };
  expect((await detect(as, config)).status).toBe(200);
  let isOver = false;
  const judging = Array.from({ length: 4 }, async () => {
    while (!isOver) await detect(as, config);
  });
  return async () => {
    isOver = true;
    await Promise.all(judging);
  };
}

it('deletes a workspace with everything in it while it is used and the worker is killed', async () => {
  const path = `/v1/workspaces/${tenant.workspaceId}` as const;
  const owner = { workspaceId: tenant.workspaceId };
  const { body: page } = await service.stack.send('GET', '/v1/conversations?limit=50', owner);
  const conversation_ids = page.items.map(({ id }) => id);
  service.models.otherwise({ kind: 'slow', ms: 500, next: { kind: 'text', text: 'In 1887.' } });
  const experiment = { name: 'Endless', model: 'slow', conversation_ids, concurrency: 2 };
  expect((await service.send(tenant, 'POST', '/v1/experiments', { body: experiment })).status).toBe(201);
  const stopJudging = await startJudging(tenant);
  const before = await collectionsNaming(tenant.workspaceId);
  expect(before).toMatchObject({
    cached_judge_replies: expect.any(Number),
    spend_records: expect.any(Number),
    spend_totals: 1,
  });
  const watch = await HealthWatch.start(service.url);
  let isOver = false;
  const statuses = new Set<number>();
  const using = (async () => {
    while (!isOver) statuses.add((await detect(tenant)).status);
  })();

  const begin = performance.now();
  const removed = await service.stack.send('DELETE', `${path}?confirm=leaving`, {});
  const respondedMs = performance.now() - begin;
  process.kill(service.stack.pids.worker, 'SIGKILL');
  const byKey = await detect(tenant);
  const { deleted_count } = await eventually(async () => {
    const { body } = await service.stack.send('GET', `${path}/deletion`, {});
    return body.status === 'completed' && body;
  }, 600_000);
  isOver = true;
  await Promise.all([using, stopJudging()]);
  const { maxGapMs } = await watch.stop();
  const left = await collectionsNaming(tenant.workspaceId);
  const cachedReplies = await mongoose.connection.collection('cached_judge_replies').countDocuments();

  expect(removed).toMatchObject({ status: 202, body: { status: 'pending' } });
  expect(byKey.status).toBe(401);
  expect([...statuses].every((status) => status < 500)).toBe(true);
  expect((await detect(other)).status).toBe(200);
  expectFigures('2', [
    { name: 'response to the deletion of a workspace', measured: respondedMs, unit: 'ms', max: 500 },
    { name: 'documents deleted', measured: deleted_count, min: CONVERSATIONS * 3 },
    {
      name: 'documents left that name the workspace, except the record',
      measured: Object.values(left).reduce((sum, count) => sum + count, 0) - (left.workspace_deletions ?? 0),
      max: 0,
    },
    { name: 'cached replies of judges left', measured: cachedReplies, max: 0 },
    { name: 'longest gap of /healthz during the deletion', measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
  ]);
});
