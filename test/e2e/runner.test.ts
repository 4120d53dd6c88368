import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { owner } from '../support/api';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { useStack } from '../support/use-stack';

const PROGRAM = join(__dirname, '../../dist/src/runner.js');
const EXACT = 'Be exact.';
const STUCK = 'Never answer.';

const models = new ModelServer();
const service = useStack(models);
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
}, 180_000);

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
  }, 90_000);
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
  }, 60_000);
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
}, 120_000);

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
}, 120_000);

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
}, 120_000);

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
}, 60_000);
