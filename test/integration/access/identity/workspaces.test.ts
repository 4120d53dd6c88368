import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { removeAccount } from '../../../../src/access/accounts/account-removal';
import type { User } from '../../../../src/access/users/user.repository';
import { defaultOnlineEvaluation } from '../../../../src/access/workspaces/workspace.repository';
import { createWorkspaceService } from '../../../../src/access/workspaces/workspace.service';
import { createWorkspaceDeletionService } from '../../../../src/access/workspaces/workspace-deletion.service';
import { Pager } from '../../../../src/platform/http/pager';
import { useDatabase } from '../../../support/database';
import { testKeys } from '../../../support/keys';
import { IdentityApi, makeUser, makeWorkspace, noHooks } from './identity-api';

const noDeletion = { deleteKeys: async () => {}, startDeletion: () => {} };

useDatabase();

const createdIn: { workspaceId: string; isInTransaction: boolean }[] = [];
const retentions: string[] = [];
const retagged: { workspaceId: string; isInTransaction: boolean }[] = [];
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
      onAnalyticsTagsChanged: async (workspaceId, session) => {
        retagged.push({ workspaceId, isInTransaction: session.inTransaction() });
      },
    },
  });
  await mongoose.connection.createCollection('companions');
  admin = await makeUser();
  cookie = await api.login(admin.email);
});
afterAll(() => api.close());

const create = (body: unknown) => api.call('POST', '/v1/workspaces', { cookie, body });
const get = (id: string) => api.call('GET', `/v1/workspaces/${id}`, { cookie });
const patch = (id: string, body: unknown) => api.call('PATCH', `/v1/workspaces/${id}`, { cookie, body });

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

describe('a new workspace', () => {
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
});

describe('a changed workspace', () => {
  it('reports a new retention', async () => {
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

  it('reports other tags of analytics once, in the transaction that chooses them', async () => {
    const id = await makeWorkspace(admin);

    for (const keys of [['team'], ['team']]) await patch(id, { analytics_tags: keys });

    expect(retagged).toEqual([{ workspaceId: id, isInTransaction: true }]);
  });
});
