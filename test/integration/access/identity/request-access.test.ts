import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { generateKey } from '../../../../src/access/api-keys/key-format';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';
import { IdentityApi, makeUser, makeWorkspace } from './identity-api';

useDatabase();

let api: IdentityApi;
beforeAll(async () => {
  api = await IdentityApi.start();
});
afterAll(() => api.close());

interface StoredKey {
  _id: string;
  expiresAt: Date;
  lastUsedAt: Date | null;
}
const storedKeys = () => mongoose.connection.collection<StoredKey>('api_keys');

async function workspaceKey(email: string, workspaceId: string): Promise<{ id: string; key: string }> {
  const body = { name: 'ci', expires_in_days: 1, scope: 'workspace', workspace_id: workspaceId };
  return (await api.call('POST', '/v1/api-keys', { cookie: await api.login(email), body })).body;
}

describe('authentication', () => {
  it('asks for a credential when none came', async () => {
    const response = await api.call('GET', '/v1/auth/me');

    expect(response.status).toBe(401);
    expect(response.body.detail[0].type).toBe('not_authenticated');
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="assay"');
  });

  it.each([
    ['Basic dXNlcjpwYXNz', 'api_key_malformed'],
    ['Bearer', 'api_key_malformed'],
    ['Bearer ', 'api_key_malformed'],
    ['Bearer two words', 'api_key_malformed'],
    ['Bearer sk-not-ours', 'api_key_malformed'],
    [`Bearer ${generateKey('user').slice(0, -1)}`, 'api_key_malformed'],
    [`Bearer ${generateKey('user')}`, 'api_key_unknown'],
    [`bearer ${generateKey('workspace')}`, 'api_key_unknown'],
  ])('responds to %j with %s', async (authorization, type) => {
    const response = await api.call('GET', '/v1/auth/me', { headers: { authorization } });

    expect(response.status).toBe(401);
    expect(response.body.detail[0]).toMatchObject({ type, input: null });
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('tells revoked and expired keys from unknown ones', async () => {
    const user = await makeUser();
    const cookie = await api.login(user.email);
    const workspaceId = await makeWorkspace(user);
    const revoked = await workspaceKey(user.email, workspaceId);
    const expired = await workspaceKey(user.email, workspaceId);
    await api.call('DELETE', `/v1/api-keys/${revoked.id}`, { cookie });
    await storedKeys().updateOne({ _id: expired.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    const responses = await Promise.all(
      [revoked, expired].map(({ key }) => api.call('GET', '/v1/auth/me', { key })),
    );

    expect(responses.map(({ status, body }) => [status, body.detail[0].type])).toEqual([
      [401, 'api_key_revoked'],
      [401, 'api_key_expired'],
    ]);
  });

  it('takes the key when a session comes too', async () => {
    const user = await makeUser();
    const cookie = await api.login(user.email);

    const response = await api.call('GET', '/v1/auth/me', { cookie, key: await api.userKey(user.email) });
    const withBadKey = await api.call('GET', '/v1/auth/me', { cookie, key: generateKey('user') });

    expect(response.body.credential.kind).toBe('user_key');
    expect(withBadKey.status).toBe(401);
  });

  it('knows a forged cookie from a missing one', async () => {
    const response = await api.call('GET', '/v1/auth/me', { cookie: 'assay_session=s%3Aforged.signature' });

    expect([response.status, response.body.detail[0].type]).toEqual([401, 'session_expired']);
  });

  it('ends the session of a user who is gone', async () => {
    const user = await makeUser();
    const cookie = await api.login(user.email);
    await mongoose.connection.collection<{ _id: string }>('users').deleteOne({ _id: user.id });

    const response = await api.call('GET', '/v1/auth/me', { cookie });

    expect([response.status, response.body.detail[0].type]).toEqual([401, 'session_expired']);
  });
});

describe('last use of a key', () => {
  it('is written at most once a minute', async () => {
    const user = await makeUser();
    const { id, key } = await workspaceKey(user.email, await makeWorkspace(user));
    const lastUsedAt = async () => (await storedKeys().findOne({ _id: id }))?.lastUsedAt ?? null;

    await api.call('GET', '/v1/auth/me', { key });
    const first = await eventually(lastUsedAt);
    await api.call('GET', '/v1/auth/me', { key });
    expect(await lastUsedAt()).toEqual(first);

    const longAgo = new Date(Date.now() - 61_000);
    await storedKeys().updateOne({ _id: id }, { $set: { lastUsedAt: longAgo } });
    await api.call('GET', '/v1/auth/me', { key });
    const again = await eventually(async () =>
      (await lastUsedAt())?.getTime() === longAgo.getTime() ? null : lastUsedAt(),
    );
    expect(again.getTime()).toBeGreaterThanOrEqual(first.getTime());
  });
});

describe('cross-site requests', () => {
  it('are refused for sessions that write, by Sec-Fetch-Site and by Origin', async () => {
    const cookie = await api.login((await makeUser()).email);
    const write = (headers: Record<string, string>) =>
      api.call('POST', '/v1/workspaces', { cookie, body: { name: 'w' }, headers });

    const refused = await Promise.all([
      write({ 'sec-fetch-site': 'cross-site' }),
      write({ 'sec-fetch-site': 'same-site' }),
      write({ origin: 'https://evil.example' }),
      write({ origin: 'null' }),
    ]);
    const allowed = await Promise.all([
      write({}),
      write({ 'sec-fetch-site': 'same-origin', origin: `http://${api.host}` }),
      write({ origin: `http://${api.host}` }),
    ]);

    expect(refused.map(({ status, body }) => [status, body.detail[0].type])).toEqual(
      Array(4).fill([403, 'cross_site_request']),
    );
    expect(allowed.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('may read, and may write with a key', async () => {
    const user = await makeUser();
    const cookie = await api.login(user.email);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

    const read = await api.call('GET', '/v1/auth/me', { cookie, headers });
    const write = await api.call('POST', '/v1/workspaces', {
      key: await api.userKey(user.email),
      body: { name: 'w' },
      headers,
    });

    expect([read.status, write.status]).toEqual([200, 201]);
  });
});

describe('the workspace of a request', () => {
  const where = (credential: { key?: string; cookie?: string }, workspaceId?: string) =>
    api.call('POST', '/v1/where', {
      ...credential,
      headers: workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId },
    });

  it('is that of a workspace-scoped key, which may do what a contributor may', async () => {
    const user = await makeUser();
    const workspaceId = await makeWorkspace(user);
    const { key } = await workspaceKey(user.email, workspaceId);

    const expected = { workspace_id: workspaceId, role: 'contributor' };
    expect((await where({ key })).body).toEqual(expected);
    expect((await where({ key }, workspaceId.toUpperCase())).body).toEqual(expected);
  });

  it('is forbidden to a key of another workspace, even of the same person', async () => {
    const user = await makeUser();
    const { key } = await workspaceKey(user.email, await makeWorkspace(user));

    const response = await where({ key }, await makeWorkspace(user));

    expect([response.status, response.body.detail[0].type]).toEqual([403, 'workspace_forbidden']);
  });

  it('has to be named with a session or a user-scoped key', async () => {
    const user = await makeUser();
    const cookie = await api.login(user.email);
    const key = await api.userKey(user.email);

    for (const credential of [{ cookie }, { key }]) {
      const response = await where(credential);
      expect(response.status).toBe(422);
      expect(response.body.detail).toEqual([
        { loc: ['header', 'x-workspace-id'], msg: 'Field required', type: 'missing', input: null, ctx: {} },
      ]);
    }
  });

  it('gives a user-scoped key the role of its user in each workspace', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const own = await makeWorkspace(user);
    const joined = await makeWorkspace(other);
    await api.join(await api.login(other.email), joined, user.email, 'viewer');
    const key = await api.userKey(user.email);

    const [asAdmin, asViewer] = [await where({ key }, own), await where({ key }, joined)];

    expect(asAdmin.body).toEqual({ workspace_id: own, role: 'admin' });
    expect([asViewer.status, asViewer.body.detail[0].type]).toEqual([403, 'role_insufficient']);
  });

  it('looks absent to someone who is not a member', async () => {
    const foreign = await makeWorkspace(await makeUser());
    const key = await api.userKey((await makeUser()).email);

    const [existing, absent] = [await where({ key }, foreign), await where({ key }, randomUUID())];

    expect([existing.status, existing.body.detail[0].type]).toEqual([403, 'workspace_forbidden']);
    expect(absent.body).toEqual(existing.body);
  });
});
