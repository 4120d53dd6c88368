import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures } from './support/figures';
import { environmentOf } from './support/second-api';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const SECRET = 'The candidate prompt is nobody else’s business.';

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('secretive');
  service.models.otherwise({ kind: 'text', text: 'In 1887.' });
});

afterAll(() => service.stop());

const post = <const Path extends string>(path: Path, body: unknown) =>
  service.send(tenant, 'POST', path, { body });

/** Every byte string of a history, as text. */
function textsOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsOf).join('\n');
}

it('keeps candidate prompts out of Temporal, and what it sends there within its limits', async () => {
  const conversation = await post('/v1/conversations', makeConversation());
  const conversationIds = [conversation.body.id];
  // 255 characters of 4 bytes, in a language whose characters need 3.
  const longestName = '名'.repeat(255);
  const run = {
    name: longestName,
    model: `gpt-4o-${'模'.repeat(200)}`,
    conversation_ids: conversationIds,
    objective: { metric: 'issue_rate', direction: 'minimize' },
    system_prompt: SECRET,
  };
  const [experiment, created] = [
    await post('/v1/experiments', {
      name: longestName,
      model: run.model,
      conversation_ids: conversationIds,
      system_prompt_override: SECRET,
    }),
    await post('/v1/optimization-runs', run),
  ];
  const claimed = await post('/v1/optimization-runs/claim', { runner_id: 'r', wait_seconds: 30 });
  const runId = claimed.body.run.id;
  const candidates = `/v1/optimization-runs/${runId}/candidates` as const;
  const propose = (leaseId: string, key: string) =>
    post(candidates, { lease_id: leaseId, candidate_key: key, system_prompt: SECRET, note: SECRET });
  const proposed = await propose(claimed.body.lease.lease_id, 'a');
  await propose(claimed.body.lease.lease_id, 'a');
  const strangers = await Promise.all(
    Array.from({ length: atScale(20, 500) }, (_, index) => propose(randomUUID(), `stale ${index}`)),
  );
  const measured = await eventually(async () => {
    const { items } = (await service.send(tenant, 'GET', candidates)).body;
    const found = items.find(({ id }) => id === proposed.body.id);
    return found !== undefined && ['measured', 'failed'].includes(found.status) && found;
  });
  const { body: ended } = await post(`/v1/optimization-runs/${runId}/cancel`, undefined);

  const { TEMPORAL_ADDRESS: address = '' } = environmentOf(service.stack.pids.api);
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const workflowIds = [
    `optimization-run/${runId}`,
    `experiment/${ended.baseline_experiment_id}`,
    `experiment/${measured.experiment_id}`,
    `experiment/${experiment.body.id}`,
  ];
  let leaks = 0;
  for (const workflowId of workflowIds) {
    const handle = client.workflow.getHandle(workflowId);
    const { memo } = await handle.describe();
    const texts = `${textsOf(await handle.fetchHistory())}${JSON.stringify(memo)}`;
    expect(texts.length).toBeGreaterThan(1000);
    if (texts.includes(SECRET)) leaks += 1;
  }
  await connection.close();
  const mongo = await MongoClient.connect(service.stack.mongodbUri, { runtimeAdapters: { os } });
  const stored = await mongo.db().collection('runcandidates').countDocuments({ runId });
  await mongo.close();

  expectFigures('16', [
    {
      name: 'workflows with a prompt in their history or memo',
      measured: leaks,
      unit: `of ${workflowIds.length}`,
      max: 0,
    },
    {
      name: 'experiments and runs with the longest name and model that were refused',
      measured: [experiment, created].filter(({ status }) => status !== 201).length,
      unit: 'of 2',
      max: 0,
    },
    {
      name: `proposals stored after ${strangers.length} with unknown leases and one accepted twice`,
      measured: stored,
      min: 1,
      max: 1,
    },
  ]);
});
