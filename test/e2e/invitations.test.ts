import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { ApiResponse } from '../support/api';
import { login, makeMember, makeWorkspace, PASSWORD } from '../support/people';
import { problems } from '../support/refusal';
import { collection, storeCopies } from '../support/stored-copies';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
let id: string;
beforeEach(async () => {
  id = await makeWorkspace(api);
});

const address = () => `${randomUUID()}@example.test`;
const invite = (body: object = {}, options = {}) =>
  contract.call('createInvitation', {
    params: { id },
    body: { email: address(), role: 'viewer', ...body },
    ...options,
  });
const accept = (body: unknown, cookie?: string) =>
  contract.call('acceptInvitation', {
    key: null,
    workspaceId: null,
    headers: cookie === undefined ? {} : { cookie },
    body,
  });
const preview = (token: string) =>
  contract.call('previewInvitation', { key: null, workspaceId: null, body: { token } });
const failure = ({ status, body }: ApiResponse) => [status, body.detail[0].type, body.detail[0].ctx.reason];

describe('createInvitation', () => {
  it('responds with a link that holds the token in its fragment', async () => {
    const body = { email: 'Grace@Example.test', role: 'contributor', expires_in_hours: 2 };

    const { status, body: invitation } = await invite(body);

    expect(status).toBe(201);
    expect(invitation).toEqual({
      id: expect.any(String),
      email: 'Grace@Example.test',
      role: 'contributor',
      created_at: expect.any(String),
      expires_at: new Date(Date.parse(invitation.created_at) + 2 * 3_600_000).toISOString(),
      token: expect.stringMatching(/^assay_inv_[0-9A-Za-z]{40}$/),
      link: `${api.url}/invite#token=${invitation.token}`,
    });
  });

  it('rejects a password or a name for another user, and shows neither', async () => {
    const response = await invite({ password: 'tiny secret', name: 'Grace' });

    expect(problems(response)).toEqual(['body.password extra_forbidden', 'body.name extra_forbidden']);
    expect(JSON.stringify(response.body)).not.toMatch(/tiny secret|Grace/);
  });

  it('responds 422 with every problem', async () => {
    const response = await invite({ email: 'nowhere', role: 'king', expires_in_hours: 721 });

    expect(problems(response)).toEqual([
      'body.email value_error',
      'body.role enum',
      'body.expires_in_hours less_than_equal',
    ]);
  });

  it('responds 409 beyond 200 pending invitations, however many are created at the same time', async () => {
    await invite();
    await storeCopies('invitations', { workspaceId: id }, 195, () => ({
      _id: randomUUID(),
      tokenHash: randomUUID(),
    }));

    const responses = await Promise.all(Array.from({ length: 12 }, () => invite()));

    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(failure)).toEqual(Array.from({ length: 8 }, () => [409, 'conflict', undefined]));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await collection('invitations').countDocuments({ workspaceId: id })).toBe(200);
  });

  it('responds 403 to a contributor, and to a stranger the same 404 as for an absent workspace', async () => {
    const { key } = await makeMember(api, 'contributor', id);
    const stranger = await makeMember(api, 'admin', await makeWorkspace(api));

    const asContributor = await invite({}, { key });
    const asStranger = await invite({}, { key: stranger.key });
    const absent = await invite({}, { key: stranger.key, params: { id: randomUUID() } });

    expect(failure(asContributor)).toEqual([403, 'role_insufficient', undefined]);
    expect([asStranger.status, asStranger.body]).toEqual([404, absent.body]);
  });

  it('responds the same to an address that has an account and one that has none', async () => {
    const known = await invite({ email: (await makeMember(api, 'viewer')).email });
    const member = await invite({ email: (await makeMember(api, 'viewer', id)).email });
    const unknown = await invite();

    const shape = ({ status, body, headers }: ApiResponse) => [
      status,
      Object.keys(body),
      [...headers.keys()].sort(),
    ];
    expect([shape(known), shape(member)]).toEqual([shape(unknown), shape(unknown)]);
  });

  it('returns the first response to a repeated request', async () => {
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const body = { email: address() };

    const [first, again] = [await invite(body, options), await invite(body, options)];

    expect(again.body).toEqual(first.body);
  });

  it('stores no token', async () => {
    const { body } = await invite();

    const stored = await mongoose.connection
      .collection<{ _id: string }>('invitations')
      .findOne({ _id: body.id });

    expect(JSON.stringify(stored)).not.toContain(body.token);
    expect(stored).toMatchObject({ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe('listInvitations', () => {
  it('pages through the pending ones, newest first, without tokens', async () => {
    const older = (await invite()).body;
    const newer = (await invite()).body;
    const used = (await invite()).body;
    const revoked = (await invite()).body;
    await accept({ token: used.token, account: { email: address(), password: PASSWORD } });
    await contract.call('revokeInvitation', { params: { id, invitation_id: revoked.id } });

    const first = await contract.call('listInvitations', { params: { id }, query: { limit: 1 } });
    const second = await contract.call('listInvitations', {
      params: { id },
      query: { limit: 1, cursor: first.body.next_page_cursor },
    });

    expect(first.body.items).toMatchObject([{ id: newer.id, invited_by_user_name: 'owner' }]);
    expect(second.body).toMatchObject({ items: [{ id: older.id }], has_more: false });
    expect(JSON.stringify(first.body)).not.toContain('assay_inv_');
  });

  it('is for admins', async () => {
    const { key } = await makeMember(api, 'contributor', id);

    expect(failure(await contract.call('listInvitations', { key, params: { id } }))).toEqual([
      403,
      'role_insufficient',
      undefined,
    ]);
    expect(problems(await contract.call('listInvitations', { params: { id: 'x' } }))).toEqual([
      'path.id uuid_parsing',
    ]);
    expect(failure(await contract.call('listInvitations'))).toEqual([404, 'not_found', undefined]);
  });
});

describe('revokeInvitation', () => {
  it('invalidates the link, and is idempotent', async () => {
    const { body } = await invite();
    const params = { id, invitation_id: body.id };

    const responses = [
      await contract.call('revokeInvitation', { params }),
      await contract.call('revokeInvitation', { params }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    expect(failure(await preview(body.token))).toEqual([409, 'invitation_ended', 'revoked']);
  });

  it('responds 409 to one that was accepted, 404 to one of another workspace, 403 to a contributor', async () => {
    const { body } = await invite();
    const { key } = await makeMember(api, 'contributor', id);
    const params = { id, invitation_id: body.id };
    const elsewhere = { ...params, id: await makeWorkspace(api) };

    const foreign = await contract.call('revokeInvitation', { params: elsewhere });
    const asContributor = await contract.call('revokeInvitation', { key, params });
    await accept({ token: body.token, account: { email: address(), password: PASSWORD } });
    const used = await contract.call('revokeInvitation', { params });

    expect([foreign, asContributor, used].map(failure)).toEqual([
      [404, 'not_found', undefined],
      [403, 'role_insufficient', undefined],
      [409, 'invitation_ended', 'used'],
    ]);
    expect(problems(await contract.call('revokeInvitation', { params: { id, invitation_id: 'x' } }))).toEqual(
      ['path.invitation_id uuid_parsing'],
    );
  });
});

describe('previewInvitation', () => {
  it('describes the invitation to the holder of the link, and names no user', async () => {
    const { body } = await invite({ email: 'label@example.test', role: 'admin' });

    const response = await preview(body.token);

    expect([response.status, response.body]).toEqual([
      200,
      { workspace_name: 'Another', email: 'label@example.test', role: 'admin', expires_at: body.expires_at },
    ]);
  });

  it('responds 404 to an unknown token and 422 to none', async () => {
    expect(failure(await preview('assay_inv_unknown'))).toEqual([404, 'not_found', undefined]);
    expect(problems(await preview(''))).toEqual(['body.token string_too_short']);
  });
});

describe('acceptInvitation', () => {
  it('creates an account with the chosen password and makes it a member', async () => {
    const { body } = await invite({ role: 'contributor' });
    const account = { email: address(), password: PASSWORD, name: 'Grace' };

    const response = await accept({ token: body.token, account });

    expect([response.status, response.body]).toEqual([
      201,
      {
        user: { id: expect.any(String), email: account.email, name: 'Grace' },
        workspace: { id, name: 'Another', role: 'contributor' },
      },
    ]);
    const cookie = await login(api, account.email, PASSWORD);
    const { body: identity } = await api.get('/v1/auth/me', { key: null, headers: { cookie } });
    expect(identity.workspaces).toEqual([{ id, name: 'Another', role: 'contributor' }]);
  });

  it('makes the account of the session a member, not the one of the invited address', async () => {
    const invited = await makeMember(api, 'viewer');
    const accepting = await makeMember(api, 'viewer');
    const { body } = await invite({ email: invited.email, role: 'admin' });

    const response = await accept({ token: body.token }, accepting.cookie);

    expect(response.body.user).toMatchObject({ id: accepting.id, email: accepting.email });
    const statuses = await Promise.all(
      [accepting, invited].map(async ({ key }) => (await api.get(`/v1/workspaces/${id}`, { key })).status),
    );
    expect(statuses).toEqual([200, 404]);
  });

  it('succeeds once, also if twenty users accept concurrently', async () => {
    const { body } = await invite();
    const people = await Promise.all(Array.from({ length: 10 }, () => makeMember(api, 'viewer')));

    const responses = await Promise.all([
      ...people.map(({ cookie }) => accept({ token: body.token }, cookie)),
      ...people.map(() =>
        accept({ token: body.token, account: { email: `race-${address()}`, password: PASSWORD } }),
      ),
    ]);

    const accepted = responses.filter(({ status }) => status === 201);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(accepted).toHaveLength(1);
    expect(new Set(refused.map((response) => failure(response).join()))).toEqual(
      new Set(['409,invitation_ended,used']),
    );
    const members = (await contract.call('listMembers', { params: { id } })).body.items;
    expect(members.map(({ user_id }: { user_id: string }) => user_id)).toContain(accepted[0]?.body.user.id);
    expect(members).toHaveLength(2);
    const orphans = await mongoose.connection.collection('users').countDocuments({ email: /^race-/ });
    expect(orphans).toBe(accepted[0]?.body.user.email.startsWith('race-') ? 1 : 0);
  });

  it('says why it cannot be accepted: used, revoked, expired', async () => {
    const [used, revoked, expired] = [(await invite()).body, (await invite()).body, (await invite()).body];
    await accept({ token: used.token, account: { email: address(), password: PASSWORD } });
    await contract.call('revokeInvitation', { params: { id, invitation_id: revoked.id } });
    await mongoose.connection
      .collection<{ _id: string }>('invitations')
      .updateOne({ _id: expired.id }, { $set: { expiresAt: new Date() } });

    const { cookie } = await makeMember(api, 'viewer');
    const responses = [];
    for (const { token } of [used, revoked, expired]) {
      responses.push(await accept({ token }, cookie));
      responses.push(await accept({ token, account: { email: address(), password: PASSWORD } }));
    }

    expect(responses.map(failure)).toEqual(
      ['used', 'used', 'revoked', 'revoked', 'expired', 'expired'].map((reason) => [
        409,
        'invitation_ended',
        reason,
      ]),
    );
  });

  it('becomes invalid when its sender may no longer invite', async () => {
    const sender = await makeMember(api, 'admin', id);
    const { body } = await invite({}, { key: sender.key });
    await api.request('PATCH', `/v1/workspaces/${id}/members/${sender.id}`, {
      body: { role: 'contributor' },
    });

    const response = await accept({ token: body.token, account: { email: address(), password: PASSWORD } });

    expect(failure(response)).toEqual([409, 'invitation_ended', 'revoked']);
  });

  it('rejects an address that has an account, and stays pending', async () => {
    const { email } = await makeMember(api, 'viewer');
    const { body } = await invite();

    const response = await accept({ token: body.token, account: { email, password: PASSWORD } });

    expect(failure(response)).toEqual([409, 'conflict', undefined]);
    expect(response.body.detail[0].loc).toEqual(['body', 'account', 'email']);
    expect((await preview(body.token)).status).toBe(200);
  });

  it.each([
    ['workspace and sender', 200, { sameAddress: false }],
    ['IP address', 100, { sameAddress: true }],
  ])('allows a %s %i attempts to create an account in an hour', async (_whose, max, { sameAddress }) => {
    const taken = await makeMember(api, 'viewer', id);
    await mongoose.connection.collection('rate_limits').deleteMany({});
    const counts: Record<number, number> = {};
    for (let attempt = 0; attempt < max + 10; ) {
      const { body: invitation } = await invite();
      for (let of = 0; of < 10; of += 1, attempt += 1) {
        if (!sameAddress)
          await mongoose.connection.collection('rate_limits').deleteMany({ key: /^invitation-address/ });
        const account = { email: taken.email, password: PASSWORD };
        const { status } = await accept({ token: invitation.token, account });
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }

    expect(counts).toEqual({ 409: max, 429: 10 });
    await mongoose.connection.collection('rate_limits').deleteMany({});
  });

  it('allows ten attempts to create an account with one invitation', async () => {
    const { email } = await makeMember(api, 'viewer');
    const { body } = await invite();
    const attempt = () => accept({ token: body.token, account: { email, password: PASSWORD } });

    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await attempt()).status);

    expect(statuses).toEqual([...Array(10).fill(409), 429]);
  });

  it('rejects a member, and stays pending', async () => {
    const { cookie } = await makeMember(api, 'viewer', id);
    const { body } = await invite({ role: 'admin' });

    const response = await accept({ token: body.token }, cookie);

    expect(failure(response)).toEqual([409, 'conflict', undefined]);
    expect((await preview(body.token)).status).toBe(200);
  });

  it('requires a session or a new account', async () => {
    const { body } = await invite();

    expect(failure(await accept({ token: body.token }))).toEqual([401, 'not_authenticated', undefined]);
    expect(failure(await accept({ token: 'x' }, (await makeMember(api, 'viewer')).cookie))).toEqual([
      404,
      'not_found',
      undefined,
    ]);
  });

  it('rejects short passwords without showing them', async () => {
    const { body } = await invite();

    const response = await accept({ token: body.token, account: { email: 'x', password: 'tiny secret' } });

    expect(problems(response)).toEqual([
      'body.account.email value_error',
      'body.account.password string_too_short',
    ]);
    expect(JSON.stringify(response.body)).not.toContain('tiny secret');
  });

  it('rejects another site', async () => {
    const { body } = await invite();
    const { cookie } = await makeMember(api, 'viewer');

    const response = await contract.call('acceptInvitation', {
      key: null,
      workspaceId: null,
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      body: { token: body.token },
    });

    expect(failure(response)).toEqual([403, 'cross_site_request', undefined]);
  });
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Invitations')).toEqual([]);
});
