import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { User } from '../../../src/users/user.repository';
import { useDatabase } from '../../support/database';
import { IdentityApi, makeUser, makeWorkspace, PASSWORD } from './identity-api';

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

const membersOf = (workspaceId: string) => `/v1/workspaces/${workspaceId}/members`;
const add = (workspaceId: string, body: unknown, headers = {}) =>
  api.call('POST', membersOf(workspaceId), { cookie, body, headers });
const change = (workspaceId: string, userId: string, role: string, as = cookie) =>
  api.call('PATCH', `${membersOf(workspaceId)}/${userId}`, { cookie: as, body: { role } });
const remove = (workspaceId: string, userId: string, as = cookie) =>
  api.call('DELETE', `${membersOf(workspaceId)}/${userId}`, { cookie: as });

describe('POST /v1/workspaces/{id}/members', () => {
  it('adds a person who has an account, whose password and name stay', async () => {
    const [workspaceId, user] = [await makeWorkspace(admin), await makeUser()];

    const answer = await add(workspaceId, {
      email: user.email.toUpperCase(),
      role: 'viewer',
      password: 'a password of the admin',
      name: 'Renamed',
    });

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user_id: user.id,
      email: user.email,
      name: user.name,
      role: 'viewer',
      created_at: expect.stringMatching(/Z$/),
    });
    await expect(api.login(user.email, PASSWORD)).resolves.toMatch(/^assay_session=/);
  });

  it('creates the account of an unknown person when a password comes', async () => {
    const workspaceId = await makeWorkspace(admin);
    const email = `new-${randomUUID()}@example.com`;

    const answer = await add(workspaceId, {
      email,
      role: 'contributor',
      password: 'twelve chars',
      name: 'New',
    });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ email, name: 'New', role: 'contributor' });
    const identity = await api.call('GET', '/v1/auth/me', { cookie: await api.login(email, 'twelve chars') });
    expect(identity.body.workspaces).toMatchObject([{ id: workspaceId, role: 'contributor' }]);
  });

  it('answers 422 for an unknown person without a password', async () => {
    const answer = await add(await makeWorkspace(admin), { email: 'nobody@example.com', role: 'viewer' });

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'password'], type: 'missing' });
  });

  it('refuses short passwords, unknown roles and what is no address, without showing the password', async () => {
    const answer = await add(await makeWorkspace(admin), {
      email: 'nobody',
      role: 'owner',
      password: 'eleven char',
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual([
      'email',
      'password',
      'role',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('eleven char');
  });

  it('answers 409 for a member, and the first answer to a repeated request', async () => {
    const [workspaceId, user] = [await makeWorkspace(admin), await makeUser()];
    const body = { email: user.email, role: 'viewer' };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await add(workspaceId, body, headers);
    await mongoose.connection
      .collection('idempotency_keys')
      .updateMany({}, { $set: { answer: null, lockedUntil: new Date(0) } });

    const again = await add(workspaceId, body, headers);
    const other = await add(workspaceId, { ...body, role: 'admin' });

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([other.status, other.body.detail[0].type]).toEqual([409, 'conflict']);
  });

  it('makes one account when an unknown person is added twice at once', async () => {
    const workspaces = [await makeWorkspace(admin), await makeWorkspace(admin)];
    const body = { email: `twice-${randomUUID()}@example.com`, role: 'viewer', password: PASSWORD };

    const answers = await Promise.all(workspaces.map((workspaceId) => add(workspaceId, body)));

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.user_id).toBe(answers[1]?.body.user_id);
  });
});

describe('GET /v1/workspaces/{id}/members', () => {
  it('pages through the members, newest first', async () => {
    const workspaceId = await makeWorkspace(admin);
    const user = await makeUser();
    await add(workspaceId, { email: user.email, role: 'viewer' });

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
  it.each(['viewer', 'contributor'])('let a %s see the members and change none', async (role) => {
    const [workspaceId, user] = [await makeWorkspace(admin), await makeUser()];
    await add(workspaceId, { email: user.email, role });
    const own = await api.login(user.email);

    expect((await api.call('GET', membersOf(workspaceId), { cookie: own })).status).toBe(200);
    const refused = [
      await api.call('POST', membersOf(workspaceId), {
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

    const answers = [
      await api.call('GET', membersOf(workspaceId), { cookie: stranger }),
      await change(workspaceId, admin.id, 'viewer', stranger),
      await remove(workspaceId, admin.id, stranger),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('take effect at once', async () => {
    const [workspaceId, user] = [await makeWorkspace(admin), await makeUser()];
    await add(workspaceId, { email: user.email, role: 'viewer' });
    const key = await api.userKey(user.email);
    const where = () => api.call('POST', '/v1/where', { key, headers: { 'x-workspace-id': workspaceId } });

    const asViewer = await where();
    expect((await change(workspaceId, user.id, 'contributor')).body).toMatchObject({
      user_id: user.id,
      role: 'contributor',
    });
    const asContributor = await where();
    expect((await remove(workspaceId, user.id)).status).toBe(204);
    const asStranger = await where();

    expect([asViewer.status, asContributor.status, asStranger.status]).toEqual([403, 200, 403]);
  });
});

describe('the last admin', () => {
  it('can neither leave nor step down', async () => {
    const workspaceId = await makeWorkspace(admin);

    const answers = [await change(workspaceId, admin.id, 'viewer'), await remove(workspaceId, admin.id)];

    expect(answers.map(({ status, body }) => [status, body.detail[0].type])).toEqual(
      Array(2).fill([409, 'conflict']),
    );
    expect((await change(workspaceId, admin.id, 'admin')).status).toBe(200);
  });

  it('remains when two admins remove each other at once', async () => {
    const other = await makeUser();
    const otherCookie = await api.login(other.email);
    for (let round = 0; round < 5; round += 1) {
      const workspaceId = await makeWorkspace(admin);
      await add(workspaceId, { email: other.email, role: 'admin' });

      const answers = await Promise.all([
        remove(workspaceId, other.id),
        remove(workspaceId, admin.id, otherCookie),
      ]);

      const admins = await mongoose.connection
        .collection('memberships')
        .countDocuments({ workspaceId, role: 'admin' });
      expect(admins).toBe(1);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    }
  });

  it('is not counted for an absent member', async () => {
    const workspaceId = await makeWorkspace(admin);

    const answers = [
      await change(workspaceId, randomUUID(), 'viewer'),
      await remove(workspaceId, randomUUID()),
    ];

    expect(answers.map(({ status, body }) => [status, body.detail[0].loc])).toEqual(
      Array(2).fill([404, ['path', 'user_id']]),
    );
  });
});
