import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createExperimentReconciler } from '../../src/experiments/execution/experiment.reconciler';
import { createExperimentWorkflows } from '../../src/experiments/execution/experiment-workflows';
import { changeExperiment } from '../../src/experiments/store/experiment.repository';
import { findExperimentUnscoped } from '../../src/experiments/store/experiment.unscoped.repository';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { isPolledFrom } from '../../src/platform/temporal/pollers';
import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { experimentBookkeeping } from '../support/experiment-bookkeeping';
import { ModelServer } from '../support/model-server';
import { useApi, useFreshWorkspace } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });

describe('health', () => {
  it('a worker is healthy once it polls its task queue, and only for its own host', async () => {
    const client = connectTemporal(api.config.temporal);
    const { taskQueue } = api.config.temporal;
    const before = await isPolledFrom(client, taskQueue, hostname());

    await api.startWorker();

    expect(before).toBe(false);
    expect(await eventually(() => isPolledFrom(client, taskQueue, hostname()))).toBe(true);
    expect(await isPolledFrom(client, taskQueue, 'another-host')).toBe(false);
    await client.connection.close();
  });
  afterAll(() => api.stopWorker());
});

describe('reconciliation', () => {
  useFreshWorkspace(api, models);

  const logger = createLogger('silent');
  let temporal: ReturnType<typeof connectTemporal>;

  beforeAll(() => {
    models.otherwise({ kind: 'never' });
    temporal = connectTemporal(api.config.temporal);
  });

  afterAll(() => temporal.connection.close());

  async function reconcile(graceMs = 0): Promise<void> {
    const workflows = createExperimentWorkflows(temporal, api.config.temporal.taskQueue);
    const pass = createExperimentReconciler({ workflows, runs: experimentBookkeeping, logger }, graceMs);
    await pass(new AbortController().signal);
  }

  async function createExperiment(request: Record<string, unknown>): Promise<string> {
    const conversation_ids = await importConversations(api, 2);
    const { body } = await api.post('/v1/experiments', {
      name: 'Reconciled',
      model: 'hangs',
      conversation_ids,
      ...request,
    });
    return body.id;
  }

  function ended(id: string) {
    return eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`);
      return body.completed_at === null ? null : body;
    });
  }

  /** The state after the API server crashes between storing an experiment and starting its workflow. */
  async function forgetWorkflow(id: string): Promise<void> {
    await temporal.workflow.getHandle(`experiment/${id}`).terminate('the api died before it started this');
    await eventually(
      async () =>
        (await temporal.workflow.getHandle(`experiment/${id}`).describe()).status.name === 'TERMINATED',
    );
  }

  describe('an experiment that was stored but not started', () => {
    it('is started, and starting is idempotent', async () => {
      const id = await createExperiment({ pass_through: true });
      await forgetWorkflow(id);

      await Promise.all([reconcile(), reconcile()]);
      await api.startWorker();
      const experiment = await ended(id);
      await api.stopWorker();

      expect(experiment).toMatchObject({ status: 'completed', completed_items_count: 2 });
    });

    it('is not started during the grace period', async () => {
      const id = await createExperiment({ pass_through: true });
      await forgetWorkflow(id);

      await reconcile(60_000);

      expect((await temporal.workflow.getHandle(`experiment/${id}`).describe()).status.name).toBe(
        'TERMINATED',
      );
      await changeExperiment({ id, executionNumber: 0 }, ['pending'], { status: 'cancelled' });
    });
  });

  describe('an experiment whose workflow was terminated', () => {
    it('ends as failed, and so do its items', async () => {
      const id = await createExperiment({});
      await api.startWorker();
      await eventually(async () => (await findExperimentUnscoped(id))?.status === 'running');
      await forgetWorkflow(id);

      await reconcile();
      const experiment = await ended(id);

      expect(experiment).toMatchObject({ status: 'failed', status_summary: { failed: 2, total: 2 } });
      const { body } = await api.get(`/v1/experiments/${id}/items`);
      expect(body.items[0]?.error?.code).toBe('workflow_lost');
    });
  });

  describe('a run in the Temporal UI', () => {
    it('shows its name, model, size and workspace, which is its fairness key, too', async () => {
      const id = await createExperiment({ name: `Named ${randomUUID()}`, pass_through: true });

      const description = await temporal.workflow.getHandle(`experiment/${id}`).describe();

      expect(description.memo).toMatchObject({ model: 'hangs', evaluator: 'grounding', items: 2 });
      expect(description.searchAttributes).toMatchObject({
        AssayWorkspaceId: [api.workspaceId],
        AssayModel: ['hangs'],
      });
      expect(await description.staticSummary()).toContain('2 conversations with hangs');
      expect(description.priority).toMatchObject({ fairnessKey: api.workspaceId });
    });
  });
});
