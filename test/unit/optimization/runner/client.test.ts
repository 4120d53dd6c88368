import { getEventListeners } from 'node:events';
import {
  ApiError,
  ApiUnreachableError,
  LeaseLostError,
  RunFinishedError,
  RunnerClient,
} from '../../../../src/optimization/runner/client/runner-client';
import { makeClaimedRun } from '../../../support/run-wire';
import { type Reply, refusal, ScriptedServer } from '../../../support/scripted-server';

const KEY = 'assay_ws_0123456789012345678901234567';
const claimed = makeClaimedRun();
const beaten: Reply = {
  status: 200,
  body: { expires_at: '2026-01-01T00:00:00.000Z', cancel_requested: false },
};
const server = new ScriptedServer();
let client: RunnerClient;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  client = clientOf({});
});

function clientOf({ address = server.url, workspaceId = null as string | null, retryPeriodMs = 20_000 }) {
  return new RunnerClient({ address, apiKey: KEY, workspaceId, retryPeriodMs });
}

const never = () => new AbortController().signal;
const beat = () => client.heartbeat(claimed, 2, never());

describe('a request', () => {
  it('carries the key, the workspace, and the lease with its epoch', async () => {
    server.replies(beaten);
    client = clientOf({ address: `${server.url}/base/`, workspaceId: claimed.run.id });

    await beat();

    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: `/base/v1/optimization-runs/${claimed.run.id}/heartbeat`,
        headers: { authorization: `Bearer ${KEY}`, 'x-workspace-id': claimed.run.id },
        body: { lease_id: claimed.lease.lease_id, epoch: claimed.lease.epoch, agent_turns: 2 },
      },
    ]);
  });

  it.each<[string, Reply]>([
    ['503', { status: 503 }],
    ['a proxy without a backend', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a connection that is cut', 'cut'],
    ['a truncated response', 'cut in the body'],
  ])('is repeated unchanged after %s', async (_case, failure) => {
    server.replies(failure, failure, beaten);

    await expect(beat()).resolves.toMatchObject({ cancel_requested: false });

    const bodies = server.requests.map(({ body }) => body);
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  });

  it('respects Retry-After', async () => {
    server.replies({ status: 429, headers: { 'retry-after': '1' } }, beaten);

    await beat();

    const [first, second] = server.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('fails with the last error if the service stays unavailable', async () => {
    server.replies({ status: 503, body: '<html></html>' });
    client = clientOf({ retryPeriodMs: 300 });

    await expect(beat()).rejects.toMatchObject({ name: 'ApiError', status: 503, type: null });
  });

  it('fails as unreachable without a server', async () => {
    client = clientOf({ address: 'http://127.0.0.1:1', retryPeriodMs: 300 });

    await expect(beat()).rejects.toBeInstanceOf(ApiUnreachableError);
  });

  it('does not follow redirects with the key', async () => {
    server.replies({ status: 307, headers: { location: '/elsewhere' } });

    await expect(beat()).rejects.toMatchObject({ status: 307 });
    expect(server.requests.length).toBe(1);
  });

  it.each<[string, Reply]>([
    ['for a response', 'hang'],
    ['to send it again', { status: 503, headers: { 'retry-after': '10' } }],
  ])('ends immediately, with the reason, when aborted while it waits %s', async (_case, reply) => {
    const stop = new AbortController();
    server.answer = () => {
      setTimeout(() => stop.abort(new Error('enough')), 50);
      return reply;
    };
    const startedAt = Date.now();

    await expect(client.heartbeat(claimed, 0, stop.signal)).rejects.toThrow('enough');
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('a signal that many requests share', () => {
  it('aborts all of them, with a single listener', async () => {
    const stop = new AbortController();
    server.answer = () => {
      if (server.requests.length === 30) stop.abort(new Error('enough'));
      return 'hang';
    };
    const waiting = Array.from({ length: 30 }, () => client.heartbeat(claimed, 0, stop.signal));
    const listeners = getEventListeners(stop.signal, 'abort').length;

    const outcomes = await Promise.allSettled(waiting);

    expect(listeners).toBe(1);
    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message: 'enough' }) })),
    );
  });
});

describe('an error response', () => {
  it.each([
    ['lease_lost', LeaseLostError],
    ['run_finished', RunFinishedError],
    ['value_error', ApiError],
  ])('of the type %s has its own class, and is not retried', async (type, kind) => {
    server.replies(refusal(409, type, { status: 'ready' }));

    const error = await beat().catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status: 409, type, detail: [{ ctx: { status: 'ready' } }] });
    expect(server.requests.length).toBe(1);
  });

  it('describes the problem, and never contains the key', async () => {
    server.replies(refusal(422, 'missing'));

    await expect(beat()).rejects.toThrow(/heartbeat failed with status 422: body\.x: not so$/);
  });
});

describe('claim', () => {
  it('returns null if no run became ready', async () => {
    server.replies({ status: 204 });

    expect(await client.claim('me', 5, never())).toBeNull();
    expect(server.requests[0]?.body).toEqual({ runner_id: 'me', wait_seconds: 5 });
  });

  it('repeats a lost claim with the same Idempotency-Key, and claims another run with a new one', async () => {
    server.replies('cut in the body', { status: 204 });

    await client.claim('me', 5, never());
    await client.claim('me', 5, never());

    const [first, again, other] = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('lists', () => {
  it('are read to their end, with both names of the cursor', async () => {
    server.answer = ({ path, query }) => {
      const field = path.includes('candidates') ? 'next_page_cursor' : 'next_cursor';
      const isLast = query.get('cursor') === 'a&b';
      return { status: 200, body: { items: [isLast ? 2 : 1], [field]: isLast ? null : 'a&b' } };
    };

    expect(await gathered(client.listCandidates(claimed.run.id, never()))).toEqual([1, 2]);
    expect(await gathered(client.listItems(claimed.run.id, never()))).toEqual([1, 2]);
  });
});

async function gathered<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}
