import { owner } from '../support/api';
import { cookieOf, login, makeMember, makeWorkspaceKey, PASSWORD } from '../support/people';
import { useApi, useContract } from '../support/use-api';

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
