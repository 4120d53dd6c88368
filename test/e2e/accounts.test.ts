import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import {
  disableAccount,
  enableAccount,
  resetPassword,
} from '../../src/access/accounts/account-administration';
import type { ApiResponse } from '../support/api';
import { firstOf } from '../support/first-of';
import { cookieOf, login, makeMember, makeWorkspace, PASSWORD, type Person } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
const NEW_PASSWORD = 'another staple of horses';

let person: Person;
beforeEach(async () => {
  person = await makeMember(api, 'contributor');
});

const call = <const Id extends string>(operation: Id, cookie: string, options: object = {}) =>
  contract.call(operation, { key: null, workspaceId: null, headers: { cookie }, ...options });
const changePassword = (cookie: string, current = PASSWORD, next = NEW_PASSWORD) =>
  call('changePassword', cookie, { body: { current_password: current, new_password: next } });
/** The outcome of a request with the credential: 200, or the error type. */
const reach = async (credential: { cookie: string } | { key: string }) => {
  const options = 'cookie' in credential ? { key: null, headers: credential } : credential;
  const { status, body } = await api.get('/v1/experiments', options);
  return status === 200 ? 200 : body.detail[0].type;
};
const failure = ({ status, body }: ApiResponse) => [status, body.detail[0].type];
const signIn = (password: string, email = person.email) =>
  api.post('/v1/auth/login', { email, password }, { key: null, workspaceId: null });

describe('changePassword', () => {
  it('ends every session and opens a new one for the caller', async () => {
    const other = await login(api, person.email, PASSWORD);

    const response = await changePassword(person.cookie);

    expect(response.status).toBe(200);
    const reopened = cookieOf(response);
    expect([
      await reach({ cookie: person.cookie }),
      await reach({ cookie: other }),
      await reach({ cookie: reopened }),
    ]).toEqual(['session_expired', 'session_expired', 200]);
    expect([(await signIn(PASSWORD)).status, (await signIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
  });

  it('lists the user-scoped keys, which keep working', async () => {
    const { body } = await changePassword(person.cookie);

    expect(body.api_keys).toEqual([
      expect.objectContaining({ name: 'of contributor', scope: 'user', revoked_at: null }),
    ]);
    expect(await reach({ key: person.key })).toBe(200);
  });

  it('ends sessions that are opened concurrently with the old password', async () => {
    const [, ...logins] = await Promise.all([
      changePassword(person.cookie),
      ...Array.from({ length: 8 }, () => signIn(PASSWORD)),
    ]);

    const opened = logins.filter(({ status }) => status === 200);
    const reached = await Promise.all(opened.map((response) => reach({ cookie: cookieOf(response) })));
    expect(reached).toEqual(reached.map(() => 'session_expired'));
  });

  it('refuses a wrong password, ten times, and does not lock the owner out of login', async () => {
    const responses = [];
    for (let count = 0; count < 11; count += 1) {
      responses.push(await changePassword(person.cookie, `wrong ${count}`));
    }

    expect(problems(responses[0] as ApiResponse)).toEqual(['body.current_password value_error']);
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429]);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('refuses a short password without showing it', async () => {
    const response = await changePassword(person.cookie, PASSWORD, 'tiny secret');

    expect(problems(response)).toEqual(['body.new_password string_too_short']);
    expect(JSON.stringify(response.body)).not.toMatch(/tiny secret|staple/);
  });

  it('lets one of two concurrent changes succeed', async () => {
    const responses = await Promise.all(
      ['first new password', 'second new password'].map((next) =>
        changePassword(person.cookie, PASSWORD, next),
      ),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('are listed newest first, without their secret, with the current one marked', async () => {
    const headers = { 'user-agent': 'x'.repeat(300) };
    const response = await api.post(
      '/v1/auth/login',
      { email: person.email, password: PASSWORD },
      { key: null, workspaceId: null, headers },
    );
    const cookie = cookieOf(response);

    const first = await call('listSessions', cookie, { query: { limit: 1 } });
    const second = await call('listSessions', cookie, {
      query: { limit: 1, cursor: first.body.next_page_cursor },
    });

    expect(first.body.items).toEqual([
      {
        id: expect.any(String),
        is_current: true,
        user_agent: 'x'.repeat(256),
        address: expect.stringContaining('127.0.0.1'),
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(second.body).toMatchObject({
      items: [{ is_current: false, user_agent: 'node' }],
      has_more: false,
    });
    const secret = decodeURIComponent(cookie).split(/[=:.]/)[2] ?? '';
    expect(secret).toHaveLength(32);
    expect(JSON.stringify([first.body, second.body])).not.toContain(secret);
  });

  it('are listed in pages of at most 100', async () => {
    const response = await call('listSessions', person.cookie, { query: { limit: 101 } });

    expect(problems(response)).toEqual(['query.limit less_than_equal']);
  });

  it('end one by one, also the current one', async () => {
    const other = await login(api, person.email, PASSWORD);
    const { body } = await call('listSessions', person.cookie);
    const idOf = (isCurrent: boolean) =>
      firstOf(body.items.filter(({ is_current }) => is_current === isCurrent)).id;

    const ended = await call('endSession', person.cookie, { params: { id: idOf(false) } });
    const otherAfter = await reach({ cookie: other });
    const own = await call('endSession', person.cookie, { params: { id: idOf(true) } });

    expect([ended.status, otherAfter, own.status]).toEqual([204, 'session_expired', 204]);
    expect(await reach({ cookie: person.cookie })).toBe('session_expired');
  });

  it('of another user are indistinguishable from absent ones', async () => {
    const stranger = await makeMember(api, 'viewer');
    const { body } = await call('listSessions', stranger.cookie);

    const foreign = await call('endSession', person.cookie, { params: { id: firstOf(body.items).id } });
    const absent = await call('endSession', person.cookie, { params: { id: randomUUID() } });

    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect(await reach({ cookie: stranger.cookie })).toBe(200);
    expect(problems(await call('endSession', person.cookie, { params: { id: 'x' } }))).toEqual([
      'path.id uuid_parsing',
    ]);
  });

  it('end all but the current one', async () => {
    const current = await login(api, person.email, PASSWORD);
    const other = await login(api, person.email, PASSWORD);

    const response = await call('endOtherSessions', current);

    expect(response.status).toBe(204);
    const reached = await Promise.all([person.cookie, other, current].map((cookie) => reach({ cookie })));
    expect(reached).toEqual(['session_expired', 'session_expired', 200]);
    expect((await call('listSessions', current)).body.items).toHaveLength(1);
  });
});

describe('deleteAccount', () => {
  const remove = (cookie: string, body: object = { password: PASSWORD }) =>
    call('deleteAccount', cookie, { body });

  it('ends sessions, keys and memberships, and frees the address', async () => {
    const id = await makeWorkspace(api);
    const member = await makeMember(api, 'contributor', id);
    const made = { name: 'ci', scope: 'workspace', expires_in_days: 1, workspace_id: id };
    const workspaceKey = (await api.post('/v1/api-keys', made, { key: member.key, workspaceId: null })).body
      .key;

    const response = await remove(member.cookie);

    expect(response.status).toBe(204);
    expect(cookieOf(response)).toBe('assay_session=');
    expect([
      await reach({ cookie: member.cookie }),
      await reach({ key: member.key }),
      await reach({ key: workspaceKey }),
    ]).toEqual(['session_expired', 'api_key_revoked', 'api_key_revoked']);
    expect((await api.get(`/v1/workspaces/${id}/members`)).body.items).toHaveLength(1);
    expect((await signIn(PASSWORD, member.email)).status).toBe(401);
    const users = mongoose.connection.collection<{ _id: string }>('users');
    expect(await users.countDocuments({ _id: member.id })).toBe(0);
  });

  it('preserves workspace-scoped keys on request, and never user-scoped ones', async () => {
    const made = { name: 'ci', scope: 'workspace', expires_in_days: 1, workspace_id: api.workspaceId };
    const { key } = (await api.post('/v1/api-keys', made, { key: person.key, workspaceId: null })).body;

    await remove(person.cookie, { password: PASSWORD, keep_keys: true });

    expect([await reach({ key }), await reach({ key: person.key })]).toEqual([200, 'api_key_revoked']);
  });

  it('refuses the last admin of a workspace, names it and says what to do first', async () => {
    const created = await api.post(
      '/v1/workspaces',
      { name: 'Mine' },
      { key: person.key, workspaceId: null },
    );

    const response = await remove(person.cookie);

    expect(failure(response)).toEqual([409, 'conflict']);
    expect(response.body.detail[0].ctx).toEqual({ workspaces: [{ id: created.body.id, name: 'Mine' }] });
    expect(response.body.detail[0].msg).toBe(
      'The account is the last admin of these workspaces: Mine. Make another member of each an admin, or delete them',
    );
    expect(await reach({ cookie: person.cookie })).toBe(200);
    const { body } = await api.get('/v1/auth/me', { key: person.key, workspaceId: null });
    expect(body.workspaces).toHaveLength(2);
    await api.request('DELETE', `/v1/workspaces/${created.body.id}?confirm=Mine`, {
      key: person.key,
      workspaceId: null,
    });
    expect((await remove(person.cookie)).status).toBe(204);
  });

  it('refuses a wrong password', async () => {
    expect(problems(await remove(person.cookie, { password: 'wrong' }))).toEqual([
      'body.password value_error',
    ]);
  });
});

describe('an operator', () => {
  it('resets a password, which ends every session', async () => {
    await resetPassword(person.email.toUpperCase(), NEW_PASSWORD);

    expect(await reach({ cookie: person.cookie })).toBe('session_expired');
    expect([(await signIn(PASSWORD)).status, (await signIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
  });

  it('disables an account: sessions end and keys fail, until it is enabled', async () => {
    const made = { name: 'ci', scope: 'workspace', expires_in_days: 1, workspace_id: api.workspaceId };
    const { key } = (await api.post('/v1/api-keys', made, { key: person.key, workspaceId: null })).body;
    const all = async () => [
      await reach({ cookie: person.cookie }),
      await reach({ key: person.key }),
      await reach({ key }),
      failure(await signIn('wrong password')),
    ];

    await disableAccount(person.email);
    const whileDisabled = await all();
    const refused = await signIn(PASSWORD);
    await enableAccount(person.email);

    const wrong = [401, 'invalid_credentials'];
    expect(whileDisabled).toEqual(['session_expired', 'account_disabled', 'account_disabled', wrong]);
    expect(failure(refused)).toEqual([401, 'account_disabled']);
    expect(await all()).toEqual(['session_expired', 200, 200, wrong]);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('disables an admin, whose invitations become invalid', async () => {
    const id = await makeWorkspace(api);
    const admin = await makeMember(api, 'admin', id);
    const body = { email: 'x@example.test', role: 'admin' };
    const invited = await api.post(`/v1/workspaces/${id}/invitations`, body, {
      key: admin.key,
      workspaceId: null,
    });

    await disableAccount(admin.email);

    const accepted = await api.post(
      '/v1/invitations/accept',
      { token: invited.body.token },
      { key: null, workspaceId: null, headers: { cookie: person.cookie } },
    );
    expect([accepted.status, accepted.body.detail[0].ctx]).toEqual([409, { reason: 'revoked' }]);
  });
});

it('rejects API keys for operations on the sign-in of their user', async () => {
  const attempts = [
    contract.call('changePassword', { body: { current_password: PASSWORD, new_password: NEW_PASSWORD } }),
    contract.call('deleteAccount', { body: { password: PASSWORD } }),
    contract.call('listSessions'),
    contract.call('endOtherSessions'),
    contract.call('endSession'),
  ];

  expect((await Promise.all(attempts)).map(failure)).toEqual(Array(5).fill([403, 'credential_forbidden']));
});

it('shows names and addresses of people to members of the same workspace only', async () => {
  const id = await makeWorkspace(api);
  const hidden = await makeMember(api, 'admin', id);
  const { key } = hidden;
  await api.post(`/v1/workspaces/${id}/invitations`, { email: 'x@example.test', role: 'viewer' }, { key });
  await api.post(
    '/v1/api-keys',
    { name: 'k', scope: 'workspace', expires_in_days: 1, workspace_id: id },
    { key },
  );
  const stranger = await makeMember(api, 'admin', await makeWorkspace(api));

  const gets = contract.operations.filter(({ method, isPublic }) => method === 'get' && !isPublic);
  const seen = await Promise.all(
    gets.map(async ({ operationId }) => {
      const params = { id, user_id: hidden.id };
      const { body } = await contract.call(operationId, { key: stranger.key, workspaceId: id, params });
      return [operationId, JSON.stringify(body).includes(hidden.email)];
    }),
  );

  expect(gets.length).toBeGreaterThan(20);
  expect(seen).toEqual(gets.map(({ operationId }) => [operationId, false]));
  const members = await contract.call('listMembers', { key, params: { id } });
  expect(JSON.stringify(members.body)).toContain(hidden.email);
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Account')).toEqual([]);
});
