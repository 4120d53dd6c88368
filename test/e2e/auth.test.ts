import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { isWellFormedKey } from '../../src/access/api-keys/key-format';
import { firstOf } from '../support/first-of';
import { owner } from '../support/owner';
import { cookieOf, login, makeMember, makeWorkspace, makeWorkspaceKey, PASSWORD } from '../support/people';
import { collection, storeCopies } from '../support/stored-copies';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const anonymous = { key: null, workspaceId: null };

describe('POST /v1/auth/login', () => {
  it('returns the user and their workspaces, and sets a cookie that scripts and other sites cannot use', async () => {
    const response = await contract.call('login', {
      ...anonymous,
      body: { email: owner.email, password: owner.password },
    });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      user: { id: expect.any(String), email: owner.email, name: expect.any(String) },
      workspaces: [{ id: api.workspaceId, name: 'First', role: 'admin' }],
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^assay_session=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^assay_device=[^;]+; Max-Age=31536000; Path=\/v1\/auth; .*HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const cookie = String(response.headers.getSetCookie()[0]);
    const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(cookie).not.toContain('; Secure');
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
  });

  it.each([
    ['a wrong password', { email: owner.email, password: 'not the password at all' }],
    ['an unknown address', { email: 'nobody@example.test', password: 'not the password at all' }],
  ])('responds 401 to %s with the same body', async (_name, body) => {
    const response = await contract.call('login', { ...anonymous, body });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.body).toEqual({
      detail: [
        {
          loc: ['body'],
          msg: 'Invalid email or password',
          type: 'invalid_credentials',
          input: null,
          ctx: {},
        },
      ],
    });
  });

  it('responds 403 to another site', async () => {
    const response = await contract.call('login', {
      ...anonymous,
      body: { email: owner.email, password: owner.password },
      headers: { origin: 'https://evil.example' },
    });

    expect(response).toMatchObject({ status: 403, body: { detail: [{ type: 'cross_site_request' }] } });
  });

  it('responds 422 with every problem, and echoes no secret', async () => {
    const response = await contract.call('login', {
      ...anonymous,
      body: { password: 7, remember: 'a secret phrase' },
    });

    expect(response.status).toBe(422);
    expect(response.body.detail).toEqual([
      { loc: ['body', 'email'], msg: 'Field required', type: 'missing', input: null, ctx: {} },
      {
        loc: ['body', 'password'],
        msg: 'Input should be a valid string',
        type: 'string_type',
        input: null,
        ctx: {},
      },
      {
        loc: ['body', 'remember'],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
        input: null,
        ctx: {},
      },
    ]);
  });

  it('responds 429 with Retry-After after five failures of one account, then even to the right password', async () => {
    const { email } = await makeMember(api, 'viewer');
    const attempt = (password: string) => contract.call('login', { ...anonymous, body: { email, password } });
    for (let failure = 0; failure < 5; failure += 1)
      expect((await attempt('not the password at all')).status).toBe(401);

    const response = await attempt(PASSWORD);

    expect(response).toMatchObject({
      status: 429,
      body: { detail: [{ type: 'rate_limited', input: null }] },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});

describe('POST /v1/auth/logout', () => {
  it('ends the session immediately', async () => {
    const cookie = await login(api);

    const response = await contract.call('logout', { ...anonymous, headers: { cookie } });

    expect(response.status).toBe(204);
    expect(cookieOf(response)).toBe('assay_session=');
    const after = await contract.call('getIdentity', { ...anonymous, headers: { cookie } });
    expect(after).toMatchObject({ status: 401, body: { detail: [{ type: 'session_expired' }] } });
  });

  it('responds 403 to another site and preserves the session', async () => {
    const cookie = await login(api);

    const response = await contract.call('logout', {
      ...anonymous,
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });

    expect(response.status).toBe(403);
    expect((await contract.call('getIdentity', { ...anonymous, headers: { cookie } })).status).toBe(200);
  });
});

describe('GET /v1/auth/me', () => {
  it('returns the caller of each kind of credential', async () => {
    const { id, key } = await makeWorkspaceKey(api);
    const workspaces = [{ id: api.workspaceId, name: 'First', role: 'admin' }];

    const bySession = await contract.call('getIdentity', {
      ...anonymous,
      headers: { cookie: await login(api) },
    });
    const byUserKey = await contract.call('getIdentity', { workspaceId: null });
    const byWorkspaceKey = await contract.call('getIdentity', { key, workspaceId: null });

    expect(bySession.body).toMatchObject({
      user: { email: owner.email },
      workspaces,
      credential: { kind: 'session', key_id: null, workspace_id: null },
    });
    expect(byUserKey.body).toMatchObject({
      user: { email: owner.email },
      workspaces,
      credential: { kind: 'user_key', workspace_id: null },
    });
    expect(byWorkspaceKey.body).toEqual({
      user: null,
      workspaces: [{ id: api.workspaceId, name: 'First', role: 'contributor' }],
      credential: { kind: 'workspace_key', key_id: id, workspace_id: api.workspaceId },
    });
  });
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Sessions')).toEqual([]);
});

describe('API keys', () => {
  useFreshWorkspace(api);

  const userKey = (overrides: object = {}) => ({
    name: 'nightly',
    expires_in_days: 30,
    scope: 'user',
    ...overrides,
  });
  const workspaceKey = (overrides: object = {}) =>
    userKey({ scope: 'workspace', workspace_id: api.workspaceId, ...overrides });

  describe('POST /v1/api-keys', () => {
    it('returns the fields of the contract and no others', async () => {
      const response = await contract.call('createApiKey', { workspaceId: null, body: workspaceKey() });

      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'nightly',
        key: expect.stringMatching(/^assay_ws_[0-9A-Za-z]{40}$/),
        key_prefix: response.body.key.slice(0, 16),
        workspace_id: api.workspaceId,
        scope: 'workspace',
        expires_at: expect.any(String),
        created_at: expect.any(String),
      });
      expect(Date.parse(response.body.expires_at) - Date.parse(response.body.created_at)).toBe(
        30 * 86_400_000,
      );
    });

    it('ignores the workspace of a user-scoped key', async () => {
      const response = await contract.call('createApiKey', { body: userKey({ workspace_id: randomUUID() }) });

      expect(response).toMatchObject({
        status: 201,
        body: { workspace_id: null, scope: 'user', key: expect.stringMatching(/^assay_user_/) },
      });
    });

    it.each([
      [{ name: '' }, ['body.name', 'string_too_short', { min_length: 1 }]],
      [{ name: 'n'.repeat(256) }, ['body.name', 'string_too_long', { max_length: 255 }]],
      [{ name: null }, ['body.name', 'string_type', {}]],
      [{ expires_in_days: 0 }, ['body.expires_in_days', 'greater_than_equal', { ge: 1 }]],
      [{ expires_in_days: 366 }, ['body.expires_in_days', 'less_than_equal', { le: 365 }]],
      [{ expires_in_days: 1.5 }, ['body.expires_in_days', 'int_from_float', {}]],
      [{ expires_in_days: 'soon' }, ['body.expires_in_days', 'int_parsing', {}]],
      [{ scope: 'planet' }, ['body.scope', 'enum', { expected: "'workspace' or 'user'" }]],
      [{ scope: 'workspace' }, ['body.workspace_id', 'missing', {}]],
      [
        { scope: 'workspace', workspace_id: 'here' },
        ['body.workspace_id', 'uuid_parsing', { error: expect.any(String) }],
      ],
      [{ colour: 'red' }, ['body.colour', 'extra_forbidden', {}]],
    ])('responds 422 to %j', async (change, [loc, type, ctx]) => {
      const response = await contract.call('createApiKey', { body: userKey(change) });

      expect(response.status).toBe(422);
      expect(response.body.detail).toEqual([
        { loc: String(loc).split('.'), type, ctx, msg: expect.any(String), input: null },
      ]);
    });

    it('accepts the bounds themselves', async () => {
      const shortest = await contract.call('createApiKey', {
        body: userKey({ name: 'n', expires_in_days: 1 }),
      });
      const longest = await contract.call('createApiKey', {
        body: userKey({ name: 'ñ'.repeat(255), expires_in_days: 365 }),
      });

      expect([shortest.status, longest.status]).toEqual([201, 201]);
    });

    it('reports every problem at once', async () => {
      const response = await contract.call('createApiKey', {
        body: { scope: 'workspace', expires_in_days: 400 },
      });

      expect(response.body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual([
        'expires_in_days',
        'name',
        'workspace_id',
      ]);
    });

    it('responds 403 to a workspace-scoped key, to a foreign workspace, to an absent one, and to a viewer', async () => {
      const { key } = await makeWorkspaceKey(api);
      const stranger = await makeMember(api, 'admin', await makeWorkspace(api));
      const viewer = await makeMember(api, 'viewer');

      const responses = await Promise.all([
        contract.call('createApiKey', { key, body: workspaceKey() }),
        contract.call('createApiKey', { key: stranger.key, body: workspaceKey() }),
        contract.call('createApiKey', { body: workspaceKey({ workspace_id: randomUUID() }) }),
        contract.call('createApiKey', { key: viewer.key, body: workspaceKey() }),
      ]);

      expect(responses.map(({ status, body }) => [status, body.detail[0].type])).toEqual([
        [403, 'credential_forbidden'],
        [403, 'workspace_forbidden'],
        [403, 'workspace_forbidden'],
        [403, 'workspace_forbidden'],
      ]);
      expect(responses[2]?.body).toEqual(responses[1]?.body);
    });

    it('admits exactly as many as the limit, however many are created at the same time', async () => {
      const { id: userId, key } = await makeMember(api, 'contributor');
      const countKeys = () => collection('api_keys').countDocuments({ userId });
      const revokedAt = new Date();
      await storeCopies('api_keys', { userId }, 9998 - (await countKeys()), () => ({
        _id: randomUUID(),
        hash: randomUUID(),
        revokedAt,
      }));

      const bodies = [userKey(), workspaceKey(), userKey(), workspaceKey(), userKey()];
      const responses = await Promise.all(
        bodies.map((body) => contract.call('createApiKey', { key, body, workspaceId: null })),
      );

      expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
      expect(await countKeys()).toBe(10_000);
    });

    it('stores the hash of the key and never the key', async () => {
      const { body } = await contract.call('createApiKey', {
        headers: { 'idempotency-key': randomUUID() },
        body: workspaceKey(),
      });
      const secret = body.key.slice(body.key_prefix.length);

      const collections = await mongoose.connection.listCollections();
      const stored = JSON.stringify(
        await Promise.all(
          collections.map(({ name }) => mongoose.connection.collection(name).find().toArray()),
        ),
      );

      expect(isWellFormedKey(body.key)).toBe(true);
      expect(stored).toContain(body.key_prefix);
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
    });

    it('returns the same key for a repeated request, and 409 for another request under its Idempotency-Key', async () => {
      const headers = { 'idempotency-key': randomUUID() };

      const first = await contract.call('createApiKey', { headers, body: userKey() });
      const second = await contract.call('createApiKey', { headers, body: userKey() });
      const other = await contract.call('createApiKey', { headers, body: userKey({ name: 'other' }) });

      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(other).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'] }] },
      });
    });
  });

  describe('GET /v1/api-keys', () => {
    it('lists the keys newest first without their secrets', async () => {
      const older = await makeWorkspaceKey(api);
      const newer = await makeWorkspaceKey(api);

      const { body } = await contract.call('listApiKeys', { query: { limit: 2 } });

      expect(body.items.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
      expect(Object.keys(firstOf(body.items)).sort()).toEqual([
        'created_at',
        'created_by_user_id',
        'expires_at',
        'id',
        'key_prefix',
        'last_used_at',
        'name',
        'revoked_at',
        'scope',
        'workspace_id',
      ]);
      expect(body).toMatchObject({ has_more: true, query: { limit: 2, cursor: null } });
      const next = await contract.call('listApiKeys', { query: { limit: 2, cursor: body.next_page_cursor } });
      expect(next.body.items.map(({ id }: { id: string }) => id)).not.toContain(older.id);
    });

    it('pages through own keys and those of administered workspaces', async () => {
      const workspaceId = await makeWorkspace(api);
      const [admin, member] = [
        await makeMember(api, 'admin', workspaceId),
        await makeMember(api, 'contributor', workspaceId),
      ];
      const create = async (key: string, body: object) =>
        (await contract.call('createApiKey', { key, body })).body.id;
      const list = async (key: string, query = {}) =>
        (await contract.call('listApiKeys', { key, workspaceId: null, query })).body;
      const idsOf = ({ items }: { items: { id: string; name: string }[] }) =>
        items.filter(({ name }) => name === 'nightly').map(({ id }) => id);
      const theirs = await create(member.key, workspaceKey({ workspace_id: workspaceId }));
      const latest = await create(admin.key, userKey());
      const unseen = await create(member.key, userKey());

      const first = await list(admin.key, { limit: 2 });
      const second = await list(admin.key, { limit: 2, cursor: first.next_page_cursor });
      const foreign = await contract.call('listApiKeys', {
        key: member.key,
        query: { cursor: first.next_page_cursor },
      });

      expect(idsOf(first)).toEqual([latest, theirs]);
      expect(second).toMatchObject({
        items: [{ name: 'of admin' }],
        has_more: false,
        next_page_cursor: null,
      });
      expect(idsOf(await list(member.key))).toEqual([unseen, theirs]);
      expect(foreign).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } });
    });

    it('responds 403 to a workspace-scoped key and 422 to a wrong page', async () => {
      const { key } = await makeWorkspaceKey(api);

      const forbidden = await contract.call('listApiKeys', { key });
      const wrong = await contract.call('listApiKeys', { query: { limit: 0, cursor: 'forged' } });

      expect(forbidden).toMatchObject({ status: 403, body: { detail: [{ type: 'credential_forbidden' }] } });
      expect(wrong).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'limit'], type: 'greater_than', ctx: { gt: 0 } }] },
      });
    });
  });

  describe('DELETE /v1/api-keys/{id}', () => {
    it('ends a key at once and keeps it in the list, also when repeated', async () => {
      const { id, key } = await makeWorkspaceKey(api);
      const listed = async () => firstOf((await contract.call('listApiKeys')).body.items);

      const first = await contract.call('revokeApiKey', { params: { id } });
      const revoked = await listed();
      const second = await contract.call('revokeApiKey', { params: { id } });

      expect([first.status, second.status]).toEqual([204, 204]);
      expect(revoked).toMatchObject({ id, revoked_at: expect.any(String) });
      expect(await listed()).toEqual(revoked);
      expect(await api.get('/v1/issue-config', { key })).toMatchObject({
        status: 401,
        body: { detail: [{ type: 'api_key_revoked' }] },
      });
    });

    it('lets an admin of the workspace revoke the key of a member', async () => {
      const { key } = await makeMember(api, 'contributor');
      const { body } = await contract.call('createApiKey', { key, body: workspaceKey() });

      expect((await contract.call('revokeApiKey', { params: { id: body.id } })).status).toBe(204);
    });

    it('responds the same 404 for an absent key and for keys of another user', async () => {
      const { id } = await makeWorkspaceKey(api);
      const { body } = await contract.call('createApiKey', { body: userKey() });
      const { key } = await makeMember(api, 'contributor');

      const absent = await contract.call('revokeApiKey', { key, params: { id: randomUUID() } });
      for (const foreign of [id, body.id]) {
        const response = await contract.call('revokeApiKey', { key, params: { id: foreign } });
        expect([response.status, response.body]).toEqual([404, absent.body]);
      }
    });

    it('responds 403 to a workspace-scoped key and to another site, and 422 to an invalid id', async () => {
      const { id, key } = await makeWorkspaceKey(api);
      const cookie = await login(api);

      const byKey = await contract.call('revokeApiKey', { key, params: { id } });
      const crossSite = await contract.call('revokeApiKey', {
        key: null,
        params: { id },
        headers: { cookie, origin: 'https://evil.example' },
      });
      const wrong = await contract.call('revokeApiKey', { params: { id: 'none' } });

      expect([byKey.status, byKey.body.detail[0].type]).toEqual([403, 'credential_forbidden']);
      expect((await api.get('/v1/auth/me', { key })).status).toBe(200);
      expect([crossSite.status, crossSite.body.detail[0].type]).toEqual([403, 'cross_site_request']);
      expect(wrong).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['path', 'id'], type: 'uuid_parsing', input: 'none' }] },
      });
    });
  });

  it('responded with every documented status', () => {
    expect(contract.unwitnessed('API keys')).toEqual([]);
  });
});
