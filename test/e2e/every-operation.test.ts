import { generateKey } from '../../src/access/api-keys/key-format';
import type { Operation } from '../support/contract';
import { makeExpiredKey, makeRevokedKey } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

/** The responses to `send` for each operation that `isMeant`, by operation id. */
async function responsesOf<Result>(
  isMeant: (operation: Operation) => boolean,
  send: (operation: Operation) => Promise<Result>,
) {
  const meant = contract.operations.filter(isMeant);
  expect(meant.length).toBeGreaterThan(0);
  return Object.fromEntries(
    await Promise.all(
      meant.map(async (operation) => [operation.operationId, await send(operation)] as const),
    ),
  );
}

const everyOf = <Result>(responses: Record<string, unknown>, result: Result) =>
  Object.fromEntries(Object.keys(responses).map((operationId) => [operationId, result]));

describe('every operation that needs a credential', () => {
  const isClosed = ({ isPublic }: Operation) => !isPublic;

  it.each([
    ['none', async () => null, 'not_authenticated'],
    ['garbage', async () => 'garbage', 'api_key_malformed'],
    ['an unknown key', async () => generateKey('workspace'), 'api_key_unknown'],
    ['a revoked key', async () => (await makeRevokedKey(api)).key, 'api_key_revoked'],
    ['an expired key', async () => (await makeExpiredKey(api)).key, 'api_key_expired'],
  ])('responds 401 with WWW-Authenticate to %s', async (_name, makeKey, type) => {
    const key = await makeKey();

    const responses = await responsesOf(isClosed, async ({ operationId }) => {
      const { status, headers, body } = await contract.call(operationId, { key });
      return {
        status,
        type: body.detail[0].type,
        input: body.detail[0].input,
        challenge: headers.get('www-authenticate')?.split(',')[0],
      };
    });

    expect(responses).toEqual(
      everyOf(responses, { status: 401, type, input: null, challenge: 'Bearer realm="assay"' }),
    );
  });

  it('responds 401 to a session that has ended', async () => {
    const headers = { cookie: 'assay_session=s%3Aforged.signature' };

    const responses = await responsesOf(
      isClosed,
      async ({ operationId }) =>
        (await contract.call(operationId, { key: null, headers })).body.detail[0].type,
    );

    expect(responses).toEqual(everyOf(responses, 'session_expired'));
  });
});

describe('every operation with a request body', () => {
  const takesBody = ({ hasBody }: Operation) => hasBody;

  it('responds 413 to more than its limit, which is small without a credential or a workspace', async () => {
    const raw = `"${'x'.repeat(4 * 1024 * 1024)}"`;

    const responses = await responsesOf(takesBody, async ({ operationId, isPublic, isInWorkspace }) => {
      const { status, body } = await contract.call(operationId, { raw });
      const { ctx, ...problem } = body.detail[0];
      const limit = isPublic ? 4096 : isInWorkspace ? 4_194_304 : 65_536;
      return { status, ...problem, isLimit: ctx.max_bytes === limit };
    });

    expect(responses).toEqual(
      everyOf(responses, {
        status: 413,
        loc: ['body'],
        msg: expect.any(String),
        type: 'body_too_large',
        input: null,
        isLimit: true,
      }),
    );
  });

  it('responds 415 to another content type', async () => {
    const headers = { 'content-type': 'text/plain' };

    const responses = await responsesOf(takesBody, async ({ operationId }) => {
      const { status, body } = await contract.call(operationId, { headers, raw: 'hello' });
      return [status, body.detail[0].type, body.detail[0].loc];
    });

    expect(responses).toEqual(
      everyOf(responses, [415, 'unsupported_media_type', ['header', 'content-type']]),
    );
  });

  it('responds 422 to invalid JSON', async () => {
    const responses = await responsesOf(takesBody, async ({ operationId }) => {
      const { status, body } = await contract.call(operationId, { raw: '{' });
      return [status, body.detail.at(-1)?.type];
    });

    expect(responses).toEqual(everyOf(responses, [422, 'json_invalid']));
  });
});

describe('every path', () => {
  it.each(
    ['PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'OPTIONS', 'TRACE', 'PROPFIND'].filter(
      (method) => method !== 'TRACE',
    ),
  )('responds 405 with Allow to %s if it does not support that method', async (method) => {
    for (const [path, methods] of Object.entries(contract.document.paths)) {
      const allowed = Object.keys(methods).map((name) => name.toUpperCase());
      if (allowed.includes(method)) continue;
      const response = await api.request(method, path, { key: null, workspaceId: null });
      expect({ path, status: response.status, type: response.body.detail?.[0].type }).toEqual({
        path,
        status: 405,
        type: 'method_not_allowed',
      });
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allowed.sort());
    }
  });

  it('responds to HEAD like GET without the body', async () => {
    const response = await api.request('HEAD', '/v1/experiments');

    expect([response.status, response.body]).toEqual([200, '']);
  });
});

describe('every operation that reads one resource', () => {
  /** The parameters without which an operation responds 422. */
  const queries: Record<string, Record<string, string>> = {
    getThresholdEffect: { max_flagged_clean_share: '0.05' },
  };

  it('responds 404 to an unknown id', async () => {
    const responses = await responsesOf(
      ({ method, path }) => method === 'get' && path.includes('{'),
      async ({ operationId }) => {
        const { status, body } = await contract.call(operationId, { query: queries[operationId] ?? {} });
        return [status, body.detail[0].type, body.detail[0].loc[0]];
      },
    );

    expect(responses).toEqual(everyOf(responses, [404, 'not_found', 'path']));
  });
});

it('does not disclose its server software', async () => {
  const { headers } = await api.get('/v1/experiments');

  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
});
