import { randomUUID } from 'node:crypto';
import { createRoutes } from '../../src/api-server';
import { hasRole, type Role } from '../../src/platform/http/caller';
import type { Route } from '../../src/platform/http/route';
import { connectTemporal } from '../../src/platform/temporal/connection';
import type { ApiResponse, RequestOptions } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { storeCalibration } from '../support/calibrations';
import { unknownParam } from '../support/contract';
import { firstOf } from '../support/first-of';
import { makeJudgedReply } from '../support/judged-replies';
import {
  countDocuments,
  login,
  makeExpiredKey,
  makeMember,
  makeRevokedKey,
  makeWorkspace,
  makeWorkspaceKey,
} from '../support/people';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
let routes: Route[];
let elsewhere: string;
beforeAll(async () => {
  const temporal = connectTemporal(api.config.temporal);
  routes = createRoutes(api.config, temporal).filter(({ access }) => access === 'workspace');
  await temporal.connection.close();
  elsewhere = await makeWorkspace(api, 'Elsewhere');
});

/**
 * Calls a route with unknown ids and without a body. Telemetry routes accept an empty export: authorized
 * callers send that, and others the example, which would be stored.
 */
function call(route: Route, options: RequestOptions, isLetThrough: boolean): Promise<ApiResponse> {
  const takesExports = route.streams !== undefined && route.body === undefined;
  const body = isLetThrough ? {} : route.example?.request;
  return api.request(
    route.method.toUpperCase(),
    route.path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => unknownParam(name)),
    takesExports ? { ...options, body } : options,
  );
}

type Verdict = [status: number, type: string];
const pass =
  (role: Role) =>
  (route: Route): Verdict | 'passes' =>
    hasRole(role, route.role ?? 'viewer') ? 'passes' : [403, 'role_insufficient'];

const credentials: [
  string,
  () => Promise<RequestOptions>,
  Verdict | ((route: Route) => Verdict | 'passes'),
][] = [
  ['no credential', async () => ({ key: null }), [401, 'not_authenticated']],
  ['garbage', async () => ({ key: 'garbage' }), [401, 'api_key_malformed']],
  ['a revoked key', async () => ({ key: (await makeRevokedKey(api)).key }), [401, 'api_key_revoked']],
  ['an expired key', async () => ({ key: (await makeExpiredKey(api)).key }), [401, 'api_key_expired']],
  [
    'a session that names no workspace',
    async () => ({ key: null, workspaceId: null, headers: { cookie: await login(api) } }),
    [422, 'missing'],
  ],
  [
    'a session of a stranger',
    async () => ({ key: null, headers: { cookie: (await makeMember(api, 'admin', elsewhere)).cookie } }),
    [403, 'workspace_forbidden'],
  ],
  ['a user-scoped key that names no workspace', async () => ({ workspaceId: null }), [422, 'missing']],
  [
    'a user-scoped key of a stranger',
    async () => ({ key: (await makeMember(api, 'admin', elsewhere)).key }),
    [403, 'workspace_forbidden'],
  ],
  [
    'a user-scoped key for an absent workspace',
    async () => ({ workspaceId: randomUUID() }),
    [403, 'workspace_forbidden'],
  ],
  [
    'a key of another workspace',
    async () => ({ key: (await makeWorkspaceKey(api, elsewhere)).key }),
    [403, 'workspace_forbidden'],
  ],
  [
    'a key of this workspace that names another',
    async () => ({ key: (await makeWorkspaceKey(api)).key, workspaceId: elsewhere }),
    [403, 'workspace_forbidden'],
  ],
  [
    'a key of this workspace',
    async () => ({ key: (await makeWorkspaceKey(api)).key, workspaceId: null }),
    pass('contributor'),
  ],
  ['a viewer', async () => ({ key: (await makeMember(api, 'viewer')).key }), pass('viewer')],
  ['a contributor', async () => ({ key: (await makeMember(api, 'contributor')).key }), pass('contributor')],
  ['an admin', async () => ({ key: (await makeMember(api, 'admin')).key }), pass('admin')],
  [
    'a session of an admin',
    async () => ({ key: null, headers: { cookie: await login(api) } }),
    pass('admin'),
  ],
];

describe('every route of a workspace', () => {
  it.each(credentials)('with %s responds as specified and changes nothing', async (_name, make, expected) => {
    const options = await make();
    const before = await countDocuments();

    for (const route of routes) {
      const verdict = typeof expected === 'function' ? expected(route) : expected;
      const response = await call(route, options, verdict === 'passes');
      const type = response.body.detail?.[0].type;
      // An authorized request without ids and body fails validation, or reads.
      if (verdict === 'passes') expect([200, 404, 422]).toContain(response.status);
      else {
        expect({ route: route.operationId, response: [response.status, type] }).toEqual({
          route: route.operationId,
          response: verdict,
        });
        contract.checkResponse(route.operationId, response);
      }
    }

    expect(await countDocuments()).toEqual(before);
  });

  it('responded with 403, as documented', () => {
    const closed = contract.operations.filter(({ isInWorkspace }) => isInWorkspace);

    expect(closed.filter(({ operationId }) => !contract.hasWitnessed(operationId, 403))).toEqual([]);
  });
});

it('allows viewers only to read', () => {
  // Have a body, and change nothing.
  const readsWithBody = ['validateFilter', 'estimateExperiment'];
  const isRead = ({ method, operationId }: Route) => method === 'get' || readsWithBody.includes(operationId);
  const writes = routes.filter((route) => !isRead(route));

  const forAdmins = ['createCalibration', 'activateCalibration', 'deactivateCalibration'];

  expect(writes.map(({ operationId, role }) => [operationId, role])).toEqual(
    writes.map(({ operationId }) => [operationId, forAdmins.includes(operationId) ? 'admin' : 'contributor']),
  );
});

/** A review queue whose only item is claimed, and a finding of its reply. */
async function makeReviewed() {
  const judged = await makeJudgedReply(api);
  const filter = `conversation_id = ${judged.conversationId}`;
  const queue = (await api.post('/v1/review-queues', { name: 'x', source: { filter } })).body;
  const claimed = firstOf((await api.post(`/v1/review-queues/${queue.id}/claim`, {})).body.items);
  return { message: judged.messageId, findingId: judged.findingId, queue, claimed };
}

describe('a resource of another workspace', () => {
  it('cannot be read, deleted or changed, and is indistinguishable from an absent one', async () => {
    const [conversationId] = await importConversations(api, 1);
    const evaluator = firstOf((await api.get('/v1/evaluators')).body.items);
    const experiment = (
      await api.post('/v1/experiments', {
        name: 'x',
        model: 'm',
        pass_through: true,
        conversation_ids: [conversationId],
      })
    ).body;
    const item = firstOf((await api.get(`/v1/experiments/${experiment.id}/items`)).body.items);
    const run = (
      await api.post('/v1/optimization-runs', {
        name: 'x',
        model: 'embedded/extractive',
        conversation_ids: [conversationId],
        objective: { metric: 'issue_rate', direction: 'minimize' },
      })
    ).body;
    const schedule = (
      await api.post('/v1/schedules', {
        name: 'x',
        cron: '0 0 1 1 *',
        time_zone: 'UTC',
        overlap: 'skip',
        experiment: { name: 'x', model: 'm', pass_through: true, conversation_ids: [String(conversationId)] },
      })
    ).body;
    const set = (
      await api.post('/v1/sets', { name: randomUUID(), conversation_ids: [String(conversationId)] })
    ).body;
    const lease = { lease_id: randomUUID(), agent_turns: 0 };
    const { message, queue, claimed, findingId } = await makeReviewed();
    const token = { lease_id: claimed.lease.lease_id, epoch: claimed.lease.epoch };
    const bodies: Record<string, unknown> = {
      heartbeatOptimizationRun: lease,
      proposeCandidate: { lease_id: lease.lease_id, candidate_key: 'a', system_prompt: 'Stolen.' },
      completeOptimizationRun: { ...lease, best_candidate_id: null, summary: '' },
      failOptimizationRun: { ...lease, error_code: 'x', error_message: '' },
      releaseOptimizationRun: lease,
      rejudgeExperiment: {},
      createFreshBaseline: {},
      addExperimentItems: { conversation_ids: [conversationId] },
      addSetVersion: { conversation_ids: [conversationId] },
      reviewReply: { verdict: 'clean' },
      reviewFinding: { verdict: 'rejected' },
      claimReviewItems: {},
      heartbeatReviewItem: token,
      completeReviewItem: { ...token, verdict: 'clean' },
      activateCalibration: {},
    };
    const ids: Record<string, string> = {
      run_id: run.id,
      conversation_id: String(conversationId),
      id: evaluator.id,
      experiment_id: experiment.id,
      item_id: item.id,
      evaluation_id: (await api.post('/v1/evaluations', { filter: 'role = assistant' })).body.id ?? '',
      set_id: set.id,
      schedule_id: schedule.id,
      version: unknownParam('version'),
      message_id: message,
      finding_id: findingId,
      queue_id: queue.id,
      calibration_id: await storeCalibration({ workspaceId: api.workspaceId, evaluatorId: evaluator.id }),
    };
    const before = await countDocuments();

    for (const route of routes.filter(({ params }) => params !== undefined)) {
      const fill = (idOf: (name: string) => string) =>
        route.path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => idOf(name));
      const body = route.body === undefined ? undefined : (bodies[route.operationId] ?? { name: 'stolen' });
      const method = route.method.toUpperCase();
      const search = route.operationId === 'getThresholdEffect' ? '?max_flagged_clean_share=0.05' : '';
      const foreign = await api.request(
        method,
        fill((name) =>
          name === 'item_id' && route.path.includes('review-queues')
            ? claimed.id
            : (ids[name] ?? experiment.id),
        ) + search,
        { workspaceId: elsewhere, body },
      );
      const absent = await api.request(method, fill(unknownParam) + search, { workspaceId: elsewhere, body });
      expect([route.operationId, foreign.status]).toEqual([route.operationId, 404]);
      expect(foreign.body).toEqual(absent.body);
    }

    const filtered = `/v1/experiments/${experiment.id}/items?status=${item.status}`;
    expect((await api.get(filtered, { workspaceId: elsewhere })).status).toBe(404);
    expect(await countDocuments()).toEqual(before);
    expect((await api.get(`/v1/evaluators/${evaluator.id}`)).body).toEqual(evaluator);
  });

  it('is in no list, and its cursors are rejected', async () => {
    await importConversations(api, 2);
    for (let count = 0; count < 2; count += 1)
      await api.post('/v1/evaluators', { name: randomUUID(), kind: 'grounding' });
    for (let count = 0; count < 2; count += 1)
      await api.post('/v1/detect-hallucinations', makeConversation());

    for (let count = 0; count < 2; count += 1)
      await api.post('/v1/evaluations', { filter: 'role = assistant' });

    await makeReviewed();
    await makeReviewed();
    const lists = [
      'conversations',
      'evaluations',
      'messages',
      'evaluators',
      'findings',
      'review-queues',
    ] as const;
    for (const list of lists) {
      const own = (await api.get(`/v1/${list}?limit=1`)).body;
      const theirs = await api.get(`/v1/${list}?limit=100`, { workspaceId: elsewhere });
      const withCursor = await api.get(`/v1/${list}?limit=1&cursor=${own.next_page_cursor}`, {
        workspaceId: elsewhere,
      });
      expect(theirs.body.items.map(({ id }: { id: string | null }) => id)).not.toContain(own.items[0]?.id);
      expect(withCursor).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } });
    }
    for (const list of ['experiments', 'optimization-runs'] as const)
      expect((await api.get(`/v1/${list}`, { workspaceId: elsewhere })).body.items).toEqual([]);
  });

  it('cannot be referred to', async () => {
    const [own] = await importConversations(api, 1);
    const { body: theirs } = await api.post('/v1/conversations', makeConversation(), {
      workspaceId: elsewhere,
    });
    const evaluatorId = firstOf((await api.get('/v1/evaluators', { workspaceId: elsewhere })).body.items).id;
    const request = { name: 'x', model: 'm', pass_through: true, conversation_ids: [own] };
    const conversation = await api.post('/v1/experiments', {
      ...request,
      conversation_ids: [own, theirs.id],
    });
    const evaluator = await api.post('/v1/experiments', { ...request, evaluator_id: evaluatorId });
    const { body: experiment } = await api.post('/v1/experiments', request);
    const before = await countDocuments();
    const added = await Promise.all(
      [{ conversation_ids: [own, theirs.id] }, { evaluator_id: evaluatorId }].map((body) =>
        api.post(`/v1/experiments/${experiment.id}/items`, body),
      ),
    );

    expect(conversation).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'conversation_ids', '1'], type: 'value_error', input: theirs.id }] },
    });
    expect(evaluator).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'evaluator_id'], type: 'value_error', input: evaluatorId }] },
    });
    expect(added).toMatchObject([
      { status: 422, body: { detail: [{ loc: ['body', 'conversation_ids', '1'], type: 'value_error' }] } },
      { status: 422, body: { detail: [{ loc: ['body', 'evaluator_id'], type: 'value_error' }] } },
    ]);
    expect(await countDocuments()).toEqual(before);
  });

  it('does not share Idempotency-Keys', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = makeConversation();

    const here = await api.post('/v1/conversations', body, { headers });
    const there = await api.post('/v1/conversations', body, { headers, workspaceId: elsewhere });

    expect([here.status, there.status]).toEqual([201, 201]);
    expect(there.body.id).not.toBe(here.body.id);
  });
});
