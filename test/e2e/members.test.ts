import { randomUUID } from 'node:crypto';
import { makeMember, makeWorkspace, PASSWORD } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
let id: string;
beforeEach(async () => {
  id = await makeWorkspace(api);
});

const newcomer = (overrides: object = {}) => ({
  email: `${randomUUID()}@example.test`,
  role: 'viewer',
  password: PASSWORD,
  ...overrides,
});

describe('POST /v1/workspaces/{id}/members', () => {
  it('answers the member', async () => {
    const body = newcomer({ name: 'Grace' });

    const answer = await contract.call('addMember', { params: { id }, body });

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user_id: expect.any(String),
      email: body.email,
      name: 'Grace',
      role: 'viewer',
      created_at: expect.any(String),
    });
  });

  it('answers 409 to a member', async () => {
    const body = newcomer();
    await contract.call('addMember', { params: { id }, body });

    const answer = await contract.call('addMember', { params: { id }, body });

    expect(answer).toMatchObject({
      status: 409,
      body: { detail: [{ type: 'conflict', loc: ['body', 'email'], input: null }] },
    });
  });

  it('answers 422 with every problem, and shows no password', async () => {
    const answer = await contract.call('addMember', {
      params: { id },
      body: { email: 'nowhere', role: 'king', password: 'tiny secret' },
    });

    expect(problems(answer)).toEqual([
      'body.email value_error',
      'body.role enum',
      'body.password string_too_short',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('tiny secret');
  });

  it('answers 422 when an unknown person comes without a password', async () => {
    const answer = await contract.call('addMember', {
      params: { id },
      body: newcomer({ password: undefined }),
    });

    expect(problems(answer)).toEqual(['body.password missing']);
  });
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

    const answer = await contract.call('listMembers', {
      params: { id },
      query: { cursor: body.next_page_cursor },
    });

    expect(problems(answer)).toEqual(['query.cursor cursor_invalid']);
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
    expect([asContributor.status, removed.status, asStranger.status]).toEqual([200, 204, 403]);
  });

  it('answer 409 when no admin would be left', async () => {
    const { body } = await contract.call('listMembers', { params: { id } });
    const params = { id, user_id: body.items[0].user_id };

    const stepDown = await contract.call('updateMember', { params, body: { role: 'viewer' } });
    const leave = await contract.call('removeMember', { params });

    expect([stepDown, leave].map((answer) => [answer.status, answer.body.detail[0].type])).toEqual(
      Array(2).fill([409, 'conflict']),
    );
  });
});

describe('every operation on members', () => {
  const cases = [
    ['listMembers', undefined],
    ['addMember', newcomer()],
    ['updateMember', { role: 'viewer' }],
    ['removeMember', undefined],
  ] as const;

  it.each(cases)(
    '%s answers the same 404 to strangers as for an absent workspace',
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

  it.each(cases.slice(1))('%s answers 403 to a contributor', async (operation, body) => {
    const { key, id: userId } = await makeMember(api, 'contributor', id);

    const answer = await contract.call(operation, { key, params: { id, user_id: userId }, body });

    expect(answer).toMatchObject({
      status: 403,
      body: { detail: [{ type: 'role_insufficient', ctx: { needed: 'admin', actual: 'contributor' } }] },
    });
  });

  it.each(cases)('%s answers 422 to what are no ids', async (operation, body) => {
    const answer = await contract.call(operation, { params: { id: 'a', user_id: 'b' }, body });

    expect(answer.status).toBe(422);
    expect(problems(answer)[0]).toBe('path.id uuid_parsing');
  });

  it.each(cases.slice(2))('%s answers 404 for somebody who is no member', async (operation, body) => {
    const answer = await contract.call(operation, { params: { id, user_id: randomUUID() }, body });

    expect(answer).toMatchObject({
      status: 404,
      body: { detail: [{ loc: ['path', 'user_id'], type: 'not_found' }] },
    });
  });
});

it('answered every documented status', () => {
  expect(contract.unwitnessed('Members')).toEqual([]);
});
