import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { firstOf } from '../support/first-of';
import { makeMember, makeWorkspace, type Person } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
let id: string;
beforeEach(async () => {
  id = await makeWorkspace(api);
});

describe('GET /v1/workspaces/{id}/members', () => {
  it('pages through the members, newest first, also for viewers', async () => {
    const viewer = await makeMember(api, 'viewer', id);

    const first = await contract.call('listMembers', {
      key: viewer.key,
      params: { id },
      query: { limit: 1 },
    });
    const second = await contract.call('listMembers', {
      params: { id },
      query: { limit: 1, cursor: first.body.next_page_cursor },
    });

    expect(first.body).toMatchObject({
      items: [{ user_id: viewer.id, role: 'viewer' }],
      has_more: true,
      query: { limit: 1, cursor: null },
    });
    expect(second.body).toMatchObject({
      items: [{ role: 'admin' }],
      has_more: false,
      next_page_cursor: null,
    });
  });

  it('refuses the cursor of another workspace', async () => {
    const other = await makeWorkspace(api);
    await makeMember(api, 'viewer', other);
    const { body } = await contract.call('listMembers', { params: { id: other }, query: { limit: 1 } });

    const response = await contract.call('listMembers', {
      params: { id },
      query: { cursor: body.next_page_cursor },
    });

    expect(problems(response)).toEqual(['query.cursor cursor_invalid']);
  });
});

describe('PATCH and DELETE /v1/workspaces/{id}/members/{user_id}', () => {
  it('change a role and remove a member, with effect on the next request', async () => {
    const member = await makeMember(api, 'viewer', id);
    const params = { id, user_id: member.id };

    const changed = await contract.call('updateMember', { params, body: { role: 'contributor' } });
    const asContributor = await api.put(
      '/v1/issue-config',
      { labels: [{ name: 'x', description: '' }] },
      { key: member.key, workspaceId: id },
    );
    const removed = await contract.call('removeMember', { params });
    const asStranger = await api.get('/v1/issue-config', { key: member.key, workspaceId: id });

    expect(changed.body).toMatchObject({ user_id: member.id, role: 'contributor' });
    expect([asContributor.status, removed.status, asStranger.status]).toEqual([200, 200, 403]);
  });

  it('respond 409 if no admin would be left', async () => {
    const { body } = await contract.call('listMembers', { params: { id } });
    const params = { id, user_id: firstOf(body.items).user_id };

    const stepDown = await contract.call('updateMember', { params, body: { role: 'viewer' } });
    const leave = await contract.call('removeMember', { params });

    expect([stepDown, leave].map((response) => [response.status, response.body.detail[0].type])).toEqual(
      Array(2).fill([409, 'conflict']),
    );
  });
});

describe('keys that a member created', () => {
  const keyOf = async (member: Person) => {
    const body = { name: 'ci', scope: 'workspace', expires_in_days: 1, workspace_id: id };
    return (await api.post('/v1/api-keys', body, { key: member.key, workspaceId: null })).body;
  };
  const reach = async (key: string) => {
    const { status, body } = await api.get('/v1/experiments', { key, workspaceId: id });
    return status === 200 ? 200 : body.detail[0].type;
  };

  it('are listed before and at removal, and revoked', async () => {
    const member = await makeMember(api, 'contributor', id);
    const made = await keyOf(member);
    await keyOf(await makeMember(api, 'contributor', id));
    const params = { id, user_id: member.id };

    const before = await contract.call('listMemberKeys', { params });
    const removed = await contract.call('removeMember', { params });

    expect(before.body.items).toEqual([expect.objectContaining({ id: made.id, revoked_at: null })]);
    expect(removed.body).toEqual({
      keys: { items: before.body.items, total: 1, are_revoked: true },
    });
    expect([await reach(made.key), await reach(member.key)]).toEqual([
      'api_key_revoked',
      'workspace_forbidden',
    ]);
  });

  it('stay valid on request', async () => {
    const member = await makeMember(api, 'contributor', id);
    const made = await keyOf(member);
    const params = { id, user_id: member.id };

    const removed = await contract.call('removeMember', { params, query: { keep_keys: 'true' } });

    expect(removed.body.keys).toMatchObject({ items: [{ id: made.id }], total: 1, are_revoked: false });
    expect(await reach(made.key)).toBe(200);
  });

  it('are revoked when the member becomes a viewer, and not when an admin becomes a contributor', async () => {
    const member = await makeMember(api, 'admin', id);
    const made = await keyOf(member);
    const change = (role: string, query = {}) =>
      contract.call('updateMember', { params: { id, user_id: member.id }, body: { role }, query });

    const contributor = await change('contributor');
    const whileContributor = await reach(made.key);
    const keeping = await change('viewer', { keep_keys: 'true' });
    const whileKept = await reach(made.key);
    const viewer = await change('viewer');

    expect(contributor.body.keys).toEqual({ items: [], total: 0, are_revoked: false });
    expect(keeping.body.keys).toMatchObject({ items: [{ id: made.id }], total: 1, are_revoked: false });
    expect(viewer.body.keys).toMatchObject({ items: [{ id: made.id }], total: 1, are_revoked: true });
    expect([whileContributor, whileKept, await reach(made.key)]).toEqual([200, 200, 'api_key_revoked']);
  });

  it('cannot be created during a concurrent removal', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await makeMember(api, 'contributor', id);

      const [made] = await Promise.all([
        Promise.all(Array.from({ length: 5 }, () => keyOf(member))),
        contract.call('removeMember', { params: { id, user_id: member.id } }),
      ]);

      const reached = await Promise.all(made.flatMap(({ key }) => (key === undefined ? [] : [reach(key)])));
      expect(reached).toEqual(reached.map(() => 'api_key_revoked'));
    }
  });

  it('are counted if there are too many to list', async () => {
    const member = await makeMember(api, 'contributor', id);
    const made = await keyOf(member);
    const keys = mongoose.connection.collection<{ _id: string }>('api_keys');
    const stored = await keys.findOne({ _id: made.id });
    await keys.insertMany(
      Array.from({ length: 100 }, () => ({ ...stored, _id: randomUUID(), hash: randomUUID() })),
    );

    const { body } = await contract.call('removeMember', { params: { id, user_id: member.id } });

    expect([body.keys.items.length, body.keys.total]).toEqual([100, 101]);
    expect(await keys.countDocuments({ userId: member.id, workspaceId: id, revokedAt: null })).toBe(0);
  });
});

it('revokes the pending invitations of an admin who is removed or demoted', async () => {
  for (const operation of ['removeMember', 'updateMember'] as const) {
    const admin = await makeMember(api, 'admin', id);
    const body = { email: 'later@example.test', role: 'admin' };
    await api.post(`/v1/workspaces/${id}/invitations`, body, { key: admin.key, workspaceId: null });

    await contract.call(operation, {
      params: { id, user_id: admin.id },
      ...(operation === 'updateMember' && { body: { role: 'contributor' } }),
    });

    expect((await api.get(`/v1/workspaces/${id}/invitations`)).body.items).toEqual([]);
  }
});

describe('every operation on members', () => {
  const cases = [
    ['listMembers', undefined],
    ['listMemberKeys', undefined],
    ['updateMember', { role: 'viewer' }],
    ['removeMember', undefined],
  ] as const;

  it.each(cases)(
    '%s responds the same 404 to strangers as for an absent workspace',
    async (operation, body) => {
      const { key, id: userId } = await makeMember(api, 'admin', await makeWorkspace(api));

      const foreign = await contract.call(operation, { key, params: { id, user_id: userId }, body });
      const absent = await contract.call(operation, {
        key,
        params: { id: randomUUID(), user_id: userId },
        body,
      });

      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(absent.body);
    },
  );

  it.each(cases.slice(1))('%s responds 403 to a contributor', async (operation, body) => {
    const { key, id: userId } = await makeMember(api, 'contributor', id);

    const response = await contract.call(operation, { key, params: { id, user_id: userId }, body });

    expect(response).toMatchObject({
      status: 403,
      body: { detail: [{ type: 'role_insufficient', ctx: { needed: 'admin', actual: 'contributor' } }] },
    });
  });

  it.each(cases)('%s responds 422 to invalid ids', async (operation, body) => {
    const response = await contract.call(operation, { params: { id: 'a', user_id: 'b' }, body });

    expect(response.status).toBe(422);
    expect(problems(response)[0]).toBe('path.id uuid_parsing');
  });

  it.each(cases.slice(1))('%s responds 404 for a user who is not a member', async (operation, body) => {
    const response = await contract.call(operation, { params: { id, user_id: randomUUID() }, body });

    expect(response).toMatchObject({
      status: 404,
      body: { detail: [{ loc: ['path', 'user_id'], type: 'not_found' }] },
    });
  });
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Members')).toEqual([]);
});
