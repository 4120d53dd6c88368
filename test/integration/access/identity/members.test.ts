import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { disableAccount } from '../../../../src/access/accounts/account-administration';
import type { User } from '../../../../src/access/users/user.repository';
import { useDatabase } from '../../../support/database';
import { IdentityApi, makeUser, makeWorkspace } from './identity-api';

useDatabase();

let api: IdentityApi;
let admin: User;
let cookie: string;
beforeAll(async () => {
  api = await IdentityApi.start();
  admin = await makeUser();
  cookie = await api.login(admin.email);
});
afterAll(() => api.close());

const membersOf = (workspaceId: string) => `/v1/workspaces/${workspaceId}/members` as const;
const change = (workspaceId: string, userId: string, role: string, as = cookie) =>
  api.call('PATCH', `${membersOf(workspaceId)}/${userId}`, { cookie: as, body: { role } });
const remove = (workspaceId: string, userId: string, as = cookie) =>
  api.call('DELETE', `${membersOf(workspaceId)}/${userId}`, { cookie: as });

describe('GET /v1/workspaces/{id}/members', () => {
  it('pages through the members, newest first', async () => {
    const workspaceId = await makeWorkspace(admin);
    const user = await makeUser();
    await api.join(cookie, workspaceId, user.email, 'viewer');

    const first = await api.call('GET', `${membersOf(workspaceId)}?limit=1`, { cookie });
    const second = await api.call(
      'GET',
      `${membersOf(workspaceId)}?limit=1&cursor=${first.body.next_page_cursor}`,
      { cookie },
    );

    expect(first.body.items).toMatchObject([{ user_id: user.id, role: 'viewer' }]);
    expect(second.body.items).toMatchObject([{ user_id: admin.id, role: 'admin' }]);
    expect(second.body.has_more).toBe(false);
  });
});

describe('roles', () => {
  it.each(['viewer', 'contributor'] as const)('let a %s see the members and change none', async (role) => {
    const [workspaceId, user] = [await makeWorkspace(admin), await makeUser()];
    await api.join(cookie, workspaceId, user.email, role);
    const own = await api.login(user.email);

    expect((await api.call('GET', membersOf(workspaceId), { cookie: own })).status).toBe(200);
    const refused = [
      await api.call('POST', `/v1/workspaces/${workspaceId}/invitations`, {
        cookie: own,
        body: { email: user.email, role: 'admin' },
      }),
      await change(workspaceId, user.id, 'admin', own),
      await remove(workspaceId, admin.id, own),
    ];
    expect(refused.map(({ status, body }) => [status, body.detail[0].type])).toEqual(
      Array(3).fill([403, 'role_insufficient']),
    );
  });

  it('hide the members from strangers', async () => {
    const workspaceId = await makeWorkspace(admin);
    const stranger = await api.login((await makeUser()).email);

    const responses = [
      await api.call('GET', membersOf(workspaceId), { cookie: stranger }),
      await change(workspaceId, admin.id, 'viewer', stranger),
      await remove(workspaceId, admin.id, stranger),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('take effect at once', async () => {
    const [workspaceId, user] = [await makeWorkspace(admin), await makeUser()];
    await api.join(cookie, workspaceId, user.email, 'viewer');
    const key = await api.userKey(user.email);
    const where = () => api.call('POST', '/v1/where', { key, headers: { 'x-workspace-id': workspaceId } });

    const asViewer = await where();
    expect((await change(workspaceId, user.id, 'contributor')).body).toMatchObject({
      user_id: user.id,
      role: 'contributor',
    });
    const asContributor = await where();
    expect((await remove(workspaceId, user.id)).status).toBe(200);
    const asStranger = await where();

    expect([asViewer.status, asContributor.status, asStranger.status]).toEqual([403, 200, 403]);
  });
});

describe('the last admin', () => {
  it('can neither leave nor step down', async () => {
    const workspaceId = await makeWorkspace(admin);

    const responses = [await change(workspaceId, admin.id, 'viewer'), await remove(workspaceId, admin.id)];

    expect(responses.map(({ status, body }) => [status, body.detail[0].type])).toEqual(
      Array(2).fill([409, 'conflict']),
    );
    expect((await change(workspaceId, admin.id, 'admin')).status).toBe(200);
  });

  it('gets an error that says what to do first, and may leave after that', async () => {
    const other = await makeUser();
    const workspaceId = await makeWorkspace(admin);
    const refused = [await change(workspaceId, admin.id, 'viewer'), await remove(workspaceId, admin.id)];

    await api.join(cookie, workspaceId, other.email, 'admin');
    const left = await remove(workspaceId, admin.id);

    const remedy = 'Make another member an admin first, or delete the workspace';
    expect(refused.map(({ body }) => body.detail[0])).toEqual(
      Array(2).fill(
        expect.objectContaining({ loc: ['path', 'user_id'], msg: expect.stringContaining(remedy) }),
      ),
    );
    expect(left.status).toBe(200);
  });

  it('remains when two admins remove each other at once', async () => {
    const other = await makeUser();
    const otherCookie = await api.login(other.email);
    for (let round = 0; round < 5; round += 1) {
      const workspaceId = await makeWorkspace(admin);
      await api.join(cookie, workspaceId, other.email, 'admin');

      const responses = await Promise.all([
        remove(workspaceId, other.id),
        remove(workspaceId, admin.id, otherCookie),
      ]);

      const admins = await mongoose.connection
        .collection('memberships')
        .countDocuments({ workspaceId, role: 'admin' });
      expect(admins).toBe(1);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it('is the last one whose account is enabled', async () => {
    const [workspaceId, other] = [await makeWorkspace(admin), await makeUser()];
    await api.join(cookie, workspaceId, other.email, 'admin');
    await disableAccount(other.email);

    const refused = [await change(workspaceId, admin.id, 'viewer'), await remove(workspaceId, admin.id)];
    const removed = await remove(workspaceId, other.id);

    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(removed.status).toBe(200);
  });

  it('is not counted for an absent member', async () => {
    const workspaceId = await makeWorkspace(admin);

    const responses = [
      await change(workspaceId, randomUUID(), 'viewer'),
      await remove(workspaceId, randomUUID()),
    ];

    expect(responses.map(({ status, body }) => [status, body.detail[0].loc])).toEqual(
      Array(2).fill([404, ['path', 'user_id']]),
    );
  });
});
