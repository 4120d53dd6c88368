import { randomUUID } from 'node:crypto';
import { createOptimizationWorkflows } from '../../src/optimization/runs/optimization-workflows';
import { createRunReconciler } from '../../src/optimization/runs/run.reconciler';
import { saveRunState } from '../../src/optimization/runs/run.repository';
import { findRunUnscoped } from '../../src/optimization/runs/run.unscoped.repository';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import type { RunState } from '../../workflows/optimization-run/run-state';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import {
  claim,
  createRun,
  enterFreshWorkspace,
  leasedRun,
  readRun,
  replyByPrompt,
  runIn,
  send,
} from '../support/optimization-runs';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const logger = createLogger('silent');
const api = useApi({ models });
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
  }, 60_000);

  it('continues with its lease although its copy shows an end', async () => {
    await api.startWorker();
    const { id, leaseId } = await leasedRun(api);
    await leaveCopy(id, () => ({ status: 'completed', completedAt: new Date().toISOString(), lease: null }));

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
  }, 60_000);
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
  }, 60_000);
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
    expect(memo).toMatchObject({ name: expect.stringContaining('baseline'), model: 'test-model', items: 1 });
    await send(api, id, 'cancel');
  }, 60_000);
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
  }, 60_000);
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
  }, 60_000);
});
