import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createRetentionReconciler } from '../../src/access/workspaces/retention.reconciler';
import { changeRetention } from '../../src/access/workspaces/workspace.repository';
import { createWorkspaceWorkflows } from '../../src/access/workspaces/workspace-workflows';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeWorkspace } from '../support/people';
import { useApi } from '../support/use-api';

const api = useApi();
let temporal: ReturnType<typeof connectTemporal>;

beforeAll(() => {
  temporal = connectTemporal(api.config.temporal);
});

afterAll(() => temporal.connection.close());

const patch = (retention_days: number | null) =>
  api.request('PATCH', `/v1/workspaces/${api.workspaceId}`, { body: { retention_days } });
const read = async (workspaceId: string) => (await api.get(`/v1/workspaces/${workspaceId}`)).body;

function applied(workspaceId = api.workspaceId) {
  return eventually(async () => {
    const { retention_progress } = await read(workspaceId);
    return retention_progress?.status === 'completed' && retention_progress;
  });
}

/** The distinct expiries of stored messages, as days after they were stored. */
async function storedDays(workspaceId = api.workspaceId): Promise<(number | null)[]> {
  const messages = await mongoose.connection.collection('messages').find({ workspaceId }).toArray();
  const days = messages.map(({ storedAt, expireAt }) =>
    expireAt === null ? null : (expireAt - storedAt) / 86_400_000,
  );
  return [...new Set(days)];
}

async function reconcile(graceMs = 0): Promise<void> {
  const workflows = createWorkspaceWorkflows(temporal, api.config.temporal.taskQueue);
  const pass = createRetentionReconciler({ workflows, logger: createLogger('silent') }, graceMs);
  await pass(new AbortController().signal);
}

describe('a changed retention', () => {
  it('is shown as pending immediately, and applied as soon as a worker runs', async () => {
    await importConversations(api, 3);

    const { status, body } = await patch(7);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      retention_days: 7,
      retention_progress: { status: 'pending', processed_count: 0, total_count: null, completed_at: null },
    });
    await api.startWorker();
    const progress = await applied();
    expect(progress.processed_count).toBe(progress.total_count);
    expect(await storedDays()).toEqual([7]);
  });

  it('is applied with its latest value', async () => {
    for (const days of [30, null, 3]) await patch(days);

    await applied();
    expect(await storedDays()).toEqual([3]);
  });

  it('whose workflow was never started is started after the grace period', async () => {
    // Another workspace: in that of the earlier changes, their signals may still be arriving.
    const workspaceId = await makeWorkspace(api);
    await api.post('/v1/conversations', makeConversation(), { workspaceId });
    // The state after the API server crashes between storing the change and starting the workflow.
    await changeRetention(workspaceId, 14, { changeId: randomUUID(), now: new Date() });

    await reconcile(60_000);
    expect((await read(workspaceId)).retention_progress?.status).toBe('pending');
    await reconcile();

    await applied(workspaceId);
    expect(await storedDays(workspaceId)).toEqual([14]);
  });
});
