import { z } from 'zod';
import { DemoClient } from '../../../../src/cli/demo/demo-client';
import { ScriptedServer } from '../../../support/scripted-server';

const server = new ScriptedServer();
const schema = z.object({ ok: z.boolean() });
let client: DemoClient;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  client = new DemoClient({ address: server.url, signal: new AbortController().signal, key: 'assay_ws_1' });
});

it('sends each POST under its own idempotency key, which its retries repeat', async () => {
  server.replies({ status: 503, headers: { 'retry-after': '0' } }, { status: 200, body: { ok: true } });

  await expect(client.post('/v1/things', {}, schema)).resolves.toEqual({ ok: true });
  await client.post('/v1/things', {}, schema);

  const [first, retried, other] = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toBeDefined();
  expect(retried).toBe(first);
  expect(other).not.toBe(first);
});

it('sends its key', async () => {
  server.replies({ status: 200, body: { ok: true } });

  await client.get('/v1/things', schema);

  expect(server.requests[0]?.headers.authorization).toBe('Bearer assay_ws_1');
});

it('throws for a response that does not match the schema', async () => {
  server.replies({ status: 200, body: { ok: 'perhaps' } });

  await expect(client.get('/v1/things', schema)).rejects.toThrow(z.ZodError);
});
