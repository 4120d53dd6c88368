import { randomUUID } from 'node:crypto';
import { firstOf } from '../support/first-of';
import { login, makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

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
    expect(Date.parse(response.body.expires_at) - Date.parse(response.body.created_at)).toBe(30 * 86_400_000);
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
  it('ends a key at once, also when repeated', async () => {
    const { id, key } = await makeWorkspaceKey(api);

    const first = await contract.call('revokeApiKey', { params: { id } });
    const second = await contract.call('revokeApiKey', { params: { id } });

    expect([first.status, second.status]).toEqual([204, 204]);
    expect(await api.get('/v1/issue-config', { key })).toMatchObject({
      status: 401,
      body: { detail: [{ type: 'api_key_revoked' }] },
    });
  });

  it('responds the same 404 for an absent key and for a key of another user', async () => {
    const { id } = await makeWorkspaceKey(api);
    const { key } = await makeMember(api, 'contributor');

    const foreign = await contract.call('revokeApiKey', { key, params: { id } });
    const absent = await contract.call('revokeApiKey', { key, params: { id: randomUUID() } });

    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
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
