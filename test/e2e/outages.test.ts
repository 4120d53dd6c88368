import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { alignClock } from '../../src/platform/clock';
import { TestApi } from '../support/api';
import { importConversations } from '../support/builders';
import { Contract } from '../support/contract';
import { freshDatabaseUri } from '../support/database';
import { countDocuments } from '../support/people';
import { Wire } from '../support/wire';

const api = new TestApi();
const contract = new Contract(api);

async function start(environment: Record<string, string>, isStopping?: () => boolean): Promise<void> {
  await api.start(environment, isStopping);
  await contract.load();
}

/** The address of an unused port. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `127.0.0.1:${port}`;
}

describe('without Temporal', () => {
  beforeAll(async () => start({ TEMPORAL_ADDRESS: await closedPort() }));
  afterAll(() => api.stop());

  it('POST /v1/experiments responds 503 with Retry-After and stores nothing', async () => {
    const conversation_ids = await importConversations(api, 2);
    const before = await countDocuments();

    const response = await contract.call('createExperiment', {
      body: { name: 'x', model: 'm', pass_through: true, conversation_ids },
    });

    expect(response).toMatchObject({
      status: 503,
      body: { detail: [{ type: 'temporal_unavailable', input: null }] },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countDocuments()).toEqual(before);
  });

  it('the Idempotency-Key of a rejected request can be used again', async () => {
    const conversation_ids = await importConversations(api, 1);
    const request = {
      headers: { 'idempotency-key': 'again' },
      body: { name: 'x', model: 'm', pass_through: true, conversation_ids },
    };

    const first = await contract.call('createExperiment', request);
    const second = await contract.call('createExperiment', request);

    expect([first, second].map(({ body }) => body.detail[0].type)).toEqual([
      'temporal_unavailable',
      'temporal_unavailable',
    ]);
  });

  it('the rest of the service works, and readiness fails', async () => {
    const ready = await api.get('/readyz');

    expect(ready).toMatchObject({
      status: 503,
      body: {
        detail: [
          {
            type: 'temporal_unavailable',
            ctx: {
              engines: { mongodb: 'ok', temporal: 'unreachable' },
              works: {
                reads: true,
                detection: true,
                ingestion: true,
                experiments: false,
                optimization_runs: false,
              },
            },
          },
        ],
      },
    });
    expect(await api.get('/readyz?for=traffic')).toMatchObject({
      status: 200,
      body: { status: 'ready', engines: { mongodb: 'ok' } },
    });
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.get('/v1/experiments')).status).toBe(200);
  });
});

describe('/readyz', () => {
  let isStopping = false;
  beforeAll(() => start({}, () => isStopping));
  afterAll(() => api.stop());

  it('responds 200 with what works while every engine responds', async () => {
    expect(await api.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', engines: { mongodb: 'ok', temporal: 'ok' }, works: { experiments: true } },
    });
  });

  it('rejects an unknown purpose', async () => {
    expect(await api.get('/readyz?for=lunch')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'for'], type: 'value_error' }] },
    });
  });

  it.each(['/readyz', '/readyz?for=traffic'])(
    'responds 503 on %s from the moment the process stops',
    async (path) => {
      isStopping = true;

      const { status, headers, body } = await api.get(path);

      isStopping = false;
      expect([status, body.detail[0].type]).toEqual([503, 'stopping']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

describe('without MongoDB', () => {
  let wire: Wire;
  beforeAll(async () => {
    const uri = new URL(freshDatabaseUri());
    wire = await Wire.to(uri);
    uri.host = wire.host;
    uri.search = '?directConnection=true&serverSelectionTimeoutMS=500';
    await start({ MONGODB_URI: uri.toString() });
  });
  beforeEach(() => wire.restore());
  afterAll(async () => {
    wire.restore();
    await api.stop();
    wire.close();
  });

  it('every operation responds 503 with Retry-After, and works again afterwards', async () => {
    wire.cut();
    const cookie = 'assay_session=s%3Aforged.signature';

    const bodies: Record<string, object> = {
      login: { email: 'a@example.test', password: 'x' },
      previewInvitation: { token: 'unknown' },
      acceptInvitation: {
        token: 'unknown',
        account: { email: 'a@example.test', password: 'a long enough password' },
      },
    };
    // Logging out without a session needs no database.
    const operations = contract.operations.filter(({ operationId }) => operationId !== 'logout');
    const responses = await Promise.all(
      operations.map(async ({ operationId }) => {
        const {
          status,
          headers,
          body: answered,
        } = await contract.call(operationId, { body: bodies[operationId], headers: { cookie } });
        return [operationId, status, answered.detail[0].type, Number(headers.get('retry-after')) > 0];
      }),
    );

    expect(responses).toEqual(
      operations.map(({ operationId }) => [operationId, 503, 'database_unavailable', true]),
    );
    wire.restore();
    expect((await contract.call('listExperiments')).status).toBe(200);
  });

  it('is alive but not ready', async () => {
    wire.cut();

    const ready = await api.get('/readyz');

    expect(ready).toMatchObject({
      status: 503,
      body: { detail: [{ type: 'database_unavailable', ctx: { engines: { mongodb: 'unreachable' } } }] },
    });
    expect((await api.get('/readyz?for=traffic')).status).toBe(503);
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.get('/openapi.json')).status).toBe(200);
  });
});

describe('beyond LIMIT_REQUESTS_PER_MINUTE', () => {
  beforeAll(async () => {
    await start({ LIMIT_REQUESTS_PER_MINUTE: '3' });
    alignClock(-(Date.now() % 60_000)); // so that the minute does not end during the test
  });
  afterAll(async () => {
    alignClock(0);
    await api.stop();
  });

  it('every operation with a credential responds 429 with Retry-After and the RateLimit headers', async () => {
    const { status, headers } = await contract.call('listExperiments');
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
      200,
      '3',
      '2',
    ]);
    for (let count = 1; count <= 3; count += 1) {
      await contract.call('listExperiments');
      await contract.call('listWorkspaces'); // what is outside workspaces has a count per user
    }

    const operations = contract.operations.filter(({ isPublic }) => !isPublic);
    const responses = await Promise.all(
      operations.map(async ({ operationId }) => {
        const { status, headers, body } = await contract.call(operationId);
        const wait = Number(headers.get('retry-after'));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(60);
        return [
          operationId,
          status,
          body.detail[0].type,
          headers.get('ratelimit-limit'),
          headers.get('ratelimit-remaining'),
          headers.get('ratelimit-reset') !== null,
        ];
      }),
    );

    expect(responses).toEqual(
      operations.map(({ operationId }) => [operationId, 429, 'rate_limited', '3', '0', true]),
    );
  });
});
