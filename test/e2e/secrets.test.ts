import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { generateKey } from '../../src/access/api-keys/key-format';
import { generateInvitationToken } from '../../src/access/invitations/invitation-token';
import type { ApiResponse, TestApi } from '../support/api';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { cookieOf, makeMember, makeWorkspaceKey, PASSWORD } from '../support/people';
import { useApi } from '../support/use-api';

const SECRET_KEY = `secret-${randomUUID()}-${randomUUID()}`;
const PROVIDER_KEY = `sk-provider-${randomUUID()}`;
const WRONG_PASSWORD = `wrong-${randomUUID()}`;

const models = new ModelServer();
const responses: ApiResponse[] = [];
const secrets: Record<string, string> = {
  SECRET_KEY,
  PROVIDER_KEY,
  PASSWORD,
  WRONG_PASSWORD,
  'bootstrap password': owner.password,
  'bootstrap key': owner.apiKey,
};
const api = useApi({
  models,
  environment: { SECRET_KEY, OPENAI_API_KEY: PROVIDER_KEY, LOG_LEVEL: 'trace' },
});

/** Sends a request whose response must contain no secret. */
async function send(...request: Parameters<TestApi['request']>): Promise<ApiResponse> {
  const response = await api.request(...request);
  responses.push(response);
  return response;
}

beforeAll(async () => {
  models.on('refuses', {
    kind: 'status',
    status: 401,
    message: `Incorrect API key provided: ${PROVIDER_KEY}`,
  });
  await useSecrets();
  await putSecretsInWrongPlaces();
});

async function useSecrets(): Promise<void> {
  const anonymous = { key: null, workspaceId: null };
  const login = await send('POST', '/v1/auth/login', {
    ...anonymous,
    body: { email: owner.email, password: owner.password },
  });
  secrets.cookie = cookieOf(login).slice('assay_session='.length);
  secrets['decoded cookie'] = decodeURIComponent(secrets.cookie);
  await send('POST', '/v1/auth/login', {
    ...anonymous,
    body: { email: owner.email, password: WRONG_PASSWORD },
  });
  await send('POST', '/v1/auth/login', {
    ...anonymous,
    body: { email: WRONG_PASSWORD, password: WRONG_PASSWORD },
  });
  const member = await makeMember(api, 'contributor');
  secrets['member key'] = member.key;
  secrets['member cookie'] = member.cookie.slice('assay_session='.length);
  const invitation = { email: 'invited@example.test', role: 'viewer' };
  const invited = await api.post(`/v1/workspaces/${api.workspaceId}/invitations`, invitation);
  secrets.invitation = invited.body.token;
  secrets['workspace key'] = (await makeWorkspaceKey(api)).key;
  const body = { name: 'twice', scope: 'user', expires_in_days: 1 };
  const once = () => api.post('/v1/api-keys', body, { headers: { 'idempotency-key': 'twice' } });
  secrets['idempotent key'] = (await once()).body.key;
  expect((await once()).body.key).toBe(secrets['idempotent key']);
  const judge = await api.post('/v1/evaluators', {
    name: 'judge',
    kind: 'llm_judge',
    config: { model: 'refuses' },
  });
  await send('POST', '/v1/evaluate', {
    body: { messages: makeConversation().messages, config: { evaluator_id: judge.body.id } },
  });
}

/** Keys and passwords in bodies, paths, queries and headers where they do not belong. */
async function putSecretsInWrongPlaces(): Promise<void> {
  const key = generateKey('user');
  secrets['misplaced key'] = key;
  for (const path of ['experiments', 'conversations', 'evaluators', 'nothing'])
    await send('GET', `/v1/${path}/${key}`);
  await send('DELETE', `/v1/api-keys/${key}`);
  await send('GET', `/v1/experiments?api_key=${key}&limit=${key}&cursor=${key}&${key}=1`);
  for (const header of [
    'x-workspace-id',
    'x-request-id',
    'idempotency-key',
    'content-type',
    'content-encoding',
  ]) {
    await send('POST', '/v1/evaluators', { raw: '{}', headers: { [header]: key } });
  }
  await send('GET', '/v1/experiments', { key });
  await send('GET', '/v1/experiments', { headers: { authorization: `Basic ${key}` } });
  await send('POST', '/v1/experiments', {
    body: {
      name: 7,
      model: key,
      conversation_ids: [key],
      evaluator_id: key,
      [key]: key,
      reasoning_config: { $key: key },
    },
  });
  await send('POST', '/v1/evaluators', {
    body: { name: 'x', kind: key, config: { model: `embedded/${key}` } },
  });
  await send('POST', '/v1/evaluators', {
    body: { name: 'x', kind: 'llm_judge', config: { model: `embedded/${key}` } },
  });
  await send('POST', '/v1/evaluators', { raw: `{"name": ${key}}` });
  await send('POST', '/v1/api-keys', {
    body: { name: 1, scope: PASSWORD, expires_in_days: PASSWORD, workspace_id: PASSWORD },
  });
  await send('POST', '/v1/auth/login', { raw: `{"email": "a@example.test", "password": ${WRONG_PASSWORD}` });
  await send('POST', `/v1/workspaces/${api.workspaceId}/invitations`, {
    body: { email: WRONG_PASSWORD, role: WRONG_PASSWORD, password: [WRONG_PASSWORD] },
  });
  const token = generateInvitationToken();
  secrets['misplaced invitation'] = token;
  await send('GET', `/v1/invitations/${token}?token=${token}`);
  await send('POST', '/v1/invitations/accept', {
    body: { token, account: { email: WRONG_PASSWORD, password: [WRONG_PASSWORD], name: token } },
  });
}

/** The names of the secrets in a text, in plain text, base64 or percent encoding. */
function found(text: string): string[] {
  const forms = (secret: string) => [
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(secret),
  ];
  return Object.entries(secrets).flatMap(([name, secret]) =>
    forms(secret).some((form) => text.includes(form)) ? [name] : [],
  );
}

it('finds planted secrets', () => {
  expect(found(`a ${SECRET_KEY} b`)).toEqual(['SECRET_KEY']);
  expect(Object.values(secrets).every((secret) => secret.length >= 16)).toBe(true);
});

it('no secret is stored in plain text', async () => {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const texts = await Promise.all(
    collections.map(
      async (collection) =>
        [collection.collectionName, JSON.stringify(await collection.find().toArray())] as const,
    ),
  );

  expect(texts.length).toBeGreaterThan(8);
  expect(texts.map(([name, text]) => [name, found(text)])).toEqual(texts.map(([name]) => [name, []]));
});

it('no secret is logged', async () => {
  await eventually(async () => api.log.split('\n').length > responses.length);

  expect(api.log).toContain('"path":"/v1/auth/login"');
  expect(found(api.log)).toEqual([]);
});

it('no text of a conversation is logged', () => {
  expect(api.log).not.toContain('Harrow Bridge');
});

it('no response contains a secret', () => {
  const shown = responses.map(({ body, headers }) =>
    found(JSON.stringify(body) + JSON.stringify([...headers].filter(([name]) => name !== 'set-cookie'))),
  );

  expect(responses.length).toBeGreaterThan(20);
  expect(shown).toEqual(responses.map(() => []));
});

it('no list, metric or document contains a secret', async () => {
  for (const path of [
    '/v1/api-keys',
    '/v1/auth/me',
    '/v1/evaluators',
    '/v1/workspaces',
    '/metrics',
    '/openapi.json',
    '/readyz',
    '/healthz',
  ]) {
    const { body } = await api.get(path);
    expect({ path, found: found(JSON.stringify(body)) }).toEqual({ path, found: [] });
  }
});
