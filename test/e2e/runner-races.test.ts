import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RunnerClient } from '../../src/optimization/runner/client/runner-client';
import { owner } from '../support/api';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { runRequest } from '../support/optimization-runs';
import { useStack } from '../support/use-stack';

const DIST = join(__dirname, '../../dist/src');
const RUNS = 20;
const RUNNERS = 10;

/** Claims a run; after reading a line, sends every request of a lease holder and prints each response. */
const unhurriedRunner = `
const { RunnerClient } = require(process.argv[1]);
const { signal } = new AbortController();
const client = new RunnerClient({
  address: process.env.ASSAY_URL,
  apiKey: process.env.ASSAY_API_KEY,
  workspaceId: process.env.ASSAY_WORKSPACE_ID,
});
const typeOf = (call) => call.then(() => 'accepted', ({ status, detail }) => ({ status, detail }));
client.claim('unhurried', 30, signal).then((claimed) => {
  console.log(JSON.stringify(claimed.lease));
  process.stdin.once('data', async () => {
    const proposal = { systemPrompt: 'Late.', model: null, note: null };
    console.log(JSON.stringify({
      candidates: await typeOf(client.propose(claimed, 'late', proposal, signal)),
      fail: await typeOf(client.fail(claimed, { agentTurns: 9, errorCode: 'late', errorMessage: 'Late' }, signal)),
      heartbeat: await typeOf(client.heartbeat(claimed, 9, signal)),
      complete: await typeOf(
        client.complete(claimed, { agentTurns: 9, bestCandidateId: null, summary: 'Late' }, signal),
      ),
    }));
    process.exit(0);
  });
});`;

const models = new ModelServer();
const service = useStack(models);
const processes: ChildProcess[] = [];
const created: string[] = [];
let conversationId: string;

beforeAll(async () => {
  models.otherwise(({ body }) =>
    body.messages[0]?.content === 'Never answer.' ? { kind: 'never' } : { kind: 'text', text: 'In 1887.' },
  );
  conversationId = (await service.call('POST', '/v1/conversations', makeConversation())).body.id;
}, 180_000);

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  // No run may be left for the runners of the next test.
  for (const id of created.splice(0)) await service.call('POST', `/v1/optimization-runs/${id}/cancel`);
}, 60_000);

async function createRun(overrides: Record<string, unknown> = {}): Promise<string> {
  const request = runRequest([conversationId], { model: 'writer', ...overrides });
  const { status, body } = await service.call('POST', '/v1/optimization-runs', request);
  expect([status, body]).toEqual([201, expect.anything()]);
  created.push(body.id);
  return body.id;
}

const getRun = async (id: string) => (await service.call('GET', `/v1/optimization-runs/${id}`)).body;
const listCandidates = async (id: string) =>
  (await service.call('GET', `/v1/optimization-runs/${id}/candidates`)).body.items;

function untilExpired(id: string): Promise<unknown> {
  return eventually(async () => {
    const { status, attempts } = await getRun(id);
    return status === 'ready' && attempts[0]?.outcome === 'lease_expired';
  }, 60_000);
}

function client(): RunnerClient {
  return new RunnerClient({
    address: service.stack.url,
    apiKey: owner.apiKey,
    workspaceId: service.workspaceId,
  });
}

function startProcess(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: {
      ASSAY_URL: service.stack.url,
      ASSAY_API_KEY: owner.apiKey,
      ASSAY_WORKSPACE_ID: service.workspaceId,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  processes.push(child);
  return child;
}

const lost = {
  status: 409,
  detail: [expect.objectContaining({ type: 'lease_lost', ctx: { status: 'running' } })],
};

describe('a runner that is suspended beyond its lease', () => {
  it('gets every request rejected after it continues, and changes nothing', async () => {
    const id = await createRun({ lease_seconds: 5 });
    const unhurried = startProcess(
      '-e',
      unhurriedRunner,
      join(DIST, 'optimization/runner/client/runner-client.js'),
    );
    const lines = createInterface({ input: unhurried.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]();
    const lease = JSON.parse((await lines.next()).value);
    unhurried.kill('SIGSTOP');
    unhurried.stdin?.write('go on\n');
    await untilExpired(id);
    const heir = await client().claim('heir', 30, new AbortController().signal);
    const before = [await getRun(id), await listCandidates(id)];

    unhurried.kill('SIGCONT');
    const responses = JSON.parse((await lines.next()).value);

    expect(responses).toEqual({ candidates: lost, fail: lost, heartbeat: lost, complete: lost });
    expect([await getRun(id), await listCandidates(id)]).toEqual(before);
    expect(heir?.lease.epoch).toBe(lease.epoch + 1);
  }, 120_000);

  it('abandons the work if it is the reference runner, and claims another run', async () => {
    const candidates = join(service.dataDir, 'candidates.json');
    writeFileSync(candidates, JSON.stringify({ candidates: [{ system_prompt: 'Never answer.' }] }));
    const id = await createRun({ lease_seconds: 3 });
    const runner = startProcess(
      join(DIST, 'runner.js'),
      '--candidates',
      candidates,
      '--runner-id',
      'stopped',
    );
    await eventually(async () => (await listCandidates(id))[0]?.status === 'measuring', 60_000);
    runner.kill('SIGSTOP');
    await untilExpired(id);
    await service.call('POST', `/v1/optimization-runs/${id}/cancel`);
    const other = await createRun();

    runner.kill('SIGCONT');

    await eventually(async () => (await getRun(other)).attempts[0]?.runner_id === 'stopped', 60_000);
    expect((await getRun(id)).attempts).toMatchObject([{ outcome: 'lease_expired' }]);
    runner.kill('SIGTERM');
    expect((await once(runner, 'exit'))[0]).toBe(0);
  }, 120_000);
});

it(`gives each of ${RUNS} runs to one of ${RUNNERS} competing runners`, async () => {
  const claims: { runnerId: string; runId: string; leaseId: string }[] = [];
  async function work(runnerId: string): Promise<void> {
    const runner = client();
    const { signal } = new AbortController();
    while (claims.length < RUNS) {
      const claimed = await runner.claim(runnerId, 5, signal);
      if (claimed === null) continue;
      claims.push({ runnerId, runId: claimed.run.id, leaseId: claimed.lease.lease_id });
      await runner.complete(claimed, { agentTurns: 1, bestCandidateId: null, summary: '' }, signal);
    }
  }

  const racing = Array.from({ length: RUNNERS }, (_, index) => work(`runner-${index}`));
  const creating = Array.from({ length: RUNS }, () => createRun());
  const [ids] = await Promise.all([Promise.all(creating), ...racing]);

  expect(claims.map(({ runId }) => runId).sort()).toEqual([...ids].sort());
  expect(new Set(claims.map(({ leaseId }) => leaseId)).size).toBe(RUNS);
  for (const { runId, runnerId } of claims) {
    expect(await getRun(runId)).toMatchObject({
      status: 'completed',
      attempts: [{ runner_id: runnerId, epoch: 1, outcome: 'completed' }],
    });
  }
}, 240_000);
