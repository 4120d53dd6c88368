import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { type Reply, refusal, ScriptedServer } from '../../../test/support/scripted-server';
import { AssayError, UnreachableError, ValidationError } from '../requests/errors.ts';
import { type Call, type CallOptions, type ClientOptions, Transport } from '../requests/transport.ts';
import { version } from '../requests/version.ts';

const KEY = 'assay_ws_0123456789012345678901234567';
const fine: Reply = { status: 200, body: { ok: true } };
const server = new ScriptedServer();

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
});

const transportOf = (options: Partial<ClientOptions> = {}) =>
  new Transport({ baseUrl: server.url, apiKey: KEY, retryPeriodMs: 20_000, ...options });

const call = (options: CallOptions = {}, overrides: Partial<Call> = {}): Call => ({
  method: 'POST',
  path: '/v1/things?limit=1',
  body: { name: 'x' },
  isRepeatable: true,
  options,
  ...overrides,
});

describe('a client', () => {
  it.each(['', 'localhost:3000', 'file:///tmp', 'http://user:secret@127.0.0.1'])(
    'refuses the address %j immediately',
    (baseUrl) => {
      expect(() => transportOf({ baseUrl })).toThrow('an http or https URL without credentials');
    },
  );

  it.each(['line\nbreak', 'assay_ws_…'])('refuses the key %j without quoting it', (apiKey) => {
    expect(() => transportOf({ apiKey })).toThrow(/^apiKey has a character that no API key has$/);
  });
});

it('a client shows no key in logs and JSON', () => {
  const transport = transportOf();

  expect(inspect(transport, { depth: null, showHidden: true })).not.toContain(KEY);
  expect(JSON.stringify(transport)).not.toContain(KEY);
});

describe('a request', () => {
  it('has the key, the workspace, the idempotency key and the JSON body', async () => {
    server.replies(fine);

    await transportOf({ baseUrl: `${server.url}/base/`, workspaceId: 'w' }).send(
      call({ idempotencyKey: 'i' }),
    );

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

  it('with lines has no idempotency key, which imports refuse', async () => {
    server.replies(fine);

    await transportOf().send(call({ idempotencyKey: 'i' }, { body: new Uint8Array([123, 125]) }));

    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
  });

  it('has the session cookie received before when there is no key', async () => {
    server.replies({ ...fine, headers: { 'set-cookie': 'assay_session=abc; Path=/; HttpOnly' } }, fine);
    const client = new Transport({ baseUrl: server.url });

    await client.send(call());
    await client.send(call());

    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'assay_session=abc']);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('fails immediately if its body is not JSON', async () => {
    await expect(transportOf().send(call({}, { body: { count: 1n } }))).rejects.toThrow(TypeError);
    expect(server.requests.length).toBe(0);
  });

  it('fails immediately, without a retry, for a key that no header can have', async () => {
    const isTypeError = { name: 'TypeError' }; // of another realm
    await expect(transportOf().send(call({ idempotencyKey: '…' }))).rejects.toMatchObject(isTypeError);
    await expect(transportOf({ workspaceId: 'a\nb' }).send(call())).rejects.toMatchObject(isTypeError);
    expect(server.requests.length).toBe(0);
  });

  it('has its key without the line break of a file', async () => {
    server.replies(fine);

    await transportOf({ apiKey: ` ${KEY}\n` }).send(call());

    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('does not follow redirects with the key', async () => {
    server.replies({ status: 307, headers: { location: '/elsewhere' } });

    await expect(transportOf().send(call())).rejects.toMatchObject({ status: 307 });
    expect(server.requests.length).toBe(1);
  });
});

describe('a response', () => {
  it('resolves to its body, and to null without one', async () => {
    server.replies(fine, { status: 204 });

    await expect(transportOf().send(call())).resolves.toEqual({ ok: true });
    await expect(transportOf().send(call())).resolves.toBeNull();
  });

  it('of an error is thrown with its entries, which do not contain the key, and is not retried', async () => {
    server.replies(refusal(422, 'value_error', { status: 'ready' }));

    const error = await transportOf()
      .send(call())
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      message: 'POST /v1/things failed with status 422: body.x: not so',
      request: 'POST /v1/things',
      status: 422,
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

    await expect(transportOf().send(call({ idempotencyKey: 'i' }))).resolves.toEqual({ ok: true });

    const sent = server.requests.map(({ body, headers }) => [body, headers['idempotency-key']]);
    expect(sent).toEqual([sent[0], sent[0], sent[0]]);
  });

  it('follows a request without a response in time', async () => {
    server.replies('hang', fine);

    await expect(transportOf().send(call({ timeoutMs: 100 }))).resolves.toEqual({ ok: true });
  });

  it('respects Retry-After', async () => {
    server.replies({ status: 429, headers: { 'retry-after': '1' } }, fine);

    await transportOf().send(call());

    const [first, second] = server.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not sent after the retry period', async () => {
    server.replies({ status: 503, headers: { 'retry-after': '0.4' }, body: '<html></html>' });

    await expect(transportOf({ retryPeriodMs: 1500 }).send(call())).rejects.toMatchObject({
      name: 'ServerError',
      status: 503,
      type: null,
    });
    expect(server.requests.length).toBeGreaterThan(1);
    expect(server.requests.length).toBeLessThan(5);
  });

  it('is not awaited when Retry-After exceeds the retry period', async () => {
    server.replies({ status: 429, headers: { 'retry-after': '900' } });

    await expect(transportOf().send(call())).rejects.toMatchObject({ status: 429 });
    expect(server.requests.length).toBe(1);
  });

  it('ends with the reason why the service is unreachable', async () => {
    const error = await transportOf({ baseUrl: 'http://127.0.0.1:1', retryPeriodMs: 300 })
      .send(call())
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toMatch(/^No response to POST \/v1\/things: .+/);
  });
});

describe('a DELETE', () => {
  const deletion = call({}, { method: 'DELETE', body: undefined });

  it.each<[string, Reply]>([
    ['a connection that is cut', 'cut'],
    ['504', { status: 504, body: '<html>Gateway timeout</html>' }],
  ])('has succeeded if its resource is not found after %s', async (_case, failure) => {
    server.replies(failure, refusal(404, 'not_found'));

    await expect(transportOf().send(deletion)).resolves.toBeNull();
    expect(server.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });

  it.each<[string, Reply[]]>([
    ['the first request', [refusal(404, 'not_found')]],
    [
      'a request after 429, which deletes nothing',
      [{ status: 429, headers: { 'retry-after': '0' } }, refusal(404, 'not_found')],
    ],
    ['a proxy', ['cut', { status: 404, body: '<html></html>' }]],
  ])('fails if %s does not find its resource', async (_case, replies) => {
    server.replies(...replies);

    await expect(transportOf().send(deletion)).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});

describe('a request that may not be repeated', () => {
  const once = call({}, { isRepeatable: false });

  it.each<[string, Reply]>([
    ['503', { status: 503, headers: { 'retry-after': '0' } }],
    ['a connection that is cut', 'cut'],
    ['a truncated response', 'cut in the body'],
  ])('is sent once when it may have been processed, after %s', async (_case, failure) => {
    server.replies(failure, fine);

    await expect(transportOf().send(once)).rejects.toBeInstanceOf(AssayError);
    expect(server.requests.length).toBe(1);
  });

  it('is sent again while nothing listens', async () => {
    const late = new ScriptedServer();
    await late.start();
    const { url } = late;
    await late.stop();

    const sent = transportOf({ baseUrl: url, retryPeriodMs: 400 }).send(once);

    const startedAt = Date.now();
    await expect(sent).rejects.toThrow('ECONNREFUSED');
    expect(Date.now() - startedAt).toBeGreaterThan(100);
  });

  it('is sent again after 429, which processes nothing', async () => {
    server.replies({ status: 429, headers: { 'retry-after': '0' } }, fine);

    await expect(transportOf().send(once)).resolves.toEqual({ ok: true });
  });
});

describe('a reply of a model provider', () => {
  it('is not paid for again', async () => {
    server.replies(refusal(502, 'no_verdict'), fine);

    await expect(transportOf().send(call())).rejects.toMatchObject({ name: 'NoVerdictError', status: 502 });
    expect(server.requests.length).toBe(1);
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

    await expect(transportOf().send(call({ signal: stop.signal }))).rejects.toThrow('enough');
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });

  it('ends all requests that share a signal, which has a single listener', async () => {
    const stop = new AbortController();
    server.respond = () => {
      if (server.requests.length === 30) stop.abort(new Error('enough'));
      return 'hang';
    };
    const client = transportOf();

    const waiting = Array.from({ length: 30 }, () => client.send(call({ signal: stop.signal })));
    const listeners = getEventListeners(stop.signal, 'abort').length;

    const outcomes = await Promise.allSettled(waiting);

    expect(listeners).toBe(1);

    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message: 'enough' }) })),
    );
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('is not awaited by a listener after the request', async () => {
    const { signal } = new AbortController();
    server.replies({ status: 503, headers: { 'retry-after': '0' } }, fine);

    await transportOf().send(call({ signal }));

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('the version of the service', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const of = (version: string): Reply => ({ ...fine, headers: { 'assay-version': version } });

  beforeEach(() => warn.mockClear());

  it('is warned about once if it does not fit', async () => {
    server.replies(of('99.1.0'));
    const client = transportOf();

    await client.send(call());
    await client.send(call());

    expect(warn.mock.calls).toEqual([[expect.stringContaining('Assay 99.1.0')]]);
  });

  it('may differ in the patch, and may be missing', async () => {
    server.replies(fine, of(version.replace(/\d+$/, '99')));
    const client = transportOf();

    await client.send(call());
    await client.send(call());

    expect(warn).not.toHaveBeenCalled();
  });
});
