import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../packages/client';
import { type CommandOutcome, type RunningCommand, startAssay } from '../support/assay-command';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { ModelServer } from '../support/model-server';
import { runRequest } from '../support/optimization-runs';
import { owner } from '../support/owner';
import { useStack } from '../support/use-stack';

const models = new ModelServer();
const service = useStack(models);
const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
afterAll(() => rmSync(home, { recursive: true }));

const WRONG = 'It was opened in 1901.';
const settings = () => ({
  HOME: home,
  ASSAY_URL: service.stack.url,
  ASSAY_API_KEY: owner.apiKey,
  ASSAY_WORKSPACE_ID: service.workspaceId,
});

const start = (args: string[], env: Record<string, string> = {}): RunningCommand =>
  startAssay(args, { ...settings(), ...env });
const run = (...args: string[]): Promise<CommandOutcome> => start(args).ended;

/** The JSON that a command prints, which has to succeed. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

let conversationIds: string[];
let setName: string;

beforeAll(async () => {
  models.otherwise({ kind: 'text', text: WRONG });
  const messages = [
    { role: 'user', content: 'The Harrow Bridge was opened in 1887. When was it opened?' },
    { role: 'assistant', content: 'The Harrow Bridge was opened in 1889.' },
  ];
  conversationIds = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { body } = await service.call('POST', '/v1/conversations', makeConversation({ messages }));
      return body.id;
    }),
  );
  setName = `bridges-${randomUUID().slice(0, 8)}`;
  await service.call('POST', '/v1/sets', { name: setName, conversation_ids: conversationIds });
});

/** Starts an experiment whose replies do not arrive before `models.otherwise` is changed. */
async function startStuck(...args: string[]): Promise<{ id: string }> {
  models.otherwise({ kind: 'never' });
  return json('experiments', 'create', '--set', setName, '--model', 'stuck', ...args);
}

describe('assay experiments', () => {
  let id: string;

  it('creates an experiment and watches it to its end', async () => {
    const prompt = join(home, 'prompt.txt');
    writeFileSync(prompt, 'Be exact.');
    const args = ['--model', 'writer', '--system-prompt', prompt, '--samples', '2', '--watch'];

    const { code, stdout, stderr } = await run('experiments', 'create', '--set', setName, ...args);

    id = /^id\t(.+)$/m.exec(stdout)?.[1] ?? '';
    expect([code, stderr]).toEqual([0, expect.stringContaining('completed: 6 of 6 completed\n')]);
    expect(stdout).toContain(`name\twriter on ${setName}\nstatus\tcompleted\n`);
    const { body } = await service.call('GET', `/v1/experiments/${id}`);
    expect(body).toMatchObject({
      system_prompt_override: 'Be exact.',
      samples_per_item: 2,
    });
  });

  it('creates one experiment for an idempotency key', async () => {
    const create = () =>
      json(
        'experiments',
        'create',
        '--conversations',
        firstOf(conversationIds),
        '--model',
        'writer',
        '--idempotency-key',
        id,
      );

    expect((await create()).id).toBe((await create()).id);
  });

  it('shows, lists and compares', async () => {
    const { body } = await service.call('GET', `/v1/experiments/${id}?omit=conversation_ids`);
    expect(await json('experiments', 'show', id)).toEqual(body);

    const { stdout } = await run('experiments', 'list');
    expect(stdout).toMatch(new RegExp(`^${id}\twriter on ${setName}\tcompleted\twriter\t6\t`, 'm'));

    const other = await json(
      'experiments',
      'create',
      '--set',
      setName,
      '--model',
      'as recorded',
      '--pass-through',
    );
    expect((await run('experiments', 'watch', other.id)).code).toBe(0);
    expect((await run('experiments', 'compare', id)).stdout).toContain('compared with the original replies');
    const compared = await run('experiments', 'compare', other.id, id);
    expect([compared.code, compared.stdout]).toEqual([
      0,
      expect.stringContaining('3 conversations compared'),
    ]);
    expect(await json('experiments', 'compare', other.id, id)).toMatchObject({ second: { id } });
  });

  it('watches through a restart of the api', async () => {
    const { id: stuck } = await startStuck();
    const watching = start(['experiments', 'watch', stuck]);
    await eventually(async () => watching.output.stderr.includes('0 of 3 completed'));

    service.kill('api');
    await eventually(async () => {
      const response = await fetch(`${service.stack.url}/readyz`).catch(() => null);
      return response?.ok === true;
    });
    await run('experiments', 'cancel', stuck);

    expect(await watching.ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('status\tcancelled'),
    });
  });

  it('leaves the experiment running on Ctrl-C, and says so', async () => {
    const { id: stuck } = await startStuck();
    const watching = start(['experiments', 'watch', stuck]);
    await eventually(async () => watching.output.stderr.includes('0 of 3 completed'));

    watching.child.kill('SIGINT');

    expect(await watching.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(
        `The experiment continues. Watch it again: assay experiments watch ${stuck}`,
      ),
    });
    expect(await json('experiments', 'show', stuck)).toMatchObject({ status: 'running' });
    const cancelled = await run('experiments', 'cancel', stuck);
    expect([cancelled.code, cancelled.stdout]).toEqual([0, expect.stringContaining(stuck)]);
    expect(await run('experiments', 'watch', stuck)).toMatchObject({ code: 1 });

    models.otherwise({ kind: 'text', text: WRONG });
    expect(await run('experiments', 'retry', stuck)).toMatchObject({ code: 0 });
    expect(await run('experiments', 'watch', stuck)).toMatchObject({ code: 0 });
  });

  it('adds conversations', async () => {
    const { body: added } = await service.call('POST', '/v1/conversations', makeConversation());
    const ended = await json('experiments', 'add', id, '--conversations', added.id);

    expect(ended).toMatchObject({ id, status_summary: { total: 8 } });
  });
});

describe('lists', () => {
  it('shows sets by name and version', async () => {
    const set = await json('sets', 'show', `${setName}@1`);

    expect(set).toMatchObject({ name: setName, version: 1, conversation_count: 3 });
    expect((await run('sets', 'list')).stdout).toContain(`${setName}\t1\t3\t`);
    expect((await run('sets', 'show', set.id)).stdout).toContain(`name\t${setName}@1\n`);
    expect(await run('sets', 'show', 'absent')).toMatchObject({
      code: 2,
      stderr: 'Set "absent" not found\n',
    });
  });

  it('shows keys without secrets', async () => {
    const key = JSON.parse(firstOf((await run('keys', 'list', '--json')).stdout.split('\n')));
    const { code, stdout } = await run('keys', 'show', key.id);

    expect([code, stdout]).toEqual([0, expect.stringContaining('\nstate\tactive\n')]);
    expect(stdout).not.toContain(owner.apiKey);
  });

  it('shows optimization runs', async () => {
    const { body } = await service.call('POST', '/v1/optimization-runs', runRequest(conversationIds));

    expect((await run('runs', 'list')).stdout).toContain(`${body.id}\t`);
    expect(await json('runs', 'show', body.id)).toMatchObject({ id: body.id });
    expect((await run('runs', 'show', body.id)).stdout).toContain(`id\t${body.id}\n`);
    await service.call('POST', `/v1/optimization-runs/${body.id}/cancel`);
  });

  it('shows findings with the texts of their evidence', async () => {
    const { stdout } = await run('findings', 'list', '--filter', 'text = "1889"', '--limit', '1');
    const id = firstOf(stdout.split('\t'));
    const shown = await run('findings', 'show', id);

    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringMatching(/"1889"\n {2}Why: .*\n {2}Evidence, message 1 \(\w+\): "1887"/),
    ]);
    expect(await json('findings', 'show', id)).toMatchObject({ id, reports: [{ text: '1889' }] });
  });
});

describe('assay import --from openai-evals', () => {
  it('stores conversations, a set and an experiment for each run, once', async () => {
    const run_id = `evalrun_${randomUUID().replaceAll('-', '')}`;
    const items = Array.from({ length: 2 }, () => ({
      object: 'eval.run.output_item',
      id: `outputitem_${randomUUID()}`,
      run_id,
      eval_id: 'eval_1',
      status: 'pass',
      results: [],
      sample: {
        model: 'gpt-4o-mini',
        input: [{ role: 'user', content: 'The bridge was opened in 1887. When?' }],
        output: [{ role: 'assistant', content: 'In 1889.' }],
      },
    }));
    const file = join(home, 'items.jsonl');
    writeFileSync(file, items.map((item) => JSON.stringify(item)).join('\n'));
    const args = ['import', '--from', 'openai-evals', file, '--experiments'];

    const first = await run(...args);
    const again = await run(...args);

    const experiment = /experiment (\S+)/.exec(first.stderr)?.[1] ?? '';
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(`Set ${run_id}, experiment `)]);
    expect(again.stderr).toContain(
      `0 imported, 2 skipped, 0 failed\nSet ${run_id}, experiment ${experiment}\n`,
    );
    expect((await run('experiments', 'watch', experiment)).code).toBe(0);
    expect(await json('experiments', 'show', experiment)).toMatchObject({
      pass_through: true,
      set: expect.stringContaining(run_id),
      status_summary: { completed: 2 },
    });
  });
});

describe('other commands', () => {
  it.each([[['plan']], [['doctor', 'traces']]])('%j prints text, or the JSON of the API', async (args) => {
    expect(await run(...args)).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/^\{/) });
    expect(await json(...args)).toEqual(expect.any(Object));
  });

  it('finds the service in the configuration file', async () => {
    mkdirSync(join(home, '.config/assay'), { recursive: true });
    const config = { url: service.stack.url, api_key: owner.apiKey, workspace_id: service.workspaceId };
    writeFileSync(join(home, '.config/assay/config.json'), JSON.stringify(config), { mode: 0o600 });

    const { code, stderr } = await startAssay(['sets', 'list'], { HOME: home }).ended;

    expect([code, stderr]).toEqual([0, '']);
    rmSync(join(home, '.config'), { recursive: true });
  });

  it('works on runs until it is stopped', async () => {
    const runner = start([
      'runner',
      '--strategy',
      'list',
      '--candidates',
      join(__dirname, '../../demo/candidates.yaml'),
    ]);
    await eventually(async () => runner.output.stdout.includes('runner is waiting'));

    runner.child.kill('SIGTERM');

    expect(await runner.ended).toMatchObject({ code: 0 });
  });
});

it('ends without a trace once nothing reads its output', async () => {
  const listing = start(['experiments', 'list', '--json']);
  listing.child.stdout.destroy();

  expect(await listing.ended).toMatchObject({ code: 130, stderr: '' });
});

describe('a failure', () => {
  const KEY = `assay_ws_${'0'.repeat(40)}`;
  const ABSENT = randomUUID();

  const commands: string[][] = [
    ['experiments', 'list'],
    ['experiments', 'create', '--set', 'absent', '--model', 'a'],
    ['experiments', 'add', ABSENT, '--set', 'absent'],
    ...['show', 'watch', 'compare', 'retry', 'cancel'].map((name) => ['experiments', name, ABSENT]),
    ...['runs', 'findings', 'keys', 'sets'].flatMap((name) => [
      [name, 'list'],
      [name, 'show', ABSENT],
    ]),
    ['plan'],
    ['review', 'agreement', ABSENT],
    ['doctor', 'traces'],
    ['doctor', 'times'],
    ['export', '--to', 'otlp'],
    ['measure', '--reviewed', '--experiment', ABSENT],
  ];

  it.each(commands.map((args) => [args]))(
    '%j names a wrong key and where it is, not the key',
    async (args) => {
      const { code, stdout, stderr } = await start(args, { ASSAY_API_KEY: KEY }).ended;
      const last = stderr.trim().split('\n').at(-1);

      expect([code, stdout]).toEqual([2, '']);
      expect(last).toMatch(/key.*The API key in ASSAY_API_KEY was sent to http:\/\/127\.0\.0\.1:\d+$/i);
      expect(stderr).not.toContain(KEY);
    },
  );

  const withId = commands.filter((args) => args.includes(ABSENT) || args.includes('absent'));
  it.each(withId.map((args) => [args]))('%j says in a sentence that there is no such id', async (args) => {
    const { code, stdout, stderr } = await run(...args);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]*(not found|no set|no such)[^\n]*\n$/i);
    expect(stderr).not.toMatch(/status \d|GET|POST|Error/);
  });

  it.each([[['plan']], [['experiments', 'watch', ABSENT]]])(
    '%j says that no service responds',
    async (args) => {
      const server = createServer().listen(0);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      server.close();

      expect(await start(args, { ASSAY_URL: url }).ended).toEqual({
        code: 2,
        stdout: '',
        stderr: `No response from ${url}: connection refused. Is the service running, and the address right?\n`,
      });
    },
  );

  it('is JSON on stderr with --json', async () => {
    const { code, stderr } = await run('experiments', 'show', ABSENT, '--json');

    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({
      message: expect.stringContaining('not found'),
      status: 404,
      type: 'not_found',
      request_id: expect.any(String),
      detail: [{ type: 'not_found' }],
    });
  });

  it.each([
    [404, '<html>', ' (status 404)'],
    [200, '<html>', ''],
    [200, '{"status":"ok"}', ''],
  ])('names the place of another server, which responds with %s and %s', async (status, body, more) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const { code, stderr } = await start(['plan'], { ASSAY_URL: url }).ended;

    server.close();
    expect([code, stderr]).toEqual([2, `${url} responds, but not as Assay. Check the address${more}\n`]);
  });

  it('says that a response of the service was cut off', async () => {
    const headers = { 'assay-version': version, 'content-type': 'application/json' };
    const server = createServer((_request, response) => response.writeHead(200, headers).end('{"items":'));
    const url = `http://127.0.0.1:${(server.listen(0).address() as AddressInfo).port}`;

    const { code, stderr } = await start(['plan'], { ASSAY_URL: url }).ended;

    server.close();
    expect([code, stderr]).toEqual([2, `The response of ${url} is not JSON, or not complete\n`]);
  });

  it.each([
    ['https://', 'the port does not use TLS; try http://'],
    ['http://absent.invalid:', 'unknown host'],
  ])('names what is wrong with an address that begins with %s', async (scheme, reason) => {
    const { host, port } = new URL(service.stack.url);
    const url = scheme === 'https://' ? `${scheme}${host}` : `${scheme}${port}`;

    const { code, stderr } = await start(['plan'], { ASSAY_URL: url }).ended;

    expect([code, stderr]).toEqual([
      2,
      `No response from ${url}: ${reason}. Is the service running, and the address right?\n`,
    ]);
  });

  it('asks for the workspace of a user key, and for one that exists', async () => {
    const absent = await start(['sets', 'list'], { ASSAY_WORKSPACE_ID: '' }).ended;
    const strange = await start(['sets', 'list'], { ASSAY_WORKSPACE_ID: ABSENT }).ended;

    expect(absent).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A user key needs a workspace. Give its id with ASSAY_WORKSPACE_ID'),
    });
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringMatching(/workspace/i)]);
  });

  it('of the port of mcp names the port', async () => {
    const { host, port } = new URL(service.stack.url);

    const { code, stderr } = await run('mcp', '--http', port);

    expect([code, stderr]).toEqual([2, `Cannot listen on ${host}: another program uses it\n`]);
  });

  it.each([
    [['experiments', 'create', '--model', 'a'], 'give one of --set'],
    [['experiments', 'create', '--set', 'a', '--model', 'a', '--alpha', '0.1'], 'need --stop-when'],
    [['experiments', 'create', '--set', 'a', '--model', 'a', '--samples', '0'], 'whole number'],
    [
      ['experiments', 'create', '--set', 'a', '--model', 'a', '--system-prompt', '/absent'],
      '/absent does not exist',
    ],
    [
      ['experiments', 'create', '--filter', 'role = user', '--model', 'a', '--max-cost', '5'],
      'The price of a is unknown',
    ],
    [['import', 'a.jsonl', '--from', 'langfuse', '--experiments'], 'needs --from openai-evals'],
    [['import', '/absent.jsonl', '--from', 'langfuse'], '/absent.jsonl does not exist'],
    [['plan', '--min-effect', 'much'], 'Expected a number'],
    [['plan', '--power', '7'], 'power: '],
    [['experiments', 'show', 'mine'], 'experiment_id: '],
    [['runs', 'list', '--limit', '-1'], 'whole number'],
    [['runner', '--candidates', '/absent.yaml'], '/absent.yaml does not exist'],
    [['runner', '--strategy', 'luck'], 'Allowed choices are list, llm'],
    [['runner', '--rounds', 'many'], 'Expected a whole number from 1 to 100'],
    [['export', '--to', 'langfuse'], 'LANGFUSE_PUBLIC_KEY: missing'],
  ])('%j is explained in plain words', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);

    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/ENOENT|✖|Invalid input|Input should/);
  });
});
