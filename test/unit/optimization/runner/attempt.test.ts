import { AssayClient, type Candidate } from '../../../../packages/client';
import { attemptRun } from '../../../../src/optimization/runner/attempt';
import { RunnerStoppedError } from '../../../../src/optimization/runner/failure-report';
import {
  type Proposal,
  type Strategy,
  StrategyError,
} from '../../../../src/optimization/runner/strategies/strategy';
import { createLogger } from '../../../../src/platform/logging';
import { makeCandidate, makeClaimedRun } from '../../../support/run-wire';
import { type Reply, refusal, ScriptedServer } from '../../../support/scripted-server';

const claimed = makeClaimedRun({ lease_seconds: 3 });
const server = new ScriptedServer();
let candidates: Candidate[];
/** Responses that replace the default ones, by the last word of the path. */
let replies: Partial<Record<string, (() => Reply) | undefined>>;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  candidates = [];
  replies = {};
  server.respond = ({ method, path, body }) => {
    const action = path.split('/').at(-1) ?? '';
    const reply = replies[action];
    if (reply !== undefined && method === 'POST') return reply();
    switch (action) {
      case 'heartbeat':
        return { status: 200, body: { expires_at: '2026-01-01T00:00:00.000Z', cancel_requested: false } };
      case 'candidates':
        if (method === 'GET') {
          // Already measured at the first poll.
          const items = candidates.map((candidate): Candidate => ({ ...candidate, status: 'measured' }));
          return { status: 200, body: { items, next_page_cursor: null } };
        }
        candidates.push(
          makeCandidate({
            ...(body as Partial<Candidate>),
            status: 'waiting',
            value: 1 / (candidates.length + 1),
          }),
        );
        return { status: 201, body: candidates.at(-1) };
      case 'complete':
        return { status: 200, body: { best_candidate_id: null, decision: { reason: 'not_better' } } };
      default:
        return { status: 200, body: { status: 'preparing' } };
    }
  };
});

const prompt = (systemPrompt: string): Proposal => ({ systemPrompt, model: null, note: null });

function strategyOf(propose: Strategy['propose']): Strategy {
  return { name: 'test', propose };
}

function attempt(strategy: Strategy, signal = new AbortController().signal): Promise<void> {
  return attemptRun({
    client: new AssayClient({ baseUrl: server.url, apiKey: 'secret-of-the-runner' }),
    claimed,
    strategy,
    signal,
    logger: createLogger('silent'),
    secrets: ['secret-of-the-runner'],
    onContact: () => undefined,
  });
}

const sent = (action: string) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(`/${action}`));

it('completes with the best measured candidate of all rounds', async () => {
  const seen: number[] = [];

  await attempt(
    strategyOf(async ({ tried }) => {
      seen.push(tried.filter(({ status }) => status === 'measured').length);
      return tried.length === 0 ? [prompt('a'), prompt('b')] : tried.length === 2 ? [prompt('c')] : [];
    }),
  );

  expect(seen).toEqual([0, 2, 3]);
  expect(sent('complete').map(({ body }) => body)).toMatchObject([
    { lease_id: claimed.lease.lease_id, epoch: 3, agent_turns: 3, best_candidate_id: candidates[2]?.id },
  ]);
  expect(sent('fail')).toEqual([]);
});

it('proposes the same content under the same key in every attempt, and no other', async () => {
  for (const text of ['a', 'a', 'b']) {
    await attempt(strategyOf(async ({ tried }) => (tried.length === 0 ? [prompt(text)] : [])));
  }

  const [first, again, other] = sent('candidates').map(
    ({ body }) => (body as { candidate_key: string }).candidate_key,
  );
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it.each(['candidate_limit_reached', 'cost_limit_reached'])(
  'completes with the candidates so far when the service responds %s',
  async (type) => {
    replies.candidates = () => {
      if (candidates.length === 1) return refusal(409, type);
      candidates.push(makeCandidate({ status: 'waiting' }));
      return { status: 201, body: candidates[0] };
    };

    await attempt(strategyOf(async () => [prompt('a'), prompt('b'), prompt('c')]));

    expect(sent('candidates').length).toBe(2);
    expect(sent('complete')).toMatchObject([{ body: { best_candidate_id: candidates[0]?.id } }]);
  },
);

it('reports no candidate if the strategy has none', async () => {
  await attempt(strategyOf(async () => []));

  expect(sent('complete')).toMatchObject([{ body: { agent_turns: 1, best_candidate_id: null } }]);
});

it.each([
  [new StrategyError('model_error', 'no luck'), 'model_error', 'no luck'],
  [new TypeError('broken with secret-of-the-runner'), 'strategy_error', 'broken with [redacted]'],
])('reports an error of the strategy: %p', async (error, code, message) => {
  await attempt(strategyOf(() => Promise.reject(error)));

  expect(sent('fail').map(({ body }) => body)).toEqual([
    {
      lease_id: claimed.lease.lease_id,
      epoch: 3,
      agent_turns: 1,
      error_code: code,
      error_message: message,
    },
  ]);
});

it('returns the run when it is stopped', async () => {
  const stop = new AbortController();
  const strategy = strategyOf(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort(new RunnerStoppedError('The runner was stopped'));
      }),
  );

  await attempt(strategy, stop.signal);

  expect(sent('fail')).toEqual([]);
  expect(sent('release')).toMatchObject([{ body: { lease_id: expect.any(String), agent_turns: 1 } }]);
});

it.each(['lease_lost', 'run_finished'])('stops immediately and reports nothing after %s', async (type) => {
  replies.heartbeat = () => refusal(409, type);
  let isAborted = false;

  await attempt(
    strategyOf(
      ({ signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          }),
        ),
    ),
  );

  expect(isAborted).toBe(true);
  expect([...sent('fail'), ...sent('complete')]).toEqual([]);
});

it('survives a service that rejects its report', async () => {
  replies.complete = () => refusal(422, 'value_error');
  replies.fail = () => refusal(500, 'internal_error');

  await attempt(strategyOf(async () => []));

  expect(sent('fail').length).toBe(1);
});
