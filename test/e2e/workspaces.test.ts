import { randomUUID } from 'node:crypto';
import { firstOf } from '../support/first-of';
import { login, makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

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
    const contributor = await makeMember(api, 'contributor');
    const { key } = await makeWorkspaceKey(api);

    const responses = [
      await contract.call('updateWorkspace', { params, body, key: contributor.key }),
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
