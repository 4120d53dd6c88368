import { makeClaimedRun } from '../../../test/support/run-wire';
import { type Reply, refusal, ScriptedServer } from '../../../test/support/scripted-server';
import { AssayClient, ConflictError, LeaseLostError, RunFinishedError } from '../index.ts';

const claimed = makeClaimedRun();
const beaten: Reply = {
  status: 200,
  body: { expires_at: '2026-01-01T00:00:00.000Z', cancel_requested: false },
};
const server = new ScriptedServer();
let client: AssayClient;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  client = new AssayClient({ baseUrl: server.url, apiKey: 'assay_ws_1', retryPeriodMs: 20_000 });
});

const beat = () => client.runs.heartbeat(claimed, { agent_turns: 2 });

describe('a report', () => {
  it('has the lease with its epoch', async () => {
    server.replies(beaten);

    await beat();

    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: `/v1/optimization-runs/${claimed.run.id}/heartbeat`,
        body: { lease_id: claimed.lease.lease_id, epoch: claimed.lease.epoch, agent_turns: 2 },
      },
    ]);
  });
});

describe('an error response', () => {
  it.each([
    ['lease_lost', LeaseLostError],
    ['run_finished', RunFinishedError],
    ['conflict', ConflictError],
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

    expect(await client.runs.claim({ runner_id: 'me', wait_seconds: 5 })).toBeNull();
    expect(server.requests[0]?.body).toEqual({ runner_id: 'me', wait_seconds: 5 });
  });

  it('repeats a lost claim with the same Idempotency-Key, and claims another run with a new one', async () => {
    server.replies('cut in the body', { status: 204 });

    await client.runs.claim({ runner_id: 'me', wait_seconds: 5 });
    await client.runs.claim({ runner_id: 'me', wait_seconds: 5 });

    const [first, again, other] = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
