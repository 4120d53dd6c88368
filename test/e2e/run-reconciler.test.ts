import { createLogger } from '../../src/logging';
import { reconcileRuns } from '../../src/optimization-runs/run.reconciler';
import { connectTemporal } from '../../src/temporal/connection';
import { createOptimizationWorkflows } from '../../src/temporal/optimization-workflows';
import { eventually } from '../support/api';
import { ModelServer } from '../support/model-server';
import { answerByPrompt, createRun, leasedRun, readRun, runIn, send } from '../support/optimization-runs';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const logger = createLogger('silent');
const api = useApi({ models });
let temporal: ReturnType<typeof connectTemporal>;

beforeAll(() => {
  answerByPrompt(models);
  temporal = connectTemporal(api.config.temporal);
});
afterEach(() => api.stopWorker());
afterAll(() => temporal.connection.close());

function reconcile(graceMs = 0): Promise<void> {
  const workflows = createOptimizationWorkflows(temporal, api.config.temporal.taskQueue);
  return reconcileRuns({ workflows, logger }, graceMs);
}

/** What is left when the api dies between storing a run and starting its workflow. */
async function forgetWorkflow(id: string): Promise<void> {
  const handle = temporal.workflow.getHandle(`optimization-run/${id}`);
  await handle.terminate('the api died before it started this');
  await eventually(async () => (await handle.describe()).status.name === 'TERMINATED');
}

describe('a run that was stored but not started', () => {
  it('responds 503 to messages, is left to the api for the time of grace, and then started', async () => {
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

describe('a run whose workflow was ended from outside', () => {
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
