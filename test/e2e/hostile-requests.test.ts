import { once } from 'node:events';
import net from 'node:net';
import { problems, refused } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

/** Returns the response of the server to these bytes before it closes the connection. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  let response = '';
  socket.setEncoding('utf8').on('data', (text) => {
    response += text;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return response;
}

const head = (line: string, ...headers: string[]) =>
  [
    line,
    'host: api',
    `authorization: Bearer bootstrap-key-0123456789abcdefghijklm`,
    'connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');

describe('a query string', () => {
  const lists = ['listApiKeys', 'listWorkspaces', 'listEvaluators', 'listConversations', 'listExperiments'];

  it.each([
    ['limit[]=1', 'query.limit[] extra_forbidden'],
    ['limit[gt]=1', 'query.limit[gt] extra_forbidden'],
    ['limit=1&limit=nine', 'query.limit int_parsing'],
    ['limit=', 'query.limit int_parsing'],
    ['limit=1.5', 'query.limit int_from_float'],
    ['limit=1e1', 'query.limit int_parsing'],
    ['limit=0x10', 'query.limit int_parsing'],
    ['limit=-1', 'query.limit greater_than'],
    ['limit=99999999999999999999999', 'query.limit less_than_equal'],
    ['limit=%00', 'query.limit int_parsing'],
    ['constructor=1', 'query.constructor extra_forbidden'],
    ['toString=1', 'query.toString extra_forbidden'],
    ['hasOwnProperty=1&limit=0', 'query.hasOwnProperty extra_forbidden'],
    ['$where=1', 'query.$where extra_forbidden'],
    ['cursor=x', 'query.cursor cursor_invalid'],
    ['cursor=%F0%9F%98%80', 'query.cursor cursor_invalid'],
    ['cursor=..', 'query.cursor cursor_invalid'],
    [`cursor=${'c'.repeat(2049)}`, 'query.cursor string_too_long'],
    ['Limit=1', 'query.Limit extra_forbidden'],
  ])('is rejected by every list: %s', async (query, problem) => {
    for (const operationId of lists) {
      const path = contract.operations.find((operation) => operation.operationId === operationId)?.path;
      const response = await refused(() => api.get(`${path}?${query}`));
      expect({ operationId, status: response.status, problems: problems(response) }).toEqual({
        operationId,
        status: 422,
        problems: expect.arrayContaining([problem]),
      });
    }
  });

  it('cannot reach prototypes', async () => {
    expect((await refused(() => api.get('/v1/experiments?__proto__=1&__proto__=2'))).status).toBe(422);
  });

  it.each([
    'type=everything',
    'tag=novalue',
    'external_id=',
    'created_from=yesterday',
    'created_to=2026-01-01T00:00:00',
    'model=',
    'external_id[$ne]=x',
    'created_from=0000-01-01T00:00:00%2B01:00',
  ])('of the list of conversations is rejected: %s', async (query) => {
    expect((await refused(() => api.get(`/v1/conversations?${query}`))).status).toBe(422);
  });

  it.each(['{"$ne":null}', 'a%00b', '%EF%BF%BD', '%ff'])(
    'of a filter that is %s is treated as text and matches nothing',
    async (text) => {
      const { status, body } = await api.get(`/v1/conversations?external_id=${text}`);

      expect([status, body.items]).toEqual([200, []]);
    },
  );
});

describe('a path', () => {
  it.each([
    '%',
    '%ff',
    '%c0%80',
    '%00',
    '..%2f..%2fetc',
    '__proto__',
    '$ne',
    'a'.repeat(5000),
    '%F0%9F%98%80',
  ])('with the id %s is rejected', async (id) => {
    for (const resource of ['experiments', 'conversations', 'evaluators', 'workspaces']) {
      const { status } = await refused(() => api.get(`/v1/${resource}/${id}`));
      expect([404, 422]).toContain(status);
    }
  });

  it.each([
    '/v1',
    '/v1/',
    '/v2/experiments',
    '/v1/nothing',
    '//v1/experiments/x/y/z',
    '/.env',
    '/v1/experiments/%2e%2e',
  ])('that is unknown is a 404 or 422 with the same body: %s', async (path) => {
    const { status, headers } = await refused(() => api.get(path));

    expect([404, 422]).toContain(status);
    expect(headers.get('content-type')).toContain('application/json');
  });
});

describe('headers', () => {
  it.each([
    ['x-workspace-id', 'not-a-uuid', 422],
    ['x-workspace-id', '00000000-0000-0000-0000-000000000000', 403],
    ['x-workspace-id', '{"$ne":null}', 422],
    ['authorization', 'Bearer \u00e9\u00e8', 401],
    ['authorization', `Bearer ${'k'.repeat(8000)}`, 401],
    ['authorization', 'Bearer [object Object]', 401],
    ['authorization', 'Digest username="x"', 401],
    ['idempotency-key', '', 422],
    ['idempotency-key', 'k'.repeat(256), 422],
    ['content-type', 'application/xml', 415],
    ['content-type', 'junk', 415],
    ['content-type', 'multipart/form-data; boundary=x', 415],
  ])('%s: %s is rejected', async (name, value, status) => {
    const headers = { [name]: value };

    const response = await refused(() =>
      api.post('/v1/evaluators', { name: 'x', kind: 'grounding', extra: 1 }, { headers }),
    );

    expect(response.status).toBe(status);
  });

  it('of an unusable request id is not echoed', async () => {
    const given = await api.get('/healthz', { headers: { 'x-request-id': 'abc-123' } });
    const junk = await api.get('/healthz', { headers: { 'x-request-id': 'a b<script>' } });

    expect(given.headers.get('x-request-id')).toBe('abc-123');
    expect(junk.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of two workspaces are rejected', async () => {
    const response = await sendBytes(
      head(
        'GET /v1/experiments HTTP/1.1',
        `x-workspace-id: ${api.workspaceId}`,
        `x-workspace-id: ${api.workspaceId}`,
      ),
    );

    expect(response).toMatch(/^HTTP\/1\.1 422 /);
    expect(response).toContain('uuid_parsing');
  });
});

describe('malformed HTTP', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['a header without a name', head('GET /v1/experiments HTTP/1.1', ': x')],
    ['a header of 100 KiB', head('GET /v1/experiments HTTP/1.1', `x-junk: ${'j'.repeat(100_000)}`)],
    [
      'two lengths',
      `${head(
        'POST /v1/evaluators HTTP/1.1',
        'content-length: 2',
        'content-length: 3',
        'content-type: application/json',
      )}{}`,
    ],
    [
      'a length and chunks',
      `${head(
        'POST /v1/evaluators HTTP/1.1',
        'content-length: 2',
        'transfer-encoding: chunked',
        'content-type: application/json',
      )}{}`,
    ],
    [
      'a bad chunk',
      head('POST /v1/evaluators HTTP/1.1', 'transfer-encoding: chunked', 'content-type: application/json') +
        'zz\r\n{}\r\n',
    ],
    [
      'a negative length',
      head('POST /v1/evaluators HTTP/1.1', 'content-length: -2', 'content-type: application/json'),
    ],
  ])('get a 4xx with the error body of the contract: %s', async (_name, bytes) => {
    const response = await sendBytes(bytes);

    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(response).toContain('{"detail":[{');
    expect(response).not.toMatch(/<html/i);
  });
});
