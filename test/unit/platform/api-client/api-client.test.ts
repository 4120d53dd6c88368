import { getEventListeners } from 'node:events';
import {
  type ApiCall,
  ApiClient,
  type ApiClientOptions,
} from '../../../../src/platform/api-client/api-client';
import { ApiError, ApiUnreachableError } from '../../../../src/platform/api-client/api-errors';
import { type Reply, refusal, ScriptedServer } from '../../../support/scripted-server';

const KEY = 'assay_ws_0123456789012345678901234567';
const fine: Reply = { status: 200, body: { ok: true } };
const server = new ScriptedServer();

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
});

const clientOf = (options: Partial<ApiClientOptions> = {}) =>
  new ApiClient({ address: server.url, apiKey: KEY, retryPeriodMs: 20_000, ...options });

const call = (overrides: Partial<ApiCall> = {}): ApiCall => ({
  method: 'POST',
  path: '/v1/things?limit=1',
  body: { name: 'x' },
  signal: new AbortController().signal,
  ...overrides,
});

describe('a request', () => {
  it('has the key, the workspace, the idempotency key and the JSON body', async () => {
    server.replies(fine);

    await clientOf({ address: `${server.url}/base/`, workspaceId: 'w' }).send(call({ idempotencyKey: 'i' }));

    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/base/v1/things',
        headers: {
          authorization: `Bearer ${KEY}`,
          'x-workspace-id': 'w',
          'idempotency-key': 'i',
          'content-type': 'application/json',
        },
        body: { name: 'x' },
      },
    ]);
  });

  it('has the session cookie received before when there is no key', async () => {
    server.replies({ ...fine, headers: { 'set-cookie': 'assay_session=abc; Path=/; HttpOnly' } }, fine);
    const { apiKey: _key, ...withoutKey } = { address: server.url, apiKey: KEY };
    const client = new ApiClient(withoutKey);

    await client.send(call());
    await client.send(call());

    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'assay_session=abc']);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('does not follow redirects with the key', async () => {
    server.replies({ status: 307, headers: { location: '/elsewhere' } });

    await expect(clientOf().send(call())).rejects.toMatchObject({ status: 307 });
    expect(server.requests.length).toBe(1);
  });
});

describe('a response', () => {
  it('resolves to its body, and to null without one', async () => {
    server.replies(fine, { status: 204 });

    await expect(clientOf().send(call())).resolves.toEqual({ ok: true });
    await expect(clientOf().send(call())).resolves.toBeNull();
  });

  it('of an error is thrown with its entries, which do not contain the key, and is not retried', async () => {
    server.replies(refusal(409, 'value_error', { status: 'ready' }));

    const error = await clientOf()
      .send(call())
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'POST /v1/things failed with status 409: body.x: not so',
      request: 'POST /v1/things',
      status: 409,
      type: 'value_error',
      detail: [{ ctx: { status: 'ready' } }],
    });
    expect(server.requests.length).toBe(1);
  });
});

describe('a retry', () => {
  it.each<[string, Reply]>([
    ['503', { status: 503 }],
    ['a proxy without a backend', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a connection that is cut', 'cut'],
    ['a truncated response', 'cut in the body'],
  ])('sends the same request again after %s', async (_case, failure) => {
    server.replies(failure, failure, fine);

    await expect(clientOf().send(call({ idempotencyKey: 'i' }))).resolves.toEqual({ ok: true });

    const sent = server.requests.map(({ body, headers }) => [body, headers['idempotency-key']]);
    expect(sent).toEqual([sent[0], sent[0], sent[0]]);
  });

  it('follows a request without a response in time', async () => {
    server.replies('hang', fine);

    await expect(clientOf().send(call({ timeoutMs: 100 }))).resolves.toEqual({ ok: true });
  });

  it('respects Retry-After', async () => {
    server.replies({ status: 429, headers: { 'retry-after': '1' } }, fine);

    await clientOf().send(call());

    const [first, second] = server.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not sent after the retry period', async () => {
    server.replies({ status: 503, headers: { 'retry-after': '0.1' }, body: '<html></html>' });

    await expect(clientOf({ retryPeriodMs: 350 }).send(call())).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      type: null,
    });
    expect(server.requests.length).toBeGreaterThan(1);
    expect(server.requests.length).toBeLessThan(5);
  });

  it('is not awaited when Retry-After exceeds the retry period', async () => {
    server.replies({ status: 429, headers: { 'retry-after': '900' } });

    await expect(clientOf().send(call())).rejects.toMatchObject({ status: 429 });
    expect(server.requests.length).toBe(1);
  });

  it('ends with the reason why the service is unreachable', async () => {
    const error = await clientOf({ address: 'http://127.0.0.1:1', retryPeriodMs: 300 })
      .send(call())
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ApiUnreachableError);
    expect((error as Error).message).toMatch(/^No response to POST \/v1\/things: .+/);
  });
});

describe('an abort', () => {
  it.each<[string, Reply]>([
    ['for a response', 'hang'],
    ['to send it again', { status: 503, headers: { 'retry-after': '10' } }],
  ])('ends a request immediately, with the reason, while it waits %s', async (_case, reply) => {
    const stop = new AbortController();
    server.respond = () => {
      setTimeout(() => stop.abort(new Error('enough')), 50);
      return reply;
    };
    const startedAt = Date.now();

    await expect(clientOf().send(call({ signal: stop.signal }))).rejects.toThrow('enough');
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });

  it('ends all requests that share a signal, which has a single listener', async () => {
    const stop = new AbortController();
    server.respond = () => {
      if (server.requests.length === 30) stop.abort(new Error('enough'));
      return 'hang';
    };
    const client = clientOf();
    const waiting = Array.from({ length: 30 }, () => client.send(call({ signal: stop.signal })));
    const listeners = getEventListeners(stop.signal, 'abort').length;

    const outcomes = await Promise.allSettled(waiting);

    expect(listeners).toBe(1);
    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message: 'enough' }) })),
    );
  });
});
