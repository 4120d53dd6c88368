import { randomUUID } from 'node:crypto';
import { createOptimizationWorkflows } from '../../src/optimization/runs/optimization-workflows';
import { createRunReconciler } from '../../src/optimization/runs/run.reconciler';
import { saveRunState } from '../../src/optimization/runs/run.repository';
import { findRunUnscoped } from '../../src/optimization/runs/run.unscoped.repository';
import { removeRunnerContact } from '../../src/optimization/runs/runner-contact.repository';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import type { RunState } from '../../workflows/optimization-run/run-state';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { ModelServer } from '../support/model-server';
import {
  claim,
  createRun,
  enterFreshWorkspace,
  leasedRun,
  leaseOn,
  messagesOf,
  readRun,
  replyByPrompt,
  runIn,
  send,
  witnessRefusals,
} from '../support/optimization-runs';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);

describe('leases', () => {
  beforeAll(() => api.startWorker());
  beforeEach(async () => {
    replyByPrompt(models);
    await enterFreshWorkspace(api);
  });

  const report = (leaseId: string, overrides: Record<string, unknown> = {}) => ({
    lease_id: leaseId,
    agent_turns: 4,
    error_code: 'out_of_ideas',
    error_message: 'No prompt left to try',
    ...overrides,
  });

  const fail = (id: string, body: unknown) =>
    contract.call('failOptimizationRun', { params: { run_id: id }, body });

  const refused = (type: string, status: string) => ({
    status: 409,
    body: { detail: [{ type, ctx: { status }, input: type === 'lease_lost' ? expect.any(String) : null }] },
  });

  /** A run with an expired lease, and the lease. */
  async function expiredRun(overrides: Record<string, unknown> = {}) {
    const run = await leasedRun(api, { lease_seconds: 1, ...overrides });
    await eventually(async () => (await readRun(api, run.id)).attempts[0]?.outcome === 'lease_expired');
    return run;
  }

  it('lists the runners that wait for runs', async () => {
    await contract.call('claimOptimizationRun', { body: { runner_id: 'host-1', strategies: ['list'] } });
    const { status, body } = await contract.call('listOptimizationRunners');

    expect(status).toBe(200);
    expect(body.items).toEqual([{ runner_id: 'host-1', strategies: ['list'], seen_at: expect.any(String) }]);
  });

  it('does not list a runner that has claimed a run', async () => {
    await leasedRun(api);

    expect((await contract.call('listOptimizationRunners')).body.items).toEqual([]);
  });

  it('lists a runner whose earlier connection was closed late', async () => {
    await contract.call('claimOptimizationRun', { body: { runner_id: 'host-1' } });
    await removeRunnerContact({ workspaceId: api.workspaceId, runnerId: 'host-1' }, new Date(0));

    expect((await contract.call('listOptimizationRunners')).body.items).toHaveLength(1);
  });

  describe('POST …/release', () => {
    const release = (id: string, leaseId: string) =>
      contract.call('releaseOptimizationRun', {
        params: { run_id: id },
        body: { lease_id: leaseId, agent_turns: 4 },
      });

    it('ends the attempt as preempted, which uses none, and the run is ready again', async () => {
      const { id, leaseId } = await leasedRun(api, { max_attempts: 1 });

      const released = await release(id, leaseId);

      expect(released).toMatchObject({ status: 200, body: { status: 'preparing', agent_turns: 4 } });
      expect((await release(id, leaseId)).body).toEqual(released.body);
      const next = await leaseOn(api, id);
      expect(next.epoch).toBe(2);
      expect((await release(id, randomUUID())).status).toBe(409);
      expect(await fail(id, report(next.leaseId))).toMatchObject({ status: 200, body: { status: 'failed' } });
      expect(await readRun(api, id)).toMatchObject({
        attempts: [
          { outcome: 'preempted', agent_turns: 4, error: { code: 'preempted' } },
          { outcome: 'failed', epoch: 2 },
        ],
      });
      expect(await release(id, leaseId)).toMatchObject({ status: 200, body: released.body });
      expect((await release(id, next.leaseId)).status).toBe(409);
      expect((await release(randomUUID(), leaseId)).status).toBe(404);
    });
  });

  describe('a claim with strategies', () => {
    it('gets runs with one of them and runs without one; a claim without gets any run', async () => {
      const claimWith = (strategies?: string[]) =>
        contract.call('claimOptimizationRun', {
          body: { runner_id: 'r', ...(strategies && { strategies }) },
        });
      const ready = async (strategy: string | null) => {
        const id = await createRun(api, { strategy });
        await runIn(api, id, 'ready');
        return id;
      };
      const [llm, list, any] = [await ready('llm'), await ready('list'), await ready(null)];

      expect((await claimWith(['tree', 'list'])).body.run).toMatchObject({ id: list, strategy: 'list' });
      expect((await claimWith(['tree'])).body.run).toMatchObject({ id: any, strategy: null });
      expect((await claimWith(['tree'])).status).toBe(204);
      expect((await claimWith()).body.run.id).toBe(llm);
    });
  });

  describe('POST …/fail', () => {
    it('prepares the run again while attempts are left, and increments the epoch with the next lease', async () => {
      const { id, leaseId } = await leasedRun(api, { max_attempts: 2 });

      const { status, body } = await fail(id, report(leaseId));

      expect({ status, body }).toEqual({
        status: 200,
        body: { status: 'preparing', agent_turns: 4, completed_at: null },
      });
      expect(await leaseOn(api, id)).toMatchObject({ epoch: 2 });
      expect((await readRun(api, id)).attempts).toMatchObject([
        { epoch: 1, outcome: 'failed', agent_turns: 4, error: { code: 'out_of_ideas' } },
        { epoch: 2, outcome: null, error: null },
      ]);
    });

    it('ends the run once its attempts are used up', async () => {
      const { id, leaseId } = await leasedRun(api, { max_attempts: 1 });

      const { body } = await fail(id, report(leaseId));

      expect(body).toEqual({ status: 'failed', agent_turns: 4, completed_at: expect.any(String) });
      expect(await readRun(api, id)).toMatchObject({
        status: 'failed',
        completed_at: body.completed_at,
        error: { code: 'out_of_ideas', message: 'No prompt left to try' },
      });
    });

    it('ends the run with a non-retryable error code', async () => {
      const error_code = 'HTTP 429: “à bout d’idées”';
      const { id, leaseId } = await leasedRun(api, { non_retryable_error_codes: [error_code] });

      expect((await fail(id, { ...report(leaseId), error_code })).body).toMatchObject({ status: 'failed' });
    });

    it('returns the same response to a repeated report, also after other reports and the end of the run', async () => {
      const { id, leaseId } = await leasedRun(api, { max_attempts: 2 });
      const first = await fail(id, report(leaseId));
      const second = await leaseOn(api, id);

      const whileLeased = await fail(id, report(leaseId));
      const last = await fail(id, report(second.leaseId));
      const afterEnd = await fail(id, report(leaseId));
      const lastAgain = await fail(id, report(second.leaseId));

      expect([whileLeased.body, afterEnd.body]).toEqual([first.body, first.body]);
      expect(last.body.status).toBe('failed');
      expect(lastAgain.body).toEqual(last.body);
      expect((await readRun(api, id)).attempts).toHaveLength(2);
    });

    it('responds 409 lease_lost to another report of the same lease', async () => {
      const { id, leaseId } = await leasedRun(api);
      await fail(id, report(leaseId));
      await runIn(api, id, 'ready');

      expect(await fail(id, report(leaseId, { agent_turns: 5 }))).toMatchObject(
        refused('lease_lost', 'ready'),
      );
    });

    it('responds 409 lease_lost to an expired lease, a foreign one and another epoch', async () => {
      const held = await leasedRun(api);
      const stale = await expiredRun();
      await runIn(api, stale.id, 'ready');

      const afterExpiry = await fail(stale.id, report(stale.leaseId));
      const whileHeld = [
        await fail(held.id, report(stale.leaseId)),
        await fail(held.id, report(randomUUID())),
        await fail(held.id, report(held.leaseId, { epoch: 2 })),
      ];

      expect(afterExpiry).toMatchObject(refused('lease_lost', 'ready'));
      for (const response of whileHeld) expect(response).toMatchObject(refused('lease_lost', 'running'));
      expect(await readRun(api, held.id)).toMatchObject({ status: 'running', epoch: 1, agent_turns: 0 });
    });

    it('responds 409 lease_lost while the run is not leased', async () => {
      const id = await createRun(api);
      await runIn(api, id, 'ready');

      expect(await fail(id, report(randomUUID()))).toMatchObject(refused('lease_lost', 'ready'));
    });

    it('responds 409 run_finished once the run has ended', async () => {
      const completed = await leasedRun(api);
      await send(api, completed.id, 'complete', {
        lease_id: completed.leaseId,
        agent_turns: 0,
        best_candidate_id: null,
        summary: '',
      });
      const cancelled = await leasedRun(api);
      await send(api, cancelled.id, 'cancel');

      expect(await fail(completed.id, report(completed.leaseId))).toMatchObject(
        refused('run_finished', 'completed'),
      );
      expect(await fail(cancelled.id, report(cancelled.leaseId))).toMatchObject(
        refused('run_finished', 'cancelled'),
      );
    });

    it.each([
      ['lease_id', 'missing', { lease_id: undefined }],
      ['lease_id', 'uuid_parsing', { lease_id: 'x' }],
      ['agent_turns', 'missing', { agent_turns: undefined }],
      ['agent_turns', 'greater_than_equal', { agent_turns: -1 }],
      ['agent_turns', 'int_parsing', { agent_turns: '4' }],
      ['error_code', 'missing', { error_code: undefined }],
      ['error_code', 'string_too_short', { error_code: '' }],
      ['error_code', 'string_too_long', { error_code: 'x'.repeat(65) }],
      ['error_code', 'string_pattern_mismatch', { error_code: 'two\nlines' }],
      ['error_message', 'missing', { error_message: undefined }],
      ['error_message', 'string_too_long', { error_message: 'x'.repeat(4097) }],
    ])('responds 422 with input and ctx when %s is wrong: %s', async (field, type, overrides) => {
      const { status, body } = await fail(randomUUID(), report(randomUUID(), overrides));

      expect(status).toBe(422);
      expect(body.detail).toEqual(
        expect.arrayContaining([
          {
            loc: ['body', field],
            type,
            msg: expect.any(String),
            input: body.detail[0].input,
            ctx: expect.any(Object),
          },
        ]),
      );
    });
  });

  describe('a lease', () => {
    it('is valid as long as heartbeats arrive, and not longer', async () => {
      const { id, leaseId, ...lease } = await leasedRun(api, { lease_seconds: 2 });
      const until = Date.now() + 3000;
      let turns = 0;
      let { expiresAt } = lease;
      while (Date.now() < until) {
        const { status, body } = await contract.call('heartbeatOptimizationRun', {
          params: { run_id: id },
          body: { lease_id: leaseId, agent_turns: turns + 1 },
        });
        // On a busy machine a heartbeat may arrive after the lease has expired.
        if (status === 409 && Date.now() > Date.parse(expiresAt)) break;
        expect({ status, body }).toMatchObject({ status: 200, body: { cancel_requested: false } });
        turns += 1;
        expiresAt = body.expires_at;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }

      const run = await eventually(async () => {
        const found = await readRun(api, id);
        return firstOf(found.attempts).outcome !== null && found;
      });

      expect(run.attempts).toMatchObject([
        { outcome: 'lease_expired', agent_turns: turns, error: { code: 'lease_expired' } },
      ]);
    });

    it('rejects all writes after it has expired, and the run fails with its last attempt', async () => {
      const { id, leaseId } = await expiredRun({ max_attempts: 1 });
      const other = await expiredRun();
      await runIn(api, other.id, 'ready');
      const params = { run_id: other.id };
      const lease = { lease_id: other.leaseId };

      const responses = [
        await contract.call('heartbeatOptimizationRun', { params, body: lease }),
        await contract.call('proposeCandidate', {
          params,
          body: { ...lease, candidate_key: 'late', system_prompt: 'Late.' },
        }),
        await contract.call('completeOptimizationRun', {
          params,
          body: { ...lease, agent_turns: 0, best_candidate_id: null, summary: '' },
        }),
      ];

      for (const response of responses) expect(response).toMatchObject(refused('lease_lost', 'ready'));
      expect(await readRun(api, other.id)).toMatchObject({ status: 'ready', candidates_count: 0 });
      expect(await readRun(api, id)).toMatchObject({ status: 'failed', error: { code: 'lease_expired' } });
      expect(await fail(id, report(leaseId))).toMatchObject(refused('run_finished', 'failed'));
    });
  });

  describe('POST /v1/optimization-runs/claim', () => {
    it('responds 204 when no run becomes ready in time, and not before', async () => {
      const begin = Date.now();
      const now = await contract.call('claimOptimizationRun', { body: { runner_id: 'idle' } });
      const later = await contract.call('claimOptimizationRun', {
        body: { runner_id: 'idle', wait_seconds: 1 },
      });

      expect([now.status, later.status]).toEqual([204, 204]);
      expect(Date.now() - begin).toBeGreaterThanOrEqual(1000);
    });

    it('responds to one waiting claim as soon as a run is ready, and to the other with the next run', async () => {
      const waiting = ['first', 'second'].map((runnerId) => claim(api, 20, runnerId));
      const id = await createRun(api);
      const early = await Promise.race(waiting);
      await send(api, id, 'cancel');
      const other = await createRun(api);
      const responses = await Promise.all(waiting);

      expect(early.body.run.id).toBe(id);
      expect(responses.map(({ body }) => body.run.id).sort()).toEqual([id, other].sort());
      expect(responses.map(({ body }) => body.run.attempts[0]?.runner_id)).toEqual(['first', 'second']);
    });

    async function makeReady(count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const id = await createRun(api);
        await runIn(api, id, 'ready');
        ids.push(id);
      }
      return ids;
    }

    it('claims the oldest ready run first', async () => {
      const ids = await makeReady(3);

      const first = await claim(api, 0);
      const second = await claim(api, 0);
      const third = await claim(api, 0);

      expect([first, second, third].map(({ body }) => body.run.id)).toEqual(ids);
    });

    it('gives each of 5 runs to one of 20 concurrent claims', async () => {
      const ids = await makeReady(5);

      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => claim(api, 0, `runner-${index}`)),
      );

      const won = responses.filter(({ status }) => status === 200);
      expect(won.map(({ body }) => body.run.id).sort()).toEqual([...ids].sort());
      expect(new Set(won.map(({ body }) => body.lease.lease_id)).size).toBe(5);
      expect(responses.filter(({ status }) => status === 204)).toHaveLength(15);
    });

    it('returns the same lease to a repeated claim, and no other run', async () => {
      await createRun(api);
      const headers = { 'idempotency-key': randomUUID() };
      const body = { runner_id: 'runner-1', wait_seconds: 20 };

      const first = await contract.call('claimOptimizationRun', { body, headers });
      const second = await contract.call('claimOptimizationRun', { body, headers });
      const other = await contract.call('claimOptimizationRun', {
        body: { ...body, runner_id: 'x' },
        headers,
      });

      expect(second.body).toEqual(first.body);
      expect(other).toMatchObject({ status: 409, body: { detail: [{ type: 'idempotency_key_reused' }] } });
    });

    it('claims no run of another workspace', async () => {
      await runIn(api, await createRun(api), 'ready');
      await enterFreshWorkspace(api);

      expect((await claim(api, 0)).status).toBe(204);
    });

    it('responds 422 to a wait above 30 seconds and to a missing runner_id', async () => {
      const { status, body } = await contract.call('claimOptimizationRun', { body: { wait_seconds: 31 } });

      expect(status).toBe(422);
      expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.at(-1), type])).toEqual(
        [
          ['runner_id', 'missing'],
          ['wait_seconds', 'less_than_equal'],
        ],
      );
    });
  });

  it('responded with every documented status', async () => {
    const { id, leaseId } = await leasedRun(api);
    const bodies = messagesOf(leaseId);
    await witnessRefusals(contract, 'Optimization runners');
    await contract.call('proposeCandidate', { params: { run_id: id }, body: bodies.proposeCandidate });
    await contract.call('completeOptimizationRun', {
      params: { run_id: id },
      body: bodies.completeOptimizationRun,
    });

    expect(contract.unwitnessed('Optimization runners')).toEqual([]);
  });

  afterAll(() => api.stopWorker());
});

describe('reconciliation', () => {
  useFreshWorkspace(api, models);

  const logger = createLogger('silent');
  let temporal: ReturnType<typeof connectTemporal>;

  beforeAll(() => {
    replyByPrompt(models);
    temporal = connectTemporal(api.config.temporal);
  });
  beforeEach(() => enterFreshWorkspace(api));
  afterEach(() => api.stopWorker());
  afterAll(() => temporal.connection.close());

  async function reconcile(graceMs = 0): Promise<void> {
    const workflows = createOptimizationWorkflows(temporal, api.config.temporal.taskQueue);
    await createRunReconciler({ workflows, logger }, graceMs)(new AbortController().signal);
  }

  /** The state after the API server crashes between storing a run and starting its workflow. */
  async function forgetWorkflow(id: string): Promise<void> {
    const handle = temporal.workflow.getHandle(`optimization-run/${id}`);
    await handle.terminate('the api died before it started this');
    await eventually(async () => (await handle.describe()).status.name === 'TERMINATED');
  }

  /** The state in MongoDB after a worker crashes between copying a change and completing its workflow task. */
  async function leaveCopy(id: string, change: (state: RunState) => Partial<RunState>): Promise<void> {
    const run = await findRunUnscoped(id);
    if (run === null) throw new Error('no such run');
    await saveRunState(id, { ...run.state, ...change(run.state), revision: run.state.revision + 1 });
  }

  const over = { leaseId: randomUUID(), claimId: randomUUID(), epoch: 1, runnerId: 'lost' };

  describe('a run with a stale copy in MongoDB', () => {
    it('becomes ready again although its copy shows a claim, after that lease has expired', async () => {
      await api.startWorker();
      const id = await createRun(api);
      await runIn(api, id, 'ready');
      const expiresAt = new Date(Date.now() - 60_000).toISOString();
      await leaveCopy(id, () => ({ status: 'running', lease: { ...over, expiresAt } }));
      expect((await claim(api, 0)).status).toBe(204);

      await reconcile();

      expect((await claim(api)).body.run).toMatchObject({ id, epoch: 1, attempts: [{ outcome: null }] });
      await send(api, id, 'cancel');
    });

    it('continues with its lease although its copy shows an end', async () => {
      await api.startWorker();
      const { id, leaseId } = await leasedRun(api);
      await leaveCopy(id, () => ({
        status: 'completed',
        completedAt: new Date().toISOString(),
        lease: null,
      }));

      const beaten = await send(api, id, 'heartbeat', { lease_id: leaseId });
      const failed = await send(api, id, 'fail', {
        lease_id: leaseId,
        agent_turns: 1,
        error_code: 'x',
        error_message: '',
      });

      expect(beaten).toMatchObject({ status: 200, body: { cancel_requested: false } });
      expect(failed).toMatchObject({ status: 200, body: { status: 'preparing' } });
      await runIn(api, id, 'ready');
      await send(api, id, 'cancel');
    });
  });

  describe('a run with more concurrent requests than Temporal accepts', () => {
    it('responds 503 temporal_busy with Retry-After to the excess requests, before the others time out', async () => {
      const id = await createRun(api); // no worker is running

      const responses = await Promise.all(Array.from({ length: 13 }, () => send(api, id, 'cancel')));

      const types = responses.map(({ body }) => body.detail[0].type);
      expect([...new Set(types)].sort()).toEqual(['temporal_busy', 'temporal_unavailable']);
      const busy = responses[types.indexOf('temporal_busy')];
      expect(busy).toMatchObject({ status: 503 });
      expect(busy?.headers.get('retry-after')).toBe('1');
      await forgetWorkflow(id);
    });
  });

  describe('a run in the Temporal UI', () => {
    it('is found by its id, and so are its experiments', async () => {
      await api.startWorker();
      const id = await createRun(api);
      const { baseline_experiment_id } = await runIn(api, id, 'ready');

      const found = await eventually(async () => {
        const workflows = temporal.workflow.list({ query: `AssayOptimizationRunId = "${id}"` });
        const ids: string[] = [];
        for await (const { workflowId } of workflows) ids.push(workflowId);
        return ids.length > 1 && ids;
      });

      expect(found.sort()).toEqual([`experiment/${baseline_experiment_id}`, `optimization-run/${id}`]);
      const { memo } = await temporal.workflow.getHandle(`experiment/${baseline_experiment_id}`).describe();
      expect(memo).toMatchObject({
        name: expect.stringContaining('baseline'),
        model: 'test-model',
        items: 1,
      });
      await send(api, id, 'cancel');
    });
  });

  describe('a run that was stored but not started', () => {
    it('responds 503 to requests, and is started after the grace period', async () => {
      const id = await createRun(api);
      await forgetWorkflow(id);
      const early = await send(api, id, 'cancel');

      await reconcile(60_000);
      const untouched = await readRun(api, id);
      await Promise.all([reconcile(), reconcile()]);
      await api.startWorker();
      const ready = await runIn(api, id, 'ready');

      expect(early).toMatchObject({ status: 503, body: { detail: [{ type: 'temporal_unavailable' }] } });
      expect(untouched).toMatchObject({ status: 'preparing', baseline_experiment_id: null });
      expect(ready).toMatchObject({ baseline_metrics: { issue_rate: 1 } });
      await send(api, id, 'cancel');
    });
  });

  describe('a run whose workflow was terminated', () => {
    it('ends as failed, and its lease with it', async () => {
      await api.startWorker();
      const { id, leaseId } = await leasedRun(api);
      await forgetWorkflow(id);

      await reconcile();
      const late = await send(api, id, 'heartbeat', { lease_id: leaseId });

      expect(await readRun(api, id)).toMatchObject({
        status: 'failed',
        error: { code: 'workflow_lost' },
        attempts: [{ outcome: 'failed', error: { code: 'workflow_lost' } }],
      });
      expect(late).toMatchObject({ status: 409, body: { detail: [{ type: 'run_finished' }] } });
    });
  });
});
