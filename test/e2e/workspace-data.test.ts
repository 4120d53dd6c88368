import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createDeletionReconciler } from '../../src/access/workspaces/deletion.reconciler';
import { createRetentionReconciler } from '../../src/access/workspaces/retention.reconciler';
import { changeRetention } from '../../src/access/workspaces/workspace.repository';
import { createWorkspaceWorkflows } from '../../src/access/workspaces/workspace-workflows';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { createRun, leaseOn } from '../support/optimization-runs';
import { chatAttributes, exportOf, jsonSpan } from '../support/otlp-spans';
import { login, makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';
import { collectionsNaming } from '../support/workspace-traces';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);

describe('retention', () => {
  let temporal: ReturnType<typeof connectTemporal>;

  beforeAll(() => {
    temporal = connectTemporal(api.config.temporal);
  });

  afterAll(async () => {
    await api.stopWorker();
    await temporal.connection.close();
  });

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
});

describe('deletion', () => {
  useFreshWorkspace(api, models);

  let temporal: ReturnType<typeof connectTemporal>;

  beforeAll(() => {
    temporal = connectTemporal(api.config.temporal);
  });

  afterAll(() => temporal.connection.close());

  const detection = {
    messages: [
      { role: 'user', content: 'When did the library open?' },
      { role: 'assistant', content: 'It opened in 1887.' },
    ],
  };

  const remove = (id: string, name: string, options = {}) =>
    contract.call('deleteWorkspace', {
      params: { id },
      query: { confirm: name },
      workspaceId: null,
      ...options,
    });

  function deleted(id: string) {
    return eventually(async () => {
      const { body } = await contract.call('getWorkspaceDeletion', { params: { id }, workspaceId: null });
      return body.status === 'completed' && body;
    });
  }

  describe('DELETE /v1/workspaces/{id}', () => {
    it('responds 422 to another name, and deletes nothing', async () => {
      const id = await makeWorkspace(api, 'Precious');

      const other = await remove(id, 'precious');
      const without = await contract.call('deleteWorkspace', { params: { id: 'nine' }, workspaceId: null });

      expect(problems(other)).toEqual(['query.confirm value_error']);
      expect(problems(without)).toEqual(['path.id uuid_parsing', 'query.confirm missing']);
      expect((await api.get(`/v1/workspaces/${id}`)).status).toBe(200);
    });

    it('is only for admins with a session: 403 to other members, 404 to strangers', async () => {
      const id = await makeWorkspace(api, 'Precious');
      const contributor = await makeMember(api, 'contributor', id);
      const outsider = await makeMember(api, 'admin', await makeWorkspace(api));
      const { key } = await makeWorkspaceKey(api, id);

      const responses = [
        await remove(id, 'Precious', { key: contributor.key }),
        await remove(id, 'Precious', { key }),
        await remove(id, 'Precious', {
          key: null,
          headers: { cookie: await login(api), origin: 'https://evil.example' },
        }),
        await remove(id, 'Precious', { key: outsider.key }),
        await remove(randomUUID(), 'Precious', { key: outsider.key }),
        await contract.call('getWorkspaceDeletion', { key, params: { id }, workspaceId: null }),
        await contract.call('getWorkspaceDeletion', { params: { id }, workspaceId: null }),
        await contract.call('getWorkspaceDeletion', { params: { id: 'nine' }, workspaceId: null }),
        await contract.call('getWorkspaceDeletion', { key: null, params: { id }, workspaceId: null }),
        await remove(id, 'Precious', { key: null }),
      ];

      expect(responses.map((response) => [response.status, response.body.detail[0].type])).toEqual([
        [403, 'role_insufficient'],
        [403, 'credential_forbidden'],
        [403, 'cross_site_request'],
        [404, 'not_found'],
        [404, 'not_found'],
        [403, 'credential_forbidden'],
        [404, 'not_found'],
        [422, 'uuid_parsing'],
        [401, 'not_authenticated'],
        [401, 'not_authenticated'],
      ]);
    });

    it('hides the workspace from members and keys immediately, before its content is deleted', async () => {
      const id = await makeWorkspace(api, 'Gone');
      const member = await makeMember(api, 'viewer', id);
      const { key } = await makeWorkspaceKey(api, id);
      await api.post('/v1/conversations', makeConversation(), { workspaceId: id });

      const { status, body } = await remove(id, 'Gone');

      expect(status).toBe(202);
      expect(body).toEqual({
        workspace_id: id,
        status: 'pending',
        deleted_count: 0,
        total_count: null,
        requested_at: expect.any(String),
        completed_at: null,
      });
      const absent = await api.get(`/v1/workspaces/${randomUUID()}`);
      const responses = [
        await api.get(`/v1/workspaces/${id}`),
        await api.request('PATCH', `/v1/workspaces/${id}`, { body: { name: 'Back' } }),
        await api.get(`/v1/workspaces/${id}/members`),
      ];
      for (const response of responses) expect([response.status, response.body]).toEqual([404, absent.body]);
      const listed = (await api.get('/v1/workspaces')).body.items as { id: string }[];
      expect(listed.map((workspace) => workspace.id)).not.toContain(id);
      expect((await api.get('/v1/conversations', { workspaceId: id })).status).toBe(403);
      expect((await api.get('/v1/conversations', { workspaceId: id, key: member.key })).status).toBe(403);
      const byKey = await api.post('/v1/detect-hallucinations', detection, { key, workspaceId: null });
      expect([byKey.status, byKey.body.detail[0].type]).toEqual([401, 'api_key_unknown']);
      // Only former admins can read the progress.
      const byMember = { key: member.key, params: { id }, workspaceId: null };
      expect((await contract.call('getWorkspaceDeletion', byMember)).status).toBe(404);
      expect((await remove(id, 'any name')).body).toEqual(body);
    });

    it('is executed as soon as a worker runs, and started by the reconciler if necessary', async () => {
      const id = await makeWorkspace(api, 'Forgotten');
      await api.post('/v1/conversations', makeConversation(), { workspaceId: id });
      await remove(id, 'Forgotten');
      // The state after the API server crashes between storing the deletion and starting its workflow.
      const workflow = temporal.workflow.getHandle(`workspace-deletion/${id}`);
      await eventually(() =>
        workflow.terminate('the api died before it started this').then(
          () => true,
          () => false,
        ),
      );
      await api.startWorker();

      const workflows = createWorkspaceWorkflows(temporal, api.config.temporal.taskQueue);
      await createDeletionReconciler(
        { workflows, logger: createLogger('silent') },
        0,
      )(new AbortController().signal);

      const { deleted_count, total_count } = await deleted(id);
      expect(deleted_count).toBe(total_count);
      expect(await collectionsNaming(id)).toEqual({ workspace_deletions: 1 });
    });

    it('leaves nothing behind during full activity in the workspace, and does not touch other workspaces', async () => {
      models.otherwise({ kind: 'slow', ms: 300, next: { kind: 'text', text: 'It was opened in 1887.' } });
      const id = await makeWorkspace(api, 'Busy');
      const home = api.workspaceId;
      const kept = await importConversations(api, 3);
      await api.request('PATCH', `/v1/workspaces/${id}`, {
        body: { online_evaluation: { enabled: true }, retention_days: 30 },
      });
      api.workspaceId = id;
      const conversationIds = await importConversations(api, 40);
      const experiment = {
        name: 'Endless',
        model: 'slow',
        conversation_ids: conversationIds,
        concurrency: 3,
      };
      await api.post('/v1/experiments', experiment);
      await createRun(api, {}, 2);
      const leased = await createRun(api, {}, 2);
      await leaseOn(api, leased).catch(() => undefined);
      const { key } = await makeWorkspaceKey(api, id);
      api.workspaceId = home;

      let isOver = false;
      const options = { workspaceId: id };
      const activities = [
        () => api.post('/v1/conversations', makeConversation(), options),
        () => api.post('/v1/detect-hallucinations', detection, { key, workspaceId: null }),
        () =>
          api.post(
            '/v1/traces',
            exportOf(
              jsonSpan(
                {
                  traceId: randomUUID().replaceAll('-', ''),
                  spanId: randomUUID().replaceAll('-', '').slice(0, 16),
                  startMs: Date.now(),
                },
                chatAttributes([['user', 'When did it open?']], 'In 1887.'),
              ),
            ),
            options,
          ),
        () =>
          api.post(
            '/v1/experiments',
            { ...experiment, conversation_ids: conversationIds.slice(0, 2) },
            options,
          ),
        () =>
          api.post('/v1/api-keys', { name: 'k', scope: 'workspace', expires_in_days: 1, workspace_id: id }),
        () => api.put('/v1/issue-config', { labels: [{ name: randomUUID() }] }, options),
        () =>
          api.post(
            '/v1/evaluators',
            { name: randomUUID(), kind: 'llm_judge', config: { model: 'judge' } },
            options,
          ),
        () =>
          api.request('PATCH', `/v1/workspaces/${id}`, {
            body: { retention_days: 1 + Math.floor(Math.random() * 99) },
          }),
        () => api.get('/v1/analytics/agent-summary-stats?filter=', options),
      ].map(async (act) => {
        const statuses = new Set<number>();
        while (!isOver) statuses.add((await act()).status);
        return statuses;
      });
      await eventually(async () => models.requests.length > 5);

      const begun = await remove(id, 'Busy');
      const { deleted_count } = await deleted(id);
      const atCompletion = await collectionsNaming(id);
      isOver = true;
      const statuses = await Promise.all(activities);

      expect(begun.status).toBe(202);
      expect(atCompletion).toEqual({ workspace_deletions: 1 });
      expect(await collectionsNaming(id)).toEqual({ workspace_deletions: 1 });
      expect(await mongoose.connection.collection('runcandidates').countDocuments()).toBe(0);
      expect(deleted_count).toBeGreaterThan(200);
      for (const seen of statuses) for (const status of seen) expect(status).toBeLessThan(500);
      const workflows = createWorkspaceWorkflows(temporal, api.config.temporal.taskQueue);
      await eventually(async () => (await workflows.listRunning(id)).length === 0);
      expect(
        await mongoose.connection.collection('conversations').countDocuments({ workspaceId: home }),
      ).toBe(kept.length);
    });

    it('never reuses the id', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const { body } = await api.post('/v1/workspaces', { name: 'Once' }, { headers });
      await remove(body.id, 'Once');
      // The response of the request is lost, as after a crash, but not its id.
      await mongoose.connection
        .collection('idempotency_keys')
        .updateOne({ resourceId: body.id }, { $set: { answer: null, lockedUntil: new Date(0) } });

      const again = await api.post('/v1/workspaces', { name: 'Once' }, { headers });

      expect([again.status, again.body.detail[0].type]).toEqual([409, 'conflict']);
    });
  });

  it('responded with every documented status', () => {
    expect(contract.unwitnessed('Workspace deletion')).toEqual([]);
  });
});
