import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { bootstrap } from '../../../../src/access/accounts/bootstrap';
import { useDatabase } from '../../../support/database';
import { firstOf } from '../../../support/first-of';
import { IdentityApi, makeUser, noHooks } from './identity-api';

useDatabase();

const settings = {
  email: 'First@Example.com',
  password: 'first password',
  workspace: 'First workspace',
  apiKey: 'a-key-of-the-operator-of-40-characters-xx',
};

let api: IdentityApi;
beforeAll(async () => {
  api = await IdentityApi.start();
});
afterAll(() => api.close());
beforeEach(async () => {
  const collections = ['users', 'workspaces', 'memberships', 'api_keys'];
  await Promise.all(collections.map((name) => mongoose.connection.collection(name).deleteMany({})));
});

async function snapshot(): Promise<unknown> {
  const collections = ['users', 'workspaces', 'memberships', 'api_keys'];
  return Promise.all(collections.map((name) => mongoose.connection.collection(name).find().toArray()));
}

describe('bootstrap', () => {
  it('makes an empty database usable with the password and with the key', async () => {
    await bootstrap(settings, noHooks);

    const byPassword = await api.call('GET', '/v1/auth/me', {
      cookie: await api.login('first@example.com', settings.password),
    });
    expect(byPassword.body).toMatchObject({
      user: { email: 'first@example.com', name: 'first' },
      workspaces: [{ name: 'First workspace', role: 'admin' }],
    });
    const byKey = await api.call('GET', '/v1/auth/me', { key: settings.apiKey });
    expect(byKey.body).toMatchObject({ user: byPassword.body.user, credential: { kind: 'user_key' } });
    const key = firstOf((await api.call('GET', '/v1/api-keys', { key: settings.apiKey })).body.items);
    expect(key).toMatchObject({ name: 'bootstrap', key_prefix: 'a-key-of-the-ope', scope: 'user' });
    expect((Date.parse(key.expires_at) - Date.parse(key.created_at)) / 86_400_000).toBe(365);
  });

  it('stores neither the password nor the key', async () => {
    await bootstrap(settings, noHooks);

    const stored = JSON.stringify(await snapshot());

    expect(stored).not.toContain(settings.password);
    expect(stored).not.toContain(settings.apiKey.slice(16));
  });

  it('changes nothing when it runs again', async () => {
    await bootstrap(settings, noHooks);
    const before = await snapshot();

    await bootstrap({ ...settings, password: 'another password', workspace: 'Another' }, noHooks);

    expect(await snapshot()).toEqual(before);
  });

  it('adds a key that is newly set, and keeps the earlier one', async () => {
    await bootstrap({ ...settings, apiKey: null }, noHooks);
    const later = `later-${randomUUID()}`;

    await bootstrap(settings, noHooks);
    await bootstrap({ ...settings, apiKey: later }, noHooks);

    const statuses = [settings.apiKey, later].map(
      async (key) => (await api.call('GET', '/v1/auth/me', { key })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  it('does not bring a revoked key back', async () => {
    await bootstrap(settings, noHooks);
    const { id } = firstOf((await api.call('GET', '/v1/api-keys', { key: settings.apiKey })).body.items);
    await api.call('DELETE', `/v1/api-keys/${id}`, { key: settings.apiKey });

    await bootstrap(settings, noHooks);

    const response = await api.call('GET', '/v1/auth/me', { key: settings.apiKey });
    expect(response.body.detail[0].type).toBe('api_key_revoked');
  });

  it('makes one of each when processes run it at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => bootstrap(settings, noHooks)));

    expect(await snapshot()).toEqual(Array(4).fill([expect.anything()]));
  });

  it('leaves a database alone that has other users', async () => {
    await makeUser();
    const before = await snapshot();

    await bootstrap(settings, noHooks);

    expect(await snapshot()).toEqual(before);
  });

  it('leaves nothing behind when the workspace cannot be completed', async () => {
    const failing = { onWorkspaceCreated: () => Promise.reject(new Error('no evaluator')) };

    await expect(bootstrap(settings, failing)).rejects.toThrow('no evaluator');

    expect(await snapshot()).toEqual([[], [], [], []]);
  });
});
