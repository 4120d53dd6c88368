import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AssayClient } from '../../packages/client';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { runRequest } from '../support/optimization-runs';
import { owner } from '../support/owner';
import { useStack } from '../support/use-stack';

const models = new ModelServer();
const service = useStack(models);

describe('the reference runner', () => {
  const PROGRAM = join(__dirname, '../../dist/src/runner.js');
  const EXACT = 'Be exact.';
  const STUCK = 'Never answer.';
  const runners: Runner[] = [];
  let conversationIds: string[];

  /** A runner process with the strategy `list`, and its output. */
  interface Runner {
    process: ChildProcess;
    output: string;
  }

  beforeAll(async () => {
    models.otherwise(({ body }) => {
      const prompt = String(body.messages[0]?.content);
      if (prompt === STUCK) return { kind: 'never' };
      // The evidence was in the replaced prompt; the rest of the conversations contains the year.
      return { kind: 'text', text: prompt === EXACT ? 'It was opened in 1887.' : 'It was opened in 1901.' };
    });
    const messages = [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: 'The Harrow Bridge was opened in 1887. When was the Harrow Bridge opened?' },
      { role: 'assistant', content: 'It was opened in 1889.' },
    ];
    conversationIds = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { body } = await service.call('POST', '/v1/conversations', makeConversation({ messages }));
        return body.id;
      }),
    );
  });

  afterEach(() => {
    for (const { process } of runners.splice(0)) process.kill('SIGKILL');
  });

  async function createRun(overrides: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await service.call('POST', '/v1/optimization-runs', {
      name: 'bridges',
      model: 'writer',
      conversation_ids: conversationIds,
      objective: { metric: 'issue_rate', direction: 'minimize' },
      ...overrides,
    });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.id;
  }

  const getRun = async (id: string) => (await service.call('GET', `/v1/optimization-runs/${id}`)).body;
  const listCandidates = async (id: string) =>
    (await service.call('GET', `/v1/optimization-runs/${id}/candidates`)).body.items;

  async function endOf(id: string) {
    return eventually(async () => {
      const run = await getRun(id);
      return run.completed_at === null ? null : run;
    });
  }

  function startRunner(prompts: string[], ...options: string[]): Runner {
    const path = join(service.dataDir, `candidates-${runners.length}.json`);
    writeFileSync(path, JSON.stringify({ candidates: prompts.map((prompt) => ({ system_prompt: prompt })) }));
    const child = spawn(process.execPath, [PROGRAM, '--candidates', path, ...options], {
      env: {
        ASSAY_URL: service.stack.url,
        ASSAY_API_KEY: owner.apiKey,
        ASSAY_WORKSPACE_ID: service.workspaceId,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const runner: Runner = { process: child, output: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        runner.output += String(chunk);
      });
    }
    runners.push(runner);
    return runner;
  }

  /** Waits until a runner holds the run and its candidate is being measured. */
  async function untilMeasuring(id: string): Promise<void> {
    await eventually(async () => {
      const candidates = await listCandidates(id);
      return candidates.some(({ status }: { status: string }) => status === 'measuring');
    });
  }

  it('completes a run with the candidate that is better, and logs no key', async () => {
    const id = await createRun();
    const runner = startRunner(['Be quick.', EXACT], '--once');

    const [code] = await once(runner.process, 'exit');

    const [run, candidates] = [await getRun(id), await listCandidates(id)];
    expect([code, runner.output]).toEqual([0, expect.stringContaining('"reason":"better"')]);
    expect(run).toMatchObject({
      status: 'completed',
      baseline_metrics: { issue_rate: 1 },
      decision: { is_accepted: true, reason: 'better' },
      attempts: [{ outcome: 'completed', agent_turns: 2 }],
    });
    const best = candidates.find((candidate: { id: string }) => candidate.id === run.best_candidate_id);
    expect(candidates.length).toBe(2);
    expect(best).toMatchObject({ system_prompt: EXACT, status: 'measured', metrics: { issue_rate: 0 } });
    expect(
      runner.output
        .trim()
        .split('\n')
        .every((line) => JSON.parse(line).level > 0),
    ).toBe(true);
    expect(runner.output).not.toContain(owner.apiKey);
  });

  it('returns the run on SIGTERM and exits 0', async () => {
    const id = await createRun();
    const runner = startRunner([STUCK]);
    await untilMeasuring(id);

    const startedAt = Date.now();
    runner.process.kill('SIGTERM');
    const [code] = await once(runner.process, 'exit');

    expect(code).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(30_000);
    expect(await getRun(id)).toMatchObject({
      status: expect.stringMatching(/^(preparing|ready)$/),
      attempts: [{ outcome: 'preempted', error: { code: 'preempted' } }],
    });
    await service.call('POST', `/v1/optimization-runs/${id}/cancel`);
  });

  it('is killed, and another runner completes its run', async () => {
    const id = await createRun({ lease_seconds: 6 });
    const killed = startRunner([STUCK], '--runner-id', 'killed');
    await untilMeasuring(id);

    killed.process.kill('SIGKILL');
    startRunner([EXACT], '--runner-id', 'heir');

    const run = await endOf(id);
    expect(run).toMatchObject({ status: 'completed', decision: { reason: 'better' } });
    expect(run.attempts[0]).toMatchObject({ runner_id: 'killed', outcome: 'lease_expired', epoch: 1 });
    expect(run.attempts.at(-1)).toMatchObject({ runner_id: 'heir', outcome: 'completed' });
  });

  it('exits with 1 and the reason if its key is rejected', async () => {
    const child = spawn(
      process.execPath,
      [PROGRAM, '--candidates', join(service.dataDir, 'candidates-0.json')],
      {
        env: { ASSAY_URL: service.stack.url, ASSAY_API_KEY: `assay_ws_${'0'.repeat(40)}` },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += String(chunk);
    });

    const [code] = await once(child, 'close');

    expect(code).toBe(1);
    expect(complaint).toContain('failed with status 401');
  });
});

describe('competing runners', () => {
  const DIST = join(__dirname, '../../dist/src');
  const RUNS = 20;
  const RUNNERS = 10;

  /** Claims a run; after reading a line, sends every request of a lease holder and prints each response. */
  const unhurriedRunner = `
const { AssayClient } = require(process.argv[1]);
const { runs } = new AssayClient({
  baseUrl: process.env.ASSAY_URL,
  apiKey: process.env.ASSAY_API_KEY,
  workspaceId: process.env.ASSAY_WORKSPACE_ID,
});
const typeOf = (call) => call.then(() => 'accepted', ({ status, detail }) => ({ status, detail }));
runs.claim({ runner_id: 'unhurried', wait_seconds: 30 }).then((claimed) => {
  console.log(JSON.stringify(claimed.lease));
  process.stdin.once('data', async () => {
    const candidate = { candidate_key: 'late', system_prompt: 'Late.' };
    console.log(JSON.stringify({
      candidates: await typeOf(runs.propose(claimed, candidate)),
      fail: await typeOf(runs.fail(claimed, { agent_turns: 9, error_code: 'late', error_message: 'Late' })),
      heartbeat: await typeOf(runs.heartbeat(claimed, { agent_turns: 9 })),
      complete: await typeOf(
        runs.complete(claimed, { agent_turns: 9, best_candidate_id: null, summary: 'Late' }),
      ),
    }));
    process.exit(0);
  });
});`;
  const processes: ChildProcess[] = [];
  const created: string[] = [];
  let conversationId: string;

  beforeAll(async () => {
    models.otherwise(({ body }) =>
      body.messages[0]?.content === 'Never answer.' ? { kind: 'never' } : { kind: 'text', text: 'In 1887.' },
    );
    conversationId = (await service.call('POST', '/v1/conversations', makeConversation())).body.id;
  });

  afterEach(async () => {
    for (const child of processes.splice(0)) child.kill('SIGKILL');
    // No run may be left for the runners of the next test.
    for (const id of created.splice(0)) await service.call('POST', `/v1/optimization-runs/${id}/cancel`);
  });

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
    });
  }

  function client(): AssayClient {
    return new AssayClient({
      baseUrl: service.stack.url,
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
      const unhurried = startProcess('-e', unhurriedRunner, join(DIST, '../packages/client'));
      const lines = createInterface({ input: unhurried.stdout as NodeJS.ReadableStream })[
        Symbol.asyncIterator
      ]();
      const lease = JSON.parse((await lines.next()).value);
      unhurried.kill('SIGSTOP');
      unhurried.stdin?.write('go on\n');
      await untilExpired(id);
      const heir = await client().runs.claim({ runner_id: 'heir', wait_seconds: 30 });
      const before = [await getRun(id), await listCandidates(id)];

      unhurried.kill('SIGCONT');
      const responses = JSON.parse((await lines.next()).value);

      expect(responses).toEqual({ candidates: lost, fail: lost, heartbeat: lost, complete: lost });
      expect([await getRun(id), await listCandidates(id)]).toEqual(before);
      expect(heir?.lease.epoch).toBe(lease.epoch + 1);
    });

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
      await eventually(async () => (await listCandidates(id))[0]?.status === 'measuring');
      runner.kill('SIGSTOP');
      await untilExpired(id);
      await service.call('POST', `/v1/optimization-runs/${id}/cancel`);
      const other = await createRun();

      runner.kill('SIGCONT');

      await eventually(async () => (await getRun(other)).attempts[0]?.runner_id === 'stopped');
      expect((await getRun(id)).attempts).toMatchObject([{ outcome: 'lease_expired' }]);
      runner.kill('SIGTERM');
      expect((await once(runner, 'exit'))[0]).toBe(0);
    });
  });

  it(`gives each of ${RUNS} runs to one of ${RUNNERS} competing runners`, async () => {
    const claims: { runnerId: string; runId: string; leaseId: string }[] = [];
    async function work(runnerId: string): Promise<void> {
      const { runs } = client();
      while (claims.length < RUNS) {
        const claimed = await runs.claim({ runner_id: runnerId, wait_seconds: 5 });
        if (claimed === null) continue;
        claims.push({ runnerId, runId: claimed.run.id, leaseId: claimed.lease.lease_id });
        await runs.complete(claimed, { agent_turns: 1, best_candidate_id: null, summary: '' });
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
  });
});
