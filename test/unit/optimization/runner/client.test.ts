import {
  ApiError,
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
  it('has the key, the workspace, and the lease with its epoch', async () => {
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
    server.respond = ({ path, query }) => {
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
