import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { GateReport } from '../../packages/gate';
import type { CommandOutcome } from '../support/assay-command';
import { deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import { bridgeModel, drawFor, startGate, storeQuestions } from '../support/gate-world';
import { ModelServer, type Script } from '../support/model-server';
import { passTo, ScriptedServer } from '../support/scripted-server';
import { stepsOf } from '../support/shown-commands';
import { useStack } from '../support/use-stack';

const models = new ModelServer();
const service = useStack(models);
const folder = mkdtempSync(join(tmpdir(), 'assay-gate-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const QUESTIONS = 40;
/** Enough for every decision. */
const FIRST_REPLIES = 25;
/** More than the first replies and the 20 that an experiment waits for at once. */
const MANY_QUESTIONS = 60;
let conversationIds: string[] = [];

beforeAll(async () => {
  const many = await storeQuestions(service, MANY_QUESTIONS);
  conversationIds = many.slice(0, QUESTIONS);
  await createSet({ name: 'bridges', conversation_ids: conversationIds });
  await createSet({ name: 'many', conversation_ids: many });
  models.on(
    'clean',
    bridgeModel(() => false),
  );
  models.on(
    'wrong',
    bridgeModel(() => true),
  );
  models.on('paced-clean', inTwoParts(bridgeModel(() => false)));
  models.on('paced-wrong', inTwoParts(bridgeModel(() => true)));
  models.on(
    'seldom-wrong',
    bridgeModel((number) => number < 4),
  );
});

async function createSet(body: object): Promise<void> {
  expect(await service.call('POST', '/v1/sets', body)).toMatchObject({ status: 201 });
}

const gate = (...args: string[]) => startGate(service, args).ended;

/** Arguments of a gate about a commit that no other test has. */
const about = (model: string, commit: string = randomUUID(), set = 'bridges', minEffect = '30pt') => [
  ...['--set', set, '--model', model, '--commit', commit],
  ...['--min-effect', minEffect],
];

/** The report that a gate printed with `--json`. */
const reportOf = ({ stdout }: CommandOutcome): GateReport => JSON.parse(stdout);

/** The cases of a report that are in a pair or left out. */
const countCases = ({ pairs, left_out: leftOut }: GateReport) =>
  Object.values(leftOut).reduce((sum, count) => sum + count, pairs);

/** A model whose last replies wait until its experiment is decided, however long a slow machine takes for that. */
function inTwoParts(script: Script): Script {
  let replies = 0;
  let decided: Promise<unknown> | null = null;
  return async (request) => {
    replies += 1;
    if (replies > FIRST_REPLIES) {
      decided ??= eventually(() => hasDecision(request.body.model));
      await decided;
    }
    return script(request);
  };
}

const hasDecision = async (model: string) =>
  (await listExperiments()).some((experiment) => experiment.model === model && experiment.decision !== null);

/** A model that waits until the test releases it. */
function heldModel() {
  const model = `held-${randomUUID()}`;
  const { promise: held, resolve: release } = deferred<void>();
  models.on(model, async (request) => {
    await held;
    return bridgeModel(() => false)(request);
  });
  return { model, release };
}

/** Those about a commit; by default all. */
async function listExperiments(commit = '') {
  const { body } = await service.call('GET', '/v1/experiments?limit=100&omit=conversation_ids');
  return body.items.filter(({ name }) => name.includes(commit.slice(0, 12)));
}

describe('assay gate --set', () => {
  it('is 0 once a worsening is excluded, and stops there', async () => {
    const ended = await gate(...about('clean'), '--json');

    expect(reportOf(ended)).toMatchObject({
      outcome: 'not_worse',
      test: 'betting',
      min_effect: 0.3,
      worse_pairs: 0,
      stopped: expect.stringMatching(/^Decided after \d+ pairs of 40 conversations\.$/),
      costs: { judging_cost_cents: 0 },
      candidate: {
        url: expect.stringContaining(`${service.stack.url}/w/${service.workspaceId}/experiments/`),
      },
    });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(
      /40 conversations show a worsening of \S+ points or more with a power of 80%, if 20\.0% of pairs differ \(assumed\)/,
    );
    expect(ended.stderr).toContain('Minimum effect: 30.0 points.');
    expect(ended.stderr).toMatch(/Started http:\S+\/experiments\//);
  });

  it('is 1 for a worsening, and quotes its findings with their evidence and links', async () => {
    const files = [
      '--junit',
      at('junit.xml'),
      '--markdown',
      at('report.md'),
      '--report-json',
      at('worse.json'),
    ];

    const ended = await gate(...about('paced-wrong', 'c0', 'many'), ...files);

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('Worse: more cases fail than chance explains.');
    const report: GateReport = JSON.parse(readFileSync(at('worse.json'), 'utf8'));
    expect(report).toMatchObject({ outcome: 'worse', exit_code: 1, difference: 1 });
    expect(countCases(report)).toBe(MANY_QUESTIONS);
    expect(report.left_out.not_run).toBeGreaterThan(0);
    expect(report.new_findings).toHaveLength(5);
    expect(report.new_findings[0]).toMatchObject({
      text: '1889',
      evidence: expect.stringContaining('The Harrow Bridge was opened in 1887.'),
      url: expect.stringMatching(/\/experiments\/[\w-]+\?item=[\w-]+$/),
    });
    const markdown = readFileSync(at('report.md'), 'utf8');
    expect(markdown).toContain('## Worse');
    expect(markdown).toContain('?item=');
    expect(readFileSync(at('junit.xml'), 'utf8')).toContain('failures="1"');
  });

  it('is 3 for what the set cannot detect, and finds the experiment when it is run again', async () => {
    const commit = randomUUID();
    const args = about('seldom-wrong', commit, 'bridges@1', '5pt');

    const first = await gate(...args, '--json');
    const passed = await gate(...args, '--json', '--undecided', 'pass');
    const failed = await gate(...args, '--json', '--undecided', 'fail');

    expect([first.code, passed.code, failed.code]).toEqual([3, 0, 1]);
    expect(reportOf(first)).toMatchObject({ outcome: 'undecided', pairs: 40, worse_pairs: 4 });
    expect(reportOf(passed)).toEqual({ ...reportOf(first), exit_code: 0 });
    expect(passed.stderr).toContain('Found, started earlier for this commit');
    expect(first.stderr).toMatch(/Minimum effect: 5\.0 points, which needs \S+ conversations\./);
    expect(await listExperiments(commit)).toHaveLength(1);
  });

  it('keeps the minimum effect that the set detected when its experiment was started', async () => {
    const commit = randomUUID();
    const args = ['--set', 'bridges', '--model', 'clean', '--json'];

    const first = await startGate(service, args, { GITHUB_SHA: commit }).ended;
    // What the set detects follows from past experiments.
    await gate(...about('seldom-wrong'));
    const again = await startGate(service, [...args, '--commit', commit]).ended;

    expect(reportOf(first)).toMatchObject({ min_effect_source: 'tellable', outcome: 'not_worse' });
    expect(reportOf(again)).toEqual(reportOf(first));
    expect(await listExperiments(commit)).toHaveLength(1);
  });
});

describe('assay gate --against', () => {
  async function startExperiment(model: string, more: object = {}): Promise<string> {
    const body = { name: `earlier ${model}`, model, set: 'bridges', ...more };
    const { body: created } = await service.call('POST', '/v1/experiments', body);
    return created.id;
  }

  async function runExperiment(model: string, more: object = {}): Promise<string> {
    const id = await startExperiment(model, more);
    await eventually(
      async () => (await service.call('GET', `/v1/experiments/${id}`)).body.completed_at !== null,
    );
    return id;
  }

  it('decides against an experiment, and cancels its own once decided', async () => {
    const [other, commit] = [await runExperiment('clean'), randomUUID()];
    let replies = 0;
    models.on('wrong-then-stuck', (request) => {
      replies += 1;
      return replies > FIRST_REPLIES ? { kind: 'never' } : bridgeModel(() => true)(request);
    });
    const args = [...about('wrong-then-stuck', commit), '--against', other, '--json'];

    const ended = await gate(...args);
    const again = await gate(...args);

    expect(ended.code).toBe(1);
    expect(reportOf(ended)).toMatchObject({
      outcome: 'worse',
      baseline: { name: 'earlier clean', failed_share: 0 },
      stopped: expect.stringContaining('Decided after'),
    });
    expect(await listExperiments(commit)).toMatchObject([{ status: 'cancelled' }]);
    expect(countCases(reportOf(ended))).toBe(QUESTIONS);
    expect(reportOf(ended).left_out.not_run).toBeGreaterThan(0);
    // In-flight replies end as they like; the decision is that of the first pairs.
    const { pairs, difference, interval } = reportOf(ended);
    expect(reportOf(again)).toMatchObject({ outcome: 'worse', pairs, difference, interval });
  });

  it('decides against the report of an earlier gate', async () => {
    const file = at('clean.json');
    await gate(...about('clean'), '--against', await runExperiment('wrong'), '--report-json', file);

    const worse = await gate(...about('wrong'), '--against', file, '--json');
    const equal = await gate(...about('clean'), '--against', file, '--json');

    expect([worse.code, equal.code]).toEqual([1, 0]);
    expect(reportOf(worse)).toMatchObject({ outcome: 'worse', stopped: null, baseline: { name: file } });
  });

  it('pairs a reply with the share of failures of several samples, and decides at the end', async () => {
    let calls = 0;
    models.on(
      'in-one-of-three',
      bridgeModel(() => calls++ % 3 === 0),
    );
    const other = await runExperiment('in-one-of-three', { samples_per_item: 3 });

    const ended = await gate(...about('wrong'), '--against', other, '--json');

    expect(ended.code).toBe(1);
    expect(reportOf(ended)).toMatchObject({ outcome: 'worse', test: 'betting', pairs: 40, stopped: null });
    expect(reportOf(ended).baseline).toMatchObject({ cases: 40, outcomes: 120 });
    expect(reportOf(ended).baseline.failed_share).toBeCloseTo(1 / 3, 5);
    expect(reportOf(ended).difference).toBeCloseTo(2 / 3, 5);
  });

  it('waits for an experiment that still runs', async () => {
    const { model, release } = heldModel();
    const commit = randomUUID();
    const { ended, output } = startGate(service, [
      ...about('wrong', commit),
      '--against',
      await startExperiment(model, { concurrency: 1 }),
    ]);
    await eventually(async () =>
      (await listExperiments(commit)).some(({ status }) => status === 'completed'),
    );
    expect(output.stdout).toBe('');
    release();

    expect(await ended).toMatchObject({ code: 1, stdout: expect.stringContaining('Worse: ') });
  });

  it('refuses an experiment with another judge, says what to do, and leaves nothing running', async () => {
    models.on('judge', { kind: 'json', value: { findings: [] } });
    const judge = { name: 'strict', kind: 'llm_judge', config: { model: 'judge' } };
    const { body: strict } = await service.call('POST', '/v1/evaluators', judge);
    const other = await runExperiment('clean', { evaluator_id: strict.id });
    const commit = randomUUID();

    const ended = await gate(...about('clean', commit), '--against', other);

    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/other replies were judged by strict \S+ version 1, .*, new ones by /);
    expect(ended.stderr).toContain(`Judge its replies again by POST /v1/experiments/${other}/rejudge`);
    expect((await listExperiments(commit)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('never stops early against an experiment with a stopping rule', async () => {
    const rule = { decided: true, alpha: 0.05, min_effect: 0.3, alternative: 'worse' };
    const other = await runExperiment('paced-clean', { set: 'many', stop_when: rule });

    const ended = await gate(...about('wrong', 'c2', 'many'), '--against', other, '--json');

    expect(reportOf(ended)).toMatchObject({ outcome: 'worse', stopped: null });
    expect(reportOf(ended).pairs).toBeLessThan(MANY_QUESTIONS);
  });

  it('refuses what it cannot decide', async () => {
    await createSet({ name: 'failed', conversation_ids: conversationIds, chosen_by: 'outcome' });
    writeFileSync(at('other.json'), JSON.stringify({ schema_version: 1, cases: [] }));
    const unknown = randomUUID();

    const chosen = await gate(...about('clean', 'c1', 'failed'));
    const missing = await gate(...about('clean'), '--against', unknown);
    const foreign = await gate(...about('clean'), '--against', at('other.json'));
    writeFileSync(at('lines.jsonl'), '{"id":"a"}\n{"id":"b"}\n');
    const lines = await gate(...about('clean'), '--against', at('lines.jsonl'));
    models.on('failing', { kind: 'status', status: 400 });
    const failed = await gate(...about('clean'), '--against', await runExperiment('failing'));

    expect([chosen, missing, foreign, lines, failed].map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect(lines.stderr).toContain('lines.jsonl is not JSON');
    expect(failed.stderr).toContain(
      'no conversation of bridges@1 has a judged reply in that experiment or report',
    );
    expect(chosen.stderr).toContain('fresh baseline');
    expect(missing.stderr).toContain(`there is no experiment ${unknown}`);
    expect(foreign.stderr).toContain('other.json');
  });
});

describe('a gate that cannot run', () => {
  it.each([
    ['a set that is missing', about('clean', 'c1', 'none'), {}, /^There is no set "none" in this workspace$/],
    ['a key that is wrong', about('clean'), { ASSAY_API_KEY: `assay_ws_${'x'.repeat(40)}` }, /API key/],
    ['a workspace of others', about('clean'), { ASSAY_WORKSPACE_ID: randomUUID() }, /workspace/i],
    ['a model that is missing', about('embedded/none'), {}, /No provider is configured/],
    ['a pinned case that is missing', [...about('clean'), '--must-pass', '/nowhere'], {}, /\/nowhere/],
    ['a report that cannot be written', [...about('clean'), '--junit', '/nowhere/x.xml'], {}, /--junit/],
    ['a minimum effect of another form', [...about('clean'), '--min-effect', 'much'], {}, /--min-effect/],
    [
      'a minimum effect that is too large',
      [...about('clean'), '--min-effect', '99.5pt'],
      {},
      /0\.1 to 99 points/,
    ],
    ['a version of a set that is none', about('clean', 'c1', 'bridges@new'), {}, /^--set: expected name/],
    ['a version of a set that is missing', about('clean', 'c1', 'bridges@7'), {}, /version 7|not found/i],
  ])('is 2 and says why in a sentence: %s', async (_, args, env, problem) => {
    const { code, stderr, stdout } = await startGate(service, args, env).ended;

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n').at(-1)).toMatch(problem);
  });
});

describe('a gate whose time limit is over before it has started an experiment', () => {
  const silent = new ScriptedServer();
  beforeAll(() => silent.start());
  afterAll(() => silent.stop());

  it.each([
    [
      'says so',
      { reply: 'hang', minutes: '0.05' },
      /^Not decided within 0\.05 minutes \(--timeout\)\. No experiment was started\.$/,
    ],
    // Enough for a first connection on a slow machine.
    ['has the error of the network', { reply: 'cut', minutes: '0.15' }, /^No response from http:\S+: /],
  ] as const)('is 2 and %s', async (_, { reply, minutes }, problem) => {
    silent.replies(reply);

    const ended = await startGate(service, [...about('clean'), '--timeout', minutes], {
      ASSAY_URL: silent.url,
    }).ended;

    expect(ended.code).toBe(2);
    expect(ended.stderr.trim()).toMatch(problem);
  });
});

describe('a gate that is interrupted', () => {
  const begun = (commit: string) =>
    eventually(async () => (await listExperiments(commit)).some(({ status }) => status === 'running'));

  const link = new ScriptedServer();
  beforeAll(() => link.start());
  afterAll(() => link.stop());

  it('continues with its experiment after kill -9', async () => {
    const { model, release } = heldModel();
    const commit = randomUUID();
    const { child, ended } = startGate(service, about(model, commit));
    await begun(commit);
    child.kill('SIGKILL');
    await ended;

    const again = startGate(service, about(model, commit));
    release();

    expect((await again.ended).code).toBe(0);
    expect(await listExperiments(commit)).toHaveLength(1);
  });

  it('cancels what it started on SIGTERM, and decides when it is run again', async () => {
    const { model, release } = heldModel();
    const commit = randomUUID();
    const { child, ended } = startGate(service, about(model, commit));
    await begun(commit);
    child.kill('SIGTERM');

    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining('Cancelled http') });
    expect(await listExperiments(commit)).toMatchObject([{ status: 'cancelled' }]);

    release();
    expect((await gate(...about(model, commit))).code).toBe(0);
    expect(await listExperiments(commit)).toHaveLength(1);
  });

  it('leaves the experiment of another gate alone on SIGINT', async () => {
    const { model, release } = heldModel();
    const commit = randomUUID();
    const first = startGate(service, about(model, commit));
    await begun(commit);
    const second = startGate(service, about(model, commit));
    await eventually(async () => second.output.stderr.includes('Found, started earlier'));
    second.child.kill('SIGINT');

    expect((await second.ended).code).toBe(130);
    release();
    expect((await first.ended).code).toBe(0);
  });

  it('cancels an experiment whose creation is in flight', async () => {
    const { model } = heldModel();
    const commit = randomUUID();
    const { promise: held, resolve: release } = deferred<void>();
    link.respond = async (request) => {
      const reply = await passTo(service.stack.url, request);
      if (request.method === 'POST' && request.path === '/v1/experiments') await held;
      return reply;
    };
    const { child, ended } = startGate(service, about(model, commit), { ASSAY_URL: link.url });
    await eventually(async () => (await listExperiments(commit)).length > 0);

    child.kill('SIGTERM');
    await pause(500); // the gate has received the signal, and waits for the response
    release();

    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining('Cancelled http') });
    expect(await listExperiments(commit)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('waits while the api restarts', async () => {
    const { model, release } = heldModel();
    const commit = randomUUID();
    const { ended } = startGate(service, about(model, commit));
    await begun(commit);
    service.kill('api');
    release();

    expect((await ended).code).toBe(0);
  });

  it('is 2 after its time limit, and the experiment continues', async () => {
    const { model, release } = heldModel();
    const commit = randomUUID();

    const { code, stderr } = await gate(...about(model, commit), '--timeout', '0.2');

    expect(code).toBe(2);
    expect(stderr).toContain('The experiment continues');
    expect(await listExperiments(commit)).toMatchObject([{ status: 'running' }]);
    release();
  });
});

describe('assay gate --must-pass', () => {
  it('runs each case as often as it says, and is 1 if one fails', async () => {
    const [steady = '', shaky = ''] = conversationIds;
    const isWrong = new Map<number, boolean[]>([[1, [true, false, true, false, true]]]);
    models.on(
      'shaky',
      bridgeModel((number) => isWrong.get(number)?.shift() ?? false),
    );
    writeFileSync(at('pinned.txt'), `${steady}\n${shaky} 4 of 5\n`);

    const ended = await gate(
      ...about('shaky', randomUUID(), 'others'),
      '--must-pass',
      at('pinned.txt'),
      '--json',
    );

    expect(reportOf(ended).pinned).toMatchObject([
      { id: steady, status: 'passed', passed: 1, of: 1 },
      { id: shaky, status: 'failed', passed: 2, of: 5, required: 4, interval: { low: expect.any(Number) } },
    ]);
    expect(reportOf(ended).outcome).toBe('not_worse');
    expect(ended.code).toBe(1);
  });

  it('is 2 for a case that does not exist, and leaves nothing running', async () => {
    const commit = randomUUID();
    models.on('never', { kind: 'never' });
    writeFileSync(at('missing.txt'), `${randomUUID()}\n`);

    const { code, stderr } = await gate(...about('never', commit), '--must-pass', at('missing.txt'));

    expect(code).toBe(2);
    expect(stderr).toContain('--must-pass: conversation_ids');
    expect((await listExperiments(commit)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  beforeAll(() => createSet({ name: 'others', conversation_ids: conversationIds.slice(2) }));
});

describe('assay gate --max-cost', () => {
  it('is undecided where the limit ends it, with the reason', async () => {
    models.on(
      'gpt-4o-mini',
      bridgeModel(() => false),
    );

    const ended = await gate(
      ...about('gpt-4o-mini', randomUUID(), 'bridges', '5pt'),
      '--max-cost',
      '0.00001',
      '--json',
    );

    expect(ended.code).toBe(3);
    expect(reportOf(ended)).toMatchObject({
      outcome: 'undecided',
      stopped: 'The cost limit of $0.00001 was reached.',
    });
    expect(reportOf(ended).costs?.cost_cents).toBeGreaterThan(0);
  });
});

describe('assay gate calibrate --set', () => {
  it('runs the candidate twice, and counts how often the gate would be red', async () => {
    let calls = 0;
    models.on(
      'noisy',
      bridgeModel((number) => drawFor(`noisy ${number} ${calls++}`) < 0.2),
    );
    const commit = randomUUID();

    const ended = await gate(
      'calibrate',
      '--set',
      'bridges',
      '--model',
      'noisy',
      '--commit',
      commit,
      '--json',
    );

    const result = JSON.parse(ended.stdout);
    expect(ended.code).toBe(0);
    expect(result).toMatchObject({ pairs: 40, simulations: 1000 });
    expect(result.differing).toBeGreaterThan(0);
    expect(result.outcomes.worse).toBeLessThan(80);
    expect(await listExperiments(commit)).toHaveLength(2);
  });
});

describe('five gates of each kind', () => {
  const seeds = [1, 2, 3, 4, 5];
  const noisy = (seed: number, rate: number) => (number: number) =>
    drawFor(`${seed} ${rate} ${number}`) < rate;

  it('are green without a change, and red with a planted worsening', async () => {
    const ids = await storeQuestions(service, QUESTIONS, noisy(0, 0.1));
    await createSet({ name: 'noisy-bridges', conversation_ids: ids });
    const codes: Record<string, (number | null)[]> = { same: [], planted: [] };
    for (const seed of seeds) {
      for (const [kind, rate] of [
        ['same', 0.1],
        ['planted', 0.6],
      ] as const) {
        const model = `${kind}-${seed}`;
        models.on(model, bridgeModel(noisy(seed, rate)));
        const { code } = await gate(...about(model, randomUUID(), 'noisy-bridges'));
        codes[kind]?.push(code);
      }
    }

    expect(codes.planted).toEqual(seeds.map(() => 1));
    expect(codes.same).toEqual(seeds.map(() => 0));
  });
});

describe('docs/gate.md', () => {
  /** Output without what differs from run to run. */
  const masked = (text: string) =>
    text
      .replaceAll(service.stack.url, 'http://127.0.0.1:3000')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
      .replace(/ at [0-9a-f]{12},/g, ' at #,')
      .replace(/\((assumed|[\d,]+ pairs of past experiments)\)/, '(#)')
      .replace(/[+-]?\d[\d,.]*/g, '#')
      .replace(/^(.*\n)\1+/gm, '$1  …\n');

  it('shows what a gate on a service prints', async () => {
    const step = stepsOf('docs/gate.md').find(({ commands }) => commands.includes('assay gate --set'));
    const [, args = ''] = /^assay gate (.*)$/m.exec(step?.commands ?? '') ?? [];
    const policy = 'Items can be returned within 30 days, and the refund is paid within a week.';
    const lines = Array.from({ length: 200 }, (_, number) =>
      JSON.stringify({
        messages: [
          { role: 'system', content: policy },
          { role: 'user', content: `Can I still return order ${number}?` },
          { role: 'assistant', content: 'Yes: items can be returned within 30 days.' },
        ],
      }),
    );
    const { body } = await service.call(
      'POST',
      '/v1/conversations',
      lines.join('\n'),
      'application/x-ndjson',
    );
    const { conversation_ids: ids } = body as unknown as { conversation_ids: string[] };
    await createSet({ name: 'refunds', conversation_ids: ids });
    models.on('gpt-4o-mini', ({ body: { messages } }) => {
      const isWrong = /order \d*[13579]\?/.test(JSON.stringify(messages));
      return { kind: 'text', text: `Yes: items can be returned within ${isWrong ? 90 : 30} days.` };
    });
    writeFileSync(at('prompt.txt'), '{{system_prompt}} Be generous.');
    const files = ['prompt.txt', 'summary.md'];

    const { stdout, stderr } = await gate(
      ...args.split(' ').map((arg) => (files.includes(arg) ? at(arg) : arg)),
    );

    expect(masked(stderr + stdout)).toBe(masked(step?.shown?.text ?? ''));
  });
});
