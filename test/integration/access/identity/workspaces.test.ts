import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { removeAccount } from '../../../../src/access/accounts/account-removal';
import type { User } from '../../../../src/access/users/user.repository';
import { defaultOnlineEvaluation } from '../../../../src/access/workspaces/workspace.repository';
import { createWorkspaceService } from '../../../../src/access/workspaces/workspace.service';
import { createWorkspaceDeletionService } from '../../../../src/access/workspaces/workspace-deletion.service';
import type { Role } from '../../../../src/platform/http/caller';
import { Pager } from '../../../../src/platform/http/pager';
import { useDatabase } from '../../../support/database';
import { testKeys } from '../../../support/keys';
import { IdentityApi, makeUser, makeWorkspace, noHooks } from './identity-api';

const noDeletion = { deleteKeys: async () => {}, startDeletion: () => {} };

useDatabase();

const createdIn: { workspaceId: string; isInTransaction: boolean }[] = [];
const retentions: string[] = [];
let api: IdentityApi;
let admin: User;
let cookie: string;
beforeAll(async () => {
  api = await IdentityApi.start({
    hooks: {
      onWorkspaceCreated: async (workspaceId, session) => {
        const companions = mongoose.connection.collection<{ _id: string }>('companions');
        await companions.insertOne({ _id: workspaceId }, { session });
        createdIn.push({ workspaceId, isInTransaction: session.inTransaction() });
        const workspace = await mongoose.connection
          .collection<{ _id: string; name: string }>('workspaces')
          .findOne({ _id: workspaceId }, { session });
        if (workspace?.name === 'refused by the hook') throw new Error('the hook failed');
      },
      applyRetention: (workspaceId) => {
        retentions.push(workspaceId);
      },
    },
  });
  await mongoose.connection.createCollection('companions');
  admin = await makeUser();
  cookie = await api.login(admin.email);
});
afterAll(() => api.close());

const create = (body: unknown, headers = {}) => api.call('POST', '/v1/workspaces', { cookie, body, headers });
const get = (id: string, as = cookie) => api.call('GET', `/v1/workspaces/${id}`, { cookie: as });
const patch = (id: string, body: unknown, as = cookie) =>
  api.call('PATCH', `/v1/workspaces/${id}`, { cookie: as, body });

async function join(workspaceId: string, role: Role): Promise<string> {
  const user = await makeUser();
  await api.join(cookie, workspaceId, user.email, role);
  return api.login(user.email);
}

describe('the limit of workspaces of a user', () => {
  const MAX = 3;
  const workspaces = createWorkspaceService({
    pager: new Pager(testKeys()),
    hooks: noHooks,
    maxPerUser: MAX,
  });
  const callerOf = ({ id, name }: User) => ({ kind: 'session', userId: id, userName: name }) as const;
  const add = (user: User, id = randomUUID()) =>
    workspaces.create(
      callerOf(user),
      { name: 'One of many', retentionDays: null, onlineEvaluation: defaultOnlineEvaluation },
      id,
    );
  const refused = {
    code: 'limit_reached',
    ctx: { limit: 'workspaces_per_user', used: MAX, max: MAX },
  };

  it('holds when many are created at once', async () => {
    const user = await makeUser();

    const made = await Promise.allSettled(Array.from({ length: 2 * MAX }, () => add(user)));

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
  });

  it('counts those that were handed over or deleted, and lets a repeated request have its own', async () => {
    const [user, heir] = [await makeUser(), await makeUser()];
    const own = await api.login(user.email);
    const first = await add(user);
    const second = await add(user);
    const id = randomUUID();
    await add(user, id);

    await api.join(own, first.id, heir.email, 'admin');
    await api.call('DELETE', `/v1/workspaces/${first.id}/members/${user.id}`, { cookie: own });
    await createWorkspaceDeletionService(noDeletion).request(callerOf(user), second.id, second.name);

    await expect(add(user)).rejects.toMatchObject(refused);
    expect((await add(user, id)).id).toBe(id);
  });

  it('leaves no workspace to an account that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await makeUser();

      const [made] = await Promise.allSettled([add(user), removeAccount(user.id, false)]);

      const left = await mongoose.connection.collection('memberships').countDocuments({ userId: user.id });
      const isThere =
        (await mongoose.connection.collection('users').countDocuments({ email: user.email })) === 1;
      // Either the deletion came first, or it was rejected because of the workspace.
      expect([made.status, left, isThere]).toEqual(
        made.status === 'fulfilled' ? ['fulfilled', 1, true] : ['rejected', 0, false],
      );
    }
  });
});

describe('POST /v1/workspaces', () => {
  it('makes its creator admin', async () => {
    const response = await create({ name: 'New' });

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      name: 'New',
      retention_days: null,
      retention_progress: null,
      online_evaluation: { enabled: false, sample_rate: 1 },
      role: 'admin',
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await get(response.body.id)).body).toEqual(response.body);
  });

  it('adds what belongs to it in the same transaction', async () => {
    const { id } = (await create({ name: 'New', retention_days: 30 })).body;

    expect(createdIn).toContainEqual({ workspaceId: id, isInTransaction: true });
    expect(
      await mongoose.connection.collection<{ _id: string }>('companions').findOne({ _id: id }),
    ).not.toBeNull();
  });

  it('leaves nothing behind when that fails', async () => {
    const response = await create({ name: 'refused by the hook' });
    const workspaceId = createdIn.at(-1)?.workspaceId ?? '';

    expect(response.status).toBe(500);
    expect(
      await mongoose.connection.collection<{ _id: string }>('companions').findOne({ _id: workspaceId }),
    ).toBeNull();
    expect((await get(workspaceId)).status).toBe(404);
    expect(await mongoose.connection.collection('memberships').countDocuments({ workspaceId })).toBe(0);
  });

  it('creates one workspace for a repeated request, even if the first response was lost', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await create({ name: 'Once' }, headers);
    // As if the process had crashed before it could store its response.
    await mongoose.connection
      .collection('idempotency_keys')
      .updateMany({}, { $set: { answer: null, lockedUntil: new Date(0) } });

    const again = await create({ name: 'Once' }, headers);

    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  it.each([
    [{}, 'name', 'missing'],
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: 'x', retention_days: 0 }, 'retention_days', 'greater_than_equal'],
    [{ name: 'x', retention_days: 1.5 }, 'retention_days', 'int_from_float'],
    [
      { name: 'x', online_evaluation: { sample_rate: 1.1 } },
      'online_evaluation.sample_rate',
      'less_than_equal',
    ],
    [
      { name: 'x', online_evaluation: { sample_rate: -0.1 } },
      'online_evaluation.sample_rate',
      'greater_than_equal',
    ],
    [{ name: 'x', online_evaluation: { enabled: 'on' } }, 'online_evaluation.enabled', 'bool_parsing'],
  ])('responds 422 to %j', async (body, field, type) => {
    const response = await create(body);

    expect([response.status, response.body.detail[0].loc, response.body.detail[0].type]).toEqual([
      422,
      ['body', ...field.split('.')],
      type,
    ]);
  });

  it('is closed to a workspace-scoped key', async () => {
    const body = {
      name: 'ci',
      expires_in_days: 1,
      scope: 'workspace',
      workspace_id: await makeWorkspace(admin),
    };
    const { key } = (await api.call('POST', '/v1/api-keys', { cookie, body })).body;

    const response = await api.call('POST', '/v1/workspaces', { key, body: { name: 'x' } });

    expect([response.status, response.body.detail[0].type]).toEqual([403, 'credential_forbidden']);
  });
});

describe('GET /v1/workspaces', () => {
  it("pages through the caller's workspaces, newest first", async () => {
    const user = await makeUser();
    const own = await api.login(user.email);
    const ids = [await makeWorkspace(user), await makeWorkspace(user), await makeWorkspace(user)];

    const first = await api.call('GET', '/v1/workspaces?limit=2', { cookie: own });
    const second = await api.call('GET', `/v1/workspaces?limit=2&cursor=${first.body.next_page_cursor}`, {
      cookie: own,
    });

    expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    expect(second.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
    expect(first.body.query).toEqual({ limit: 2, cursor: null });
  });

  it('shows a workspace-scoped key its workspace only', async () => {
    const workspaceId = await makeWorkspace(admin);
    const body = { name: 'ci', expires_in_days: 1, scope: 'workspace', workspace_id: workspaceId };
    const { key } = (await api.call('POST', '/v1/api-keys', { cookie, body })).body;

    const response = await api.call('GET', '/v1/workspaces', { key });

    expect(response.body.items).toMatchObject([{ id: workspaceId, role: 'contributor' }]);
    expect((await api.call('GET', `/v1/workspaces/${workspaceId}`, { key })).status).toBe(200);
    expect((await api.call('GET', `/v1/workspaces/${await makeWorkspace(admin)}`, { key })).status).toBe(404);
  });
});

describe('/v1/workspaces/{id}', () => {
  it('responds 404 to someone who is not in it, as for an absent one', async () => {
    const id = await makeWorkspace(admin);
    const stranger = await api.login((await makeUser()).email);

    const absent = await get(randomUUID(), stranger);
    expect([absent.status, absent.body.detail[0].type]).toEqual([404, 'not_found']);
    for (const response of [await get(id, stranger), await patch(id, { name: 'Taken' }, stranger)]) {
      expect([response.status, response.body]).toEqual([404, absent.body]);
    }
  });

  it.each(['viewer', 'contributor'] as const)('lets a %s read it and not change it', async (role) => {
    const id = await makeWorkspace(admin);
    const member = await join(id, role);

    expect((await get(id, member)).body.role).toBe(role);
    const response = await patch(id, { name: 'Changed' }, member);
    expect([response.status, response.body.detail[0]]).toEqual([
      403,
      expect.objectContaining({ type: 'role_insufficient', ctx: { needed: 'admin', actual: role } }),
    ]);
    expect((await get(id)).body.name).toBe('Test workspace');
  });

  it('changes what is given of online evaluation', async () => {
    const settings = { enabled: true, sample_rate: 0.25 };
    const { id } = (await create({ name: 'New', online_evaluation: settings })).body;

    const responses = [
      await get(id),
      await patch(id, { online_evaluation: { sample_rate: 0 } }),
      await patch(id, { online_evaluation: { enabled: false } }),
      await patch(id, { name: 'Renamed' }),
    ];

    expect(responses.map(({ body }) => body.online_evaluation)).toEqual([
      settings,
      { enabled: true, sample_rate: 0 },
      { enabled: false, sample_rate: 0 },
      { enabled: false, sample_rate: 0 },
    ]);
  });

  it('changes what is given and reports a new retention', async () => {
    const id = await makeWorkspace(admin);

    expect((await patch(id, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      retention_days: null,
    });
    expect((await patch(id, { retention_days: 7 })).body).toMatchObject({
      name: 'Renamed',
      retention_days: 7,
    });
    expect((await patch(id, { retention_days: null })).body).toMatchObject({ retention_days: null });

    expect(retentions.filter((workspaceId) => workspaceId === id)).toEqual([id, id]);
  });
});
