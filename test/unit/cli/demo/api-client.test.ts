import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { ApiClient, ApiError } from '../../../../src/cli/demo/api-client';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let respond: Respond[];
let requests: IncomingMessage[];
let client: ApiClient;
const stop = new AbortController();

/** Sends the scripted responses in order, and repeats the last one. */
beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    const answer = respond.length > 1 ? respond.shift() : respond[0];
    request.resume().on('end', () => answer?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new ApiClient({ address: addressOf(server), signal: stop.signal });
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const addressOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
const anySchema = z.object({ ok: z.boolean() });
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
    response.end(JSON.stringify(body));
  };
const fine = json(200, { ok: true });
const busy = (seconds: number) => json(503, { detail: [] }, { 'retry-after': String(seconds) });
const problem = { loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: null, ctx: {} };

describe('ApiClient', () => {
  it('repeats a request that the service is too busy for, under one idempotency key', async () => {
    respond = [busy(0), busy(0), fine];

    await expect(client.post('/v1/things', {}, anySchema)).resolves.toEqual({ ok: true });

    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(requests[0]?.headers['idempotency-key']).toBeDefined();
  });

  it('waits as long as Retry-After says', async () => {
    respond = [busy(1), fine];
    const startedAt = Date.now();

    await client.get('/v1/things', anySchema);

    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('stops retrying after its timeout', async () => {
    respond = [busy(0.1)];
    const client = new ApiClient({ address: addressOf(server), signal: stop.signal, retryTimeoutMs: 350 });

    await expect(client.get('/v1/things', anySchema)).rejects.toThrow('GET /v1/things failed with 503');

    expect(requests.length).toBeGreaterThan(1);
    expect(requests.length).toBeLessThan(5);
  });

  it('stops immediately when Retry-After exceeds its timeout', async () => {
    respond = [json(429, { detail: [] }, { 'retry-after': '900' })];

    await expect(client.get('/v1/things', anySchema)).rejects.toThrow('failed with 429');

    expect(requests).toHaveLength(1);
  });

  it('says why a service cannot be reached', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const address = addressOf(gone);
    await new Promise((resolve) => gone.close(resolve));
    const client = new ApiClient({ address, signal: stop.signal, retryTimeoutMs: 0 });

    await expect(client.get('/v1/things', anySchema)).rejects.toThrow(
      /GET \/v1\/things got no response: .*ECONNREFUSED/,
    );
  });

  it('repeats a request whose connection broke', async () => {
    respond = [(request) => request.socket.destroy(), fine];

    await expect(client.get('/v1/things', anySchema)).resolves.toEqual({ ok: true });
  });

  it("throws the service's own words for an error and does not repeat it", async () => {
    respond = [json(422, { detail: [problem] })];

    const error = await client.post('/v1/things', {}, anySchema).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      message: 'POST /v1/things failed with 422: body.name: Field required',
    });
    expect(requests).toHaveLength(1);
  });

  it('throws for a response that does not match the schema', async () => {
    respond = [json(200, { ok: 'perhaps' })];

    await expect(client.get('/v1/things', anySchema)).rejects.toThrow(z.ZodError);
  });

  it('keeps the session cookie', async () => {
    respond = [json(200, { ok: true }, { 'set-cookie': 'assay_session=abc; Path=/; HttpOnly' }), fine];

    await client.post('/v1/auth/login', {}, anySchema);
    await client.get('/v1/things', anySchema);

    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'assay_session=abc']);
  });

  it('sends the key it was given', async () => {
    respond = [fine];
    const withKey = new ApiClient({ address: addressOf(server), signal: stop.signal, key: 'assay_ws_1' });

    await withKey.get('/v1/things', anySchema);

    expect(requests[0]?.headers.authorization).toBe('Bearer assay_ws_1');
  });

  it('ends a wait when it is aborted', async () => {
    respond = [busy(30)];
    const stopping = new AbortController();
    const waiting = new ApiClient({ address: addressOf(server), signal: stopping.signal }).get(
      '/v1/things',
      anySchema,
    );
    setTimeout(() => stopping.abort(), 50);

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
