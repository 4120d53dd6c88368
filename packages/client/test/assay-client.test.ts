import { ScriptedServer } from '../../../test/support/scripted-server';
import { AssayClient } from '../index.ts';

const server = new ScriptedServer();
let client: AssayClient;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  client = new AssayClient({ baseUrl: server.url, apiKey: 'assay_ws_1', retryPeriodMs: 20_000 });
});

it('detects with the settings of the request', async () => {
  server.replies({ status: 200, body: { annotations: [] } });

  await client.detect([{ role: 'user', content: 'Hi' }], { store_conversation: false });

  expect(server.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/detect-hallucinations',
      body: { messages: [{ role: 'user', content: 'Hi' }], store_conversation: false },
    },
  ]);
});

describe('a request', () => {
  it('has its path and query escaped, without what is undefined or null', async () => {
    server.replies({ status: 200, body: {} });

    await client.experiments.compare('a/b', 'c d', { cursor: 'x&y', limit: undefined });

    expect(server.requests[0]?.path).toBe('/v1/experiments/a%2Fb/compare/c%20d');
    expect([...(server.requests[0]?.query ?? [])]).toEqual([['cursor', 'x&y']]);
  });

  it('that is a POST has its own idempotency key, which its retries repeat', async () => {
    server.replies({ status: 503, headers: { 'retry-after': '0' } }, { status: 201, body: {} });

    await client.sets.create({ name: 'x' });
    await client.sets.create({ name: 'x' });
    await client.sets.create({ name: 'x' }, { idempotencyKey: 'mine' });

    const [first, retried, other, given] = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(retried).toBe(first);
    expect(other).not.toBe(first);
    expect(given).toBe('mine');
  });

  it('that reads has no idempotency key', async () => {
    server.replies({ status: 200, body: {} });

    await client.sets.get('x');

    expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('sends NDJSON as it is', async () => {
    server.respond = ({ body }) => ({ status: 201, body: { received: body } });

    const result = await client.conversations.import('{"messages":[]}\n', 'openai-jsonl');

    expect(result).toEqual({ received: { messages: [] } });
    expect(server.requests[0]?.headers['content-type']).toBe('application/x-ndjson');
    expect(server.requests[0]?.query.get('format')).toBe('openai-jsonl');
  });

  it.each([
    ['assay', 1],
    ['openai-jsonl', 2],
  ] as const)('sends lines of the format %s at most %i times', async (format, count) => {
    server.replies('cut', { status: 201, body: {} });

    await client.conversations.import('{}\n', format).catch(() => null);

    expect(server.requests.length).toBe(count);
  });

  it('returns the bytes of Parquet', async () => {
    const headers = { 'content-type': 'application/vnd.apache.parquet' };
    server.replies({ status: 200, headers, body: 'PAR1' });

    const bytes = await client.request('GET /v1/findings/export', { query: { format: 'parquet' } });

    expect(bytes).toEqual(new TextEncoder().encode('PAR1'));
  });

  it.each(['application/x-ndjson', 'text/csv; charset=utf-8'])('returns the text of %s', async (type) => {
    server.replies({ status: 200, headers: { 'content-type': type }, body: '{"a":1}\n' });

    await expect(client.request('GET /v1/findings/export')).resolves.toBe('{"a":1}\n');
  });
});

describe('a list', () => {
  it.each(['next_page_cursor', 'next_cursor'])('is read to its end by %s', async (field) => {
    server.respond = ({ query }) => {
      const isLast = query.get('cursor') === 'a&b';
      return { status: 200, body: { items: [isLast ? 2 : 1], [field]: isLast ? null : 'a&b' } };
    };

    const items: unknown[] = [];
    for await (const item of client.experiments.items('x', { status: 'failed' })) items.push(item);

    expect(items).toEqual([1, 2]);
    expect(server.requests.map(({ query }) => [query.get('limit'), query.get('status')])).toEqual([
      ['100', 'failed'],
      ['100', 'failed'],
    ]);
  });

  it('is read no further than it is iterated', async () => {
    server.replies({ status: 200, body: { items: [1], next_page_cursor: 'more' } });

    for await (const page of client.findings.list({ limit: 1 }).pages()) {
      expect(page.next_page_cursor).toBe('more');
      break;
    }

    expect(server.requests.length).toBe(1);
  });

  it('begins where its query says', async () => {
    server.replies({ status: 200, body: { items: [1], next_page_cursor: null } });

    expect(await client.list('GET /v1/messages', { query: { cursor: 'here' } }).toArray()).toEqual([1]);
    expect(server.requests[0]?.query.get('cursor')).toBe('here');
  });
});

describe('waitFor', () => {
  const states = (...statuses: string[]) =>
    server.replies(...statuses.map((status) => ({ status: 200, body: { status } })));

  it('resolves to the ended experiment, and shows the states before', async () => {
    states('running', 'completed');
    const seen: string[] = [];

    const ended = await client.experiments.waitFor('x', { onProgress: ({ status }) => seen.push(status) });

    expect(ended.status).toBe('completed');
    expect(seen).toEqual(['running', 'completed']);
  });

  it('resolves to the ended run', async () => {
    states('ready', 'running', 'failed');

    expect((await client.runs.waitFor('x')).status).toBe('failed');
    expect(server.requests.length).toBe(3);
  });

  it('ends with the reason of the signal', async () => {
    states('running');
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 50);

    await expect(client.experiments.waitFor('x', { signal: stop.signal })).rejects.toThrow('enough');
  });
});
