import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { ApiResponse } from '../../support/api';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import type { Schemas } from '../../support/wire-types';
import { atScale, expectFigures } from './support/figures';
import { environmentOf, SecondApi } from './support/second-api';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('fenced');
});

afterAll(() => service.stop());

it('runs a request once although the api that runs it stalls while its client repeats it elsewhere', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.models.on('judge', () => held.then(() => ({ kind: 'json', value: { findings: [] } })));
  const evaluator = await service.send(tenant, 'POST', '/v1/evaluators', {
    body: { name: 'judge', kind: 'llm_judge', config: { model: 'judge' } },
  });
  const options = {
    body: { messages: makeConversation().messages, config: { evaluator_id: evaluator.body.id } },
    headers: { 'idempotency-key': randomUUID() },
  };
  const other = await SecondApi.start(service.stack.pids.api);
  try {
    const first = service.send(tenant, 'POST', '/v1/detect-hallucinations', options);
    await eventually(async () => service.models.requestsFor('judge').length === 1);

    // Longer than the former lifetime of locks.
    process.kill(service.stack.pids.api, 'SIGSTOP');
    await sleep(12_000);
    const repeated = await fetch(`${other.url}/v1/detect-hallucinations`, {
      method: 'POST',
      headers: {
        ...options.headers,
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(options.body),
      signal: AbortSignal.timeout(5000),
    }).then(
      async (response) => ({
        status: response.status,
        type: ((await response.json()) as ApiResponse['body']).detail?.[0]?.type,
      }),
      () => ({ status: 0, type: 'none' }),
    );
    release();
    process.kill(service.stack.pids.api, 'SIGCONT');
    const { status } = await first;

    expectFigures('14', [
      {
        name: 'model calls of a request that was repeated at another api during a stall of 12 s',
        measured: service.models.requestsFor('judge').length,
        unit: 'calls',
        max: 1,
      },
      {
        name: 'status of the repeated request during the stall',
        measured: repeated.status,
        min: 409,
        max: 409,
      },
      { name: 'status of the stalled request', measured: status, min: 200, max: 200 },
    ]);
  } finally {
    release();
    process.kill(service.stack.pids.api, 'SIGCONT');
    await other.stop();
  }
});

it('breaks no invariant under concurrent cancel, retry, read and delete calls', async () => {
  service.models.on('flaky', ({ body }) =>
    JSON.stringify(body.messages).includes('refuse') ? { kind: 'status', status: 400 } : { kind: 'echo' },
  );
  const conversationIds: string[] = [];
  for (const text of ['refuse this', 'fine', 'refuse that', 'good']) {
    const messages = [
      { role: 'user', content: text },
      { role: 'assistant', content: 'No.' },
    ];
    const { body } = await service.send(tenant, 'POST', '/v1/conversations', {
      body: makeConversation({ messages }),
    });
    conversationIds.push(body.id);
  }
  const experiments: `/v1/experiments/${string}`[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { body } = await service.send(tenant, 'POST', '/v1/experiments', {
      body: { name: 'storm', model: 'flaky', conversation_ids: conversationIds },
    });
    experiments.push(`/v1/experiments/${body.id}`);
  }

  const calls = atScale(180, 930);
  const actions = ['cancel', 'retry', 'retry', 'read', 'read', 'delete'] as const;
  const violations: string[] = [];
  const counts: Record<string, number> = {};
  const check = (action: string, { status, body }: { status: number; body: object }) => {
    counts[`${action} ${status}`] = (counts[`${action} ${status}`] ?? 0) + 1;
    if (status >= 500 && status !== 503) violations.push(`${action} responded ${status}`);
    if (status !== 200 || !('status_summary' in body)) return;
    const { status_summary } = body as Schemas['Experiment'];
    const { pending, queued, in_progress, completed, failed, total } = status_summary;
    if (pending + queued + in_progress + completed + failed !== total || total !== 4) {
      violations.push(`counters ${JSON.stringify(status_summary)}`);
    }
  };
  let sent = 0;
  const lane = async () => {
    while (sent < calls) {
      sent += 1;
      const path = experiments[sent % experiments.length] as `/v1/experiments/${string}`;
      // Deletions come late and only for some, so that resources remain to call.
      const picked = actions[(sent * 7 + Math.floor(sent / 6)) % actions.length] ?? 'read';
      const mayDelete = sent > calls / 2 && sent % experiments.length < 2;
      const action = picked === 'delete' && !mayDelete ? 'read' : picked;
      const method = action === 'read' ? 'GET' : action === 'delete' ? 'DELETE' : 'POST';
      const suffix = method === 'POST' ? `/${action}` : '';
      check(action, await service.send(tenant, method, path + suffix));
    }
  };
  await Promise.all(Array.from({ length: 24 }, lane));

  const left = await eventually(async () => {
    const found = await Promise.all(experiments.map((path) => service.send(tenant, 'GET', path)));
    return found.every(({ status, body }) => status === 404 || body.completed_at !== null) && found;
  });
  for (const one of left) check('read', one);
  const codes = await Promise.all(
    experiments.map(async (path) => {
      const { status, body } = await service.send(tenant, 'GET', `${path}/items`);
      return status === 404 ? [] : body.items.map(({ error }) => error?.code);
    }),
  );
  const { TEMPORAL_ADDRESS: address = '' } = environmentOf(service.stack.pids.api);
  const connection = await Connection.connect({ address });
  const running = () =>
    new Client({ connection }).workflow.count('WorkflowType="runExperiment" AND ExecutionStatus="Running"');
  const orphans = await eventually(async () => (await running()).count === 0).then(
    () => 0,
    async () => (await running()).count,
  );
  await connection.close();

  expect(counts['retry 200'] ?? 0).toBeGreaterThan(0);
  expectFigures('14', [
    {
      name: 'violated invariants under concurrent cancel, retry, read and delete calls',
      measured: violations.length,
      unit: `in ${sent} calls`,
      max: 0,
    },
    {
      name: 'items lost as workflow_lost',
      measured: codes.flat().filter((code) => code === 'workflow_lost').length,
      max: 0,
    },
    { name: 'workflows still running after every experiment has ended', measured: orphans, max: 0 },
  ]);
});
