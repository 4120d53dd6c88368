import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { isWellFormedKey } from '../../../../src/access/api-keys/key-format';
import type { User } from '../../../../src/access/users/user.repository';
import type { Role } from '../../../../src/platform/http/caller';
import { useDatabase } from '../../../support/database';
import { IdentityApi, makeUser, makeWorkspace } from './identity-api';

useDatabase();

let api: IdentityApi;
let admin: User;
let workspaceId: string;
let cookie: string;
beforeAll(async () => {
  api = await IdentityApi.start();
  admin = await makeUser();
  workspaceId = await makeWorkspace(admin);
  cookie = await api.login(admin.email);
});
afterAll(() => api.close());

const forUser = { name: 'mine', expires_in_days: 30, scope: 'user' };
const forWorkspace = () => ({ ...forUser, name: 'ci', scope: 'workspace', workspace_id: workspaceId });

const create = (body: unknown, credential: { key?: string; cookie?: string } = { cookie }, headers = {}) =>
  api.call('POST', '/v1/api-keys', { ...credential, body, headers });

/** A new member of the workspace, logged in. */
async function join(role: Role): Promise<{ user: User; cookie: string }> {
  const user = await makeUser();
  await api.join(cookie, workspaceId, user.email, role);
  return { user, cookie: await api.login(user.email) };
}

describe('POST /v1/api-keys', () => {
  it('returns the fields of the contract for a workspace-scoped key', async () => {
    const response = await create(forWorkspace());

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'ci',
      key: expect.stringMatching(/^assay_ws_/),
      key_prefix: response.body.key.slice(0, 16),
      workspace_id: workspaceId,
      scope: 'workspace',
      expires_at: new Date(Date.parse(response.body.created_at) + 30 * 86_400_000).toISOString(),
      created_at: expect.stringMatching(/Z$/),
    });
    expect(isWellFormedKey(response.body.key)).toBe(true);
  });

  it('ignores the workspace of a user-scoped key', async () => {
    const response = await create({ ...forUser, workspace_id: randomUUID() });

    expect(response.status).toBe(201);
    expect(response.body.workspace_id).toBeNull();
    expect(response.body.key).toMatch(/^assay_user_/);
  });

  it('stores the hash of the key and never the key', async () => {
    const { key, key_prefix } = (
      await create(forWorkspace(), { cookie }, { 'idempotency-key': randomUUID() })
    ).body;
    const secret = key.slice(key_prefix.length);

    const collections = await mongoose.connection.listCollections();
    const stored = await Promise.all(
      collections.map(({ name }) => mongoose.connection.collection(name).find().toArray()),
    );

    expect(JSON.stringify(stored)).toContain(key_prefix);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
  });

  it('returns the same key for a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() };

    const first = await create(forUser, { cookie }, headers);
    const again = await create(forUser, { cookie }, headers);

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('needs a workspace for scope workspace, and reports it with all else', async () => {
    const response = await create({ name: '', expires_in_days: 366, scope: 'workspace' });

    expect(response.status).toBe(422);
    expect(response.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc, type])).toEqual(
      expect.arrayContaining([
        [['body', 'workspace_id'], 'missing'],
        [['body', 'name'], 'string_too_short'],
        [['body', 'expires_in_days'], 'less_than_equal'],
      ]),
    );
  });

  it('is open to a user-scoped key, and closed to a workspace-scoped one', async () => {
    const userKey = (await create(forUser)).body.key;
    const workspaceKey = (await create(forWorkspace())).body.key;

    const [byUserKey, byWorkspaceKey] = [
      await create(forWorkspace(), { key: userKey }),
      await create(forUser, { key: workspaceKey }),
    ];

    expect(byUserKey.status).toBe(201);
    expect([byWorkspaceKey.status, byWorkspaceKey.body.detail[0].type]).toEqual([
      403,
      'credential_forbidden',
    ]);
  });

  it('needs a credential', async () => {
    expect((await create(forUser, {})).status).toBe(401);
  });

  it.each([
    ['contributor', 201],
    ['viewer', 403],
  ])('responds to a %s who requests a workspace-scoped key with %d', async (role, status) => {
    const member = await join(role as Role);

    const response = await create(forWorkspace(), { cookie: member.cookie });

    expect(response.status).toBe(status);
    if (status === 403) expect(response.body.detail[0].type).toBe('workspace_forbidden');
  });

  it('responds the same for a foreign workspace and for an absent one', async () => {
    const foreign = await create({ ...forWorkspace(), workspace_id: await makeWorkspace(await makeUser()) });
    const absent = await create({ ...forWorkspace(), workspace_id: randomUUID() });

    expect([foreign.status, foreign.body.detail[0].type]).toEqual([403, 'workspace_forbidden']);
    expect([absent.status, absent.body]).toEqual([foreign.status, foreign.body]);
  });
});

describe('GET /v1/api-keys', () => {
  it('pages through own keys and those of administered workspaces, newest first', async () => {
    const owner = await makeUser();
    const ownerCookie = await api.login(owner.email);
    const ownWorkspace = await makeWorkspace(owner);
    const member = await makeUser();
    await api.join(ownerCookie, ownWorkspace, member.email, 'contributor');
    const memberCookie = await api.login(member.email);
    const mine = (await create(forUser, { cookie: ownerCookie })).body.id;
    const theirs = (await create({ ...forWorkspace(), workspace_id: ownWorkspace }, { cookie: memberCookie }))
      .body.id;
    const latest = (await create(forUser, { cookie: ownerCookie })).body.id;
    const unseen = (await create(forUser, { cookie: memberCookie })).body.id;

    const first = await api.call('GET', '/v1/api-keys?limit=2', { cookie: ownerCookie });
    const second = await api.call('GET', `/v1/api-keys?limit=2&cursor=${first.body.next_page_cursor}`, {
      cookie: ownerCookie,
    });

    expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual([latest, theirs]);
    expect(first.body.has_more).toBe(true);
    expect(second.body.items.map(({ id }: { id: string }) => id)).toEqual([mine]);
    expect([second.body.has_more, second.body.next_page_cursor]).toEqual([false, null]);
    const ofMember = await api.call('GET', '/v1/api-keys', { cookie: memberCookie });
    expect(ofMember.body.items.map(({ id }: { id: string }) => id)).toEqual([unseen, theirs]);
  });

  it('never shows a key', async () => {
    const { key } = (await create(forUser)).body;

    const response = await api.call('GET', '/v1/api-keys', { cookie });

    expect(response.body.items[0]).not.toHaveProperty('key');
    expect(JSON.stringify(response.body)).not.toContain(key.slice(16));
  });

  it('rejects the cursor of another caller', async () => {
    for (let count = 0; count < 2; count += 1) await create(forUser);
    const { next_page_cursor } = (await api.call('GET', '/v1/api-keys?limit=1', { cookie })).body;
    const other = await api.login((await makeUser()).email);

    const response = await api.call('GET', `/v1/api-keys?cursor=${next_page_cursor}`, { cookie: other });

    expect([response.status, response.body.detail[0].type]).toEqual([422, 'cursor_invalid']);
  });

  it('is closed to a workspace-scoped key', async () => {
    const { key } = (await create(forWorkspace())).body;

    expect((await api.call('GET', '/v1/api-keys', { key })).status).toBe(403);
  });
});

describe('DELETE /v1/api-keys/{id}', () => {
  const revoke = (id: string, credential: { key?: string; cookie?: string }) =>
    api.call('DELETE', `/v1/api-keys/${id}`, credential);

  it('ends a key at once and keeps it in the list', async () => {
    const { id, key } = (await create(forUser)).body;

    expect((await revoke(id, { cookie })).status).toBe(204);

    expect((await api.call('GET', '/v1/auth/me', { key })).body.detail[0].type).toBe('api_key_revoked');
    const listed = (await api.call('GET', '/v1/api-keys', { cookie })).body.items[0];
    expect(listed).toMatchObject({ id, revoked_at: expect.any(String) });
    expect((await revoke(id, { cookie })).status).toBe(204);
    expect((await api.call('GET', '/v1/api-keys', { cookie })).body.items[0]).toEqual(listed);
  });

  it('lets an admin of the workspace revoke the key of a member', async () => {
    const member = await join('contributor');
    const { id } = (await create(forWorkspace(), { cookie: member.cookie })).body;

    expect((await revoke(id, { cookie })).status).toBe(204);
  });

  it('responds 404 for keys of others, as for absent ones', async () => {
    const member = await join('contributor');
    const adminsOwn = (await create(forUser)).body.id;
    const ofWorkspace = (await create(forWorkspace())).body.id;

    const absent = await revoke(randomUUID(), { cookie: member.cookie });
    expect([absent.status, absent.body.detail[0].type]).toEqual([404, 'not_found']);
    for (const id of [adminsOwn, ofWorkspace]) {
      const response = await revoke(id, { cookie: member.cookie });
      expect([response.status, response.body]).toEqual([404, absent.body]);
    }
  });

  it('is closed to a workspace-scoped key, even for itself', async () => {
    const { id, key } = (await create(forWorkspace())).body;

    expect((await revoke(id, { key })).status).toBe(403);
    expect((await api.call('GET', '/v1/auth/me', { key })).status).toBe(200);
  });
});
