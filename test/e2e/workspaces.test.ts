import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { disableAccount } from '../../src/access/accounts/account-administration';
import { firstOf } from '../support/first-of';
import { login, makeMember, makeWorkspace, makeWorkspaceKey, type Person } from '../support/people';
import { problems } from '../support/refusal';
import { collection, storeCopies } from '../support/stored-copies';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const elsewhere = { key: null, headers: { origin: 'https://evil.example' } };

describe('POST /v1/workspaces', () => {
  it('returns a usable workspace with the caller as admin', async () => {
    const response = await contract.call('createWorkspace', {
      workspaceId: null,
      body: { name: 'New', retention_days: 30, online_evaluation: { enabled: true } },
    });

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      name: 'New',
      retention_days: 30,
      retention_progress: null,
      online_evaluation: { enabled: true, sample_rate: 1 },
      analytics_tags: ['environment'],
      role: 'admin',
      created_at: expect.any(String),
    });
    const evaluators = await api.get('/v1/evaluators', { workspaceId: response.body.id });
    const config = await api.get('/v1/issue-config', { workspaceId: response.body.id });
    expect(evaluators.body.items).toMatchObject([{ kind: 'grounding', is_default: true }]);
    expect(config.body).toMatchObject({ version: 1 });
  });

  it('responds 422 with every problem', async () => {
    const response = await contract.call('createWorkspace', {
      body: { name: '', retention_days: 36_501, owner: 'me' },
    });

    expect(response.status).toBe(422);
    expect(problems(response)).toEqual([
      'body.name string_too_short',
      'body.retention_days less_than_equal',
      'body.owner extra_forbidden',
    ]);
  });

  it.each([
    [{}, 'name missing'],
    [{ name: 'x', retention_days: 0 }, 'retention_days greater_than_equal'],
    [{ name: 'x', retention_days: 1.5 }, 'retention_days int_from_float'],
    [{ name: 'x', online_evaluation: { sample_rate: 1.1 } }, 'online_evaluation.sample_rate less_than_equal'],
    [
      { name: 'x', online_evaluation: { sample_rate: -0.1 } },
      'online_evaluation.sample_rate greater_than_equal',
    ],
    [{ name: 'x', online_evaluation: { enabled: 'on' } }, 'online_evaluation.enabled bool_parsing'],
  ])('responds 422 to %j', async (body, problem) => {
    const response = await contract.call('createWorkspace', { body });

    expect(problems(response)).toEqual([`body.${problem}`]);
  });

  it('creates one workspace for a repeated request, even if the first response was lost', async () => {
    const request = { headers: { 'idempotency-key': randomUUID() }, body: { name: 'Once' } };
    const first = await contract.call('createWorkspace', request);
    // As if the process had crashed before it could store its response.
    await mongoose.connection
      .collection('idempotency_keys')
      .updateMany({}, { $set: { answer: null, lockedUntil: new Date(0) } });

    const again = await contract.call('createWorkspace', request);

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  it('responds 403 to a workspace-scoped key, and 409 to a reused Idempotency-Key', async () => {
    const { key } = await makeWorkspaceKey(api);
    const headers = { 'idempotency-key': randomUUID() };
    await contract.call('createWorkspace', { headers, body: { name: 'One' } });

    const byKey = await contract.call('createWorkspace', { key, body: { name: 'One' } });
    const reused = await contract.call('createWorkspace', { headers, body: { name: 'Two' } });

    expect([byKey.status, byKey.body.detail[0].type]).toEqual([403, 'credential_forbidden']);
    expect([reused.status, reused.body.detail[0].type]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('GET /v1/workspaces', () => {
  it("pages through the caller's workspaces, newest first", async () => {
    const newest = await makeWorkspace(api, 'Newest');

    const first = await contract.call('listWorkspaces', { query: { limit: 1 } });
    const second = await contract.call('listWorkspaces', {
      query: { limit: 1, cursor: first.body.next_page_cursor },
    });

    expect(first.body).toMatchObject({
      items: [{ id: newest, name: 'Newest', role: 'admin' }],
      has_more: true,
      query: { limit: 1, cursor: null },
    });
    expect(firstOf(second.body.items).id).not.toBe(newest);
  });

  it('shows a workspace-scoped key its workspace only', async () => {
    const id = await makeWorkspace(api);
    const { key } = await makeWorkspaceKey(api, id);
    const read = async (workspaceId: string) =>
      (await contract.call('getWorkspace', { key, workspaceId: null, params: { id: workspaceId } })).status;

    const { body } = await contract.call('listWorkspaces', { key, workspaceId: null });

    expect(body.items).toMatchObject([{ id, role: 'contributor' }]);
    expect([await read(id), await read(api.workspaceId)]).toEqual([200, 404]);
  });

  it('responds 422 to a cursor of another list', async () => {
    await makeWorkspace(api);
    const { body } = await contract.call('listWorkspaces', { query: { limit: 1 } });

    const response = await contract.call('listApiKeys', { query: { cursor: body.next_page_cursor } });
    const wrong = await contract.call('listWorkspaces', { query: { limit: 101 } });

    expect(problems(response)).toEqual(['query.cursor cursor_invalid']);
    expect(wrong).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'less_than_equal', ctx: { le: 100 }, input: 101 }] },
    });
  });
});

describe('/v1/workspaces/{id}', () => {
  it('reads it and changes the given fields', async () => {
    const id = await makeWorkspace(api, 'Before');

    const changed = await contract.call('updateWorkspace', { params: { id }, body: { retention_days: 7 } });
    const read = await contract.call('getWorkspace', { params: { id } });

    expect(changed).toMatchObject({ status: 200, body: { name: 'Before', retention_days: 7 } });
    expect(read.body).toEqual(changed.body);
  });

  it('changes what is given of online evaluation', async () => {
    const settings = { enabled: true, sample_rate: 0.25 };
    const create = { body: { name: 'New', online_evaluation: settings } };
    const { id } = (await contract.call('createWorkspace', create)).body;
    const patch = (body: object) => contract.call('updateWorkspace', { params: { id }, body });

    const responses = [
      await contract.call('getWorkspace', { params: { id } }),
      await patch({ online_evaluation: { sample_rate: 0 } }),
      await patch({ online_evaluation: { enabled: false } }),
      await patch({ name: 'Renamed' }),
    ];

    expect(responses.map(({ body }) => body.online_evaluation)).toEqual([
      settings,
      { enabled: true, sample_rate: 0 },
      { enabled: false, sample_rate: 0 },
      { enabled: false, sample_rate: 0 },
    ]);
  });

  it('changes the tags of analytics to at most five different keys', async () => {
    const id = await makeWorkspace(api);
    const patch = (keys: string[]) =>
      contract.call('updateWorkspace', { params: { id }, body: { analytics_tags: keys } });

    expect((await patch(['team', 'region'])).body.analytics_tags).toEqual(['team', 'region']);
    expect((await patch([])).body.analytics_tags).toEqual([]);
    const refused = [
      await patch(['a', 'b', 'c', 'd', 'e', 'f']),
      await patch(['a', 'a']),
      await patch(['a.b']),
    ];

    expect(refused.map(problems)).toEqual([
      ['body.analytics_tags too_long'],
      ['body.analytics_tags value_error'],
      ['body.analytics_tags.0 string_pattern_mismatch'],
    ]);
    expect((await contract.call('getWorkspace', { params: { id } })).body.analytics_tags).toEqual([]);
  });

  it('responds the same 404 to strangers as for an absent workspace', async () => {
    const { key } = await makeMember(api, 'admin', await makeWorkspace(api));

    for (const operation of ['getWorkspace', 'updateWorkspace']) {
      const body = operation === 'getWorkspace' ? undefined : { name: 'Mine' };
      const foreign = await contract.call(operation, { key, params: { id: api.workspaceId }, body });
      const absent = await contract.call(operation, { key, params: { id: randomUUID() }, body });
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(absent.body);
    }
  });

  it('can be changed only by its admins and only from this site', async () => {
    const params = { id: api.workspaceId };
    const body = { name: 'Renamed' };
    const [contributor, viewer] = [await makeMember(api, 'contributor'), await makeMember(api, 'viewer')];
    const { key } = await makeWorkspaceKey(api);

    const responses = [
      await contract.call('updateWorkspace', { params, body, key: contributor.key }),
      await contract.call('updateWorkspace', { params, body, key: viewer.key }),
      await contract.call('updateWorkspace', { params, body, key }),
      await contract.call('updateWorkspace', {
        params,
        body,
        ...elsewhere,
        headers: { ...elsewhere.headers, cookie: await login(api) },
      }),
    ];

    expect(responses.map((response) => [response.status, response.body.detail[0].type])).toEqual([
      [403, 'role_insufficient'],
      [403, 'role_insufficient'],
      [403, 'role_insufficient'],
      [403, 'cross_site_request'],
    ]);
    expect(responses[0]?.body.detail[0].ctx).toEqual({ needed: 'admin', actual: 'contributor' });
    expect((await contract.call('getWorkspace', { params })).body.name).toBe('First');
  });

  it.each(['getWorkspace', 'updateWorkspace'])('responds 422 to an invalid id (%s)', async (operation) => {
    const response = await contract.call(operation, {
      params: { id: 'nine' },
      body: operation === 'getWorkspace' ? undefined : { name: 7 },
    });

    expect(response.status).toBe(422);
    expect(problems(response)[0]).toBe('path.id uuid_parsing');
    expect(problems(response)).toHaveLength(operation === 'getWorkspace' ? 1 : 2);
  });
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Workspaces')).toEqual([]);
});

describe('members', () => {
  useFreshWorkspace(api);

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
  });

  describe('the last admin', () => {
    const step = async (userId: string, workspaceId = id) => {
      const params = { id: workspaceId, user_id: userId };
      return [
        await contract.call('updateMember', { params, body: { role: 'viewer' } }),
        await contract.call('removeMember', { params }),
      ];
    };
    let ownerId: string;
    beforeAll(async () => {
      ownerId = String((await api.get('/v1/auth/me')).body.user?.id);
    });

    it('gets an error that says what to do first, and may leave after that', async () => {
      const params = { id, user_id: ownerId };
      const refused = await step(ownerId);
      const same = await contract.call('updateMember', { params, body: { role: 'admin' } });
      await makeMember(api, 'admin', id);
      const left = await contract.call('removeMember', { params });

      const remedy = 'Make another member an admin first, or delete the workspace';
      expect(refused.map(({ status, body }) => ({ status, ...body.detail[0] }))).toEqual(
        Array(2).fill(
          expect.objectContaining({
            status: 409,
            type: 'conflict',
            loc: ['path', 'user_id'],
            msg: expect.stringContaining(remedy),
          }),
        ),
      );
      expect([same.status, left.status]).toEqual([200, 200]);
    });

    it('remains when two admins remove each other at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const workspaceId = await makeWorkspace(api);
        const other = await makeMember(api, 'admin', workspaceId);

        const responses = await Promise.all([
          contract.call('removeMember', { params: { id: workspaceId, user_id: other.id } }),
          contract.call('removeMember', { key: other.key, params: { id: workspaceId, user_id: ownerId } }),
        ]);

        const admins = await mongoose.connection
          .collection('memberships')
          .countDocuments({ workspaceId, role: 'admin' });
        expect(admins).toBe(1);
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      }
    });

    it('is the last one whose account is enabled', async () => {
      const other = await makeMember(api, 'admin', id);
      await disableAccount(other.email);

      const refused = await step(ownerId);
      const removed = await contract.call('removeMember', { params: { id, user_id: other.id } });

      expect(refused.map(({ status }) => status)).toEqual([409, 409]);
      expect(removed.status).toBe(200);
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
      await storeCopies('api_keys', { _id: made.id }, 100, () => ({ _id: randomUUID(), hash: randomUUID() }));

      const { body } = await contract.call('removeMember', { params: { id, user_id: member.id } });

      expect([body.keys.items.length, body.keys.total]).toEqual([100, 101]);
      const valid = { userId: member.id, workspaceId: id, revokedAt: null };
      expect(await collection('api_keys').countDocuments(valid)).toBe(0);
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

    it.each(cases.slice(1))('%s responds 403 to a contributor and to a viewer', async (operation, body) => {
      for (const actual of ['contributor', 'viewer'] as const) {
        const { key, id: userId } = await makeMember(api, actual, id);

        const response = await contract.call(operation, { key, params: { id, user_id: userId }, body });

        expect(response).toMatchObject({
          status: 403,
          body: { detail: [{ type: 'role_insufficient', ctx: { needed: 'admin', actual } }] },
        });
      }
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
});
