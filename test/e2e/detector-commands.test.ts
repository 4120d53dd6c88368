import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { startAssay } from '../support/assay-command';

const program = join(__dirname, '../../dist/src/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'assay-detect-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const start = (...args: string[]) => startAssay(args, process.env);
const run = (...args: string[]) => start(...args).ended;

function conversation(id: number, year: string, more: object = {}): string {
  const messages = [
    { role: 'system', content: 'The Harrow Bridge was opened in 1887 and is 214 metres long.' },
    { role: 'user', content: 'When was the bridge opened?' },
    { role: 'assistant', content: `The bridge was opened in ${year}.` },
  ];
  return JSON.stringify({ id, messages, ...more });
}

function rowsOf(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('assay detect', () => {
  it('judges on several threads and writes in the order of the input', async () => {
    const lines = Array.from({ length: 200 }, (_, id) => conversation(id, id % 3 === 0 ? '1889' : '1887'));
    writeFileSync(at('in.jsonl.gz'), gzipSync(lines.join('\n')));

    const { code } = await run('detect', '--in', at('in.jsonl.gz'), '--out', at('out.jsonl'));

    const rows = rowsOf(readFileSync(at('out.jsonl'), 'utf8'));
    expect(rows.map(({ id }) => id)).toEqual(lines.map((_, id) => id));
    expect(rows.map(({ annotations }) => annotations.length > 0)).toEqual(lines.map((_, id) => id % 3 === 0));
    expect(code).toBe(1);
  });

  it('reads stdin, writes stdout, and reports invalid lines', async () => {
    const { child, ended } = start('detect', '--in', '-', '--out', '-');
    child.stdin.end(`${conversation(1, '1887')}\n{"id": 2}\n\nnonsense\n`);

    const { code, stdout, stderr } = await ended;

    expect(rowsOf(stdout)).toMatchObject([
      { id: 1, annotations: [] },
      { id: 2, line: 2, error: expect.stringContaining('messages') },
      { id: null, line: 4, error: 'not JSON' },
    ]);
    expect(stderr).toContain('Line 2: messages');
    expect(stderr).toContain('Line 4: not JSON');
    expect(code).toBe(2);
  });

  it('reads a named pipe', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const { ended } = start('detect', '--in', at('pipe'), '--out', '-');
    // A blocking write in the test could not be timed out.
    await Promise.race([writeFile(at('pipe'), conversation(1, '1887')), ended]);

    const { code, stdout } = await ended;

    expect(rowsOf(stdout)).toMatchObject([{ id: 1, annotations: [] }]);
    expect(code).toBe(0);
  });

  it('writes a result before the next line arrives, and ends with complete lines on SIGINT', async () => {
    const { child, ended } = start('detect', '--in', '-', '--out', '-');
    const answered = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.write(`${conversation(1, '1889')}\n${conversation(2, '1889').slice(0, 40)}`);

    await answered;
    child.kill('SIGINT');
    const { code, stdout } = await ended;

    expect(rowsOf(stdout)).toMatchObject([{ id: 1 }]);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(code).toBe(130);
  });

  it('judges a file without more, in a folder of its own', async () => {
    writeFileSync(at('alone.jsonl'), `${conversation(1, '1889')}\n${conversation(2, '1887')}\n`);

    const child = spawn(process.execPath, [program, 'detect', 'alone.jsonl'], { cwd: folder, env: {} });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);

    expect(rowsOf(stdout)).toMatchObject([{ id: 1, annotations: [{ text: '1889' }] }, { id: 2 }]);
    expect(stderr).toContain('1 with issues, 1 without, 0 not judged');
    expect(code).toBe(1);
  });

  it('counts only issues that an earlier output lacks', async () => {
    writeFileSync(at('old.jsonl'), `${conversation(1, '1889')}\n${conversation(2, '1887')}\n`);
    writeFileSync(at('new.jsonl'), `${conversation(2, '1891')}\n${conversation(1, '1889')}\n`);
    await run('detect', at('old.jsonl'), '--out', at('old-verdicts.jsonl'));

    const same = await run('detect', at('old.jsonl'), '--baseline', at('old-verdicts.jsonl'));
    const changed = await run('detect', at('new.jsonl'), '--baseline', at('old-verdicts.jsonl'));

    expect(same).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('0 with new issues, 1 with issues of the baseline only, 1 without'),
    });
    expect(changed.code).toBe(1);
    expect(rowsOf(changed.stdout)).toMatchObject([
      { id: 2, annotations: [{ is_new: true }] },
      { id: 1, annotations: [{ is_new: false }] },
    ]);
  });

  it('fails above a rate only, and states it with its interval', async () => {
    writeFileSync(
      at('rate.jsonl'),
      ['1889', '1887', '1887', '1887'].map((year, id) => conversation(id, year)).join('\n'),
    );

    const above = await run('detect', at('rate.jsonl'), '--max-rate', '20%');
    const below = await run('detect', at('rate.jsonl'), '--max-rate', '0.25');

    expect(above).toMatchObject({ code: 1, stderr: expect.stringContaining('above the maximum of 20%') });
    expect(below.stderr).toMatch(
      /Issue rate: 25% of 4 judged replies \(95% interval .*, not above the maximum/,
    );
    expect(below.stderr).toContain('`assay gate`');
    expect(below.code).toBe(0);
  });

  it('leaves out findings below a confidence', async () => {
    writeFileSync(at('doubt.jsonl'), conversation(1, '1889'));

    const { code, stdout } = await run('detect', at('doubt.jsonl'), '--min-confidence', '1');

    expect(rowsOf(stdout)).toMatchObject([{ annotations: [] }]);
    expect(code).toBe(0);
  });

  it('uses the labels of a file, as the API returns them, and warns of what they do not cover', async () => {
    const labels = [
      {
        name: 'wrong_year',
        description: '',
        covers: ['fabrication', 'context_misattribution', 'reasoning_error'],
      },
    ];
    const config = { labels, domain_context: null, version: 2, created_at: '2026-01-15T09:30:00.000Z' };
    writeFileSync(at('labels.json'), JSON.stringify(config));
    writeFileSync(at('labeled.jsonl'), conversation(1, '1889'));

    const { stdout, stderr } = await run('detect', at('labeled.jsonl'), '--issue-config', at('labels.json'));

    expect(rowsOf(stdout)).toMatchObject([{ annotations: [{ label: 'wrong_year' }] }]);
    expect(stderr).toContain('No label covers incorrect_refusal');
  });

  it('exits with 3 if nothing can be judged', async () => {
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'What can I do for you?' },
    ];
    writeFileSync(at('greeting.jsonl'), JSON.stringify({ messages }));

    expect(await run('detect', at('greeting.jsonl'))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Nothing could be judged'),
    });
  });

  it.each([
    [
      'a file that is not text',
      [at('one'), '--issue-config', at('binary')],
      `${at('binary')} is not UTF-8 text`,
    ],
    [
      'broken JSON',
      [at('one'), '--issue-config', at('broken')],
      'is not JSON: unexpected character at line 2, column 1',
    ],
    ['a missing file', [at('absent')], `${at('absent')} does not exist`],
    ['a folder', [folder], `${folder} is a folder, not a file`],
    ['an empty file', [at('empty')], `${at('empty')} is empty`],
    ['a missing folder', [at('one'), '--out', at('absent/out')], 'its folder does not exist'],
    ['a baseline that is an input', [at('one'), '--baseline', at('one')], 'Line 1 of'],
    ['invalid labels', [at('one'), '--issue-config', at('one')], 'labels: missing; id: unknown field'],
    ['two inputs', [at('one'), '--in', at('one')], 'give either FILE or --in'],
    ['no input', [], 'give either FILE or --in'],
    ['a rate above 1', [at('one'), '--max-rate', '10'], '0.1 or 10%'],
  ])('exits with 2 for %s and names it', async (_, args, reason) => {
    writeFileSync(at('empty'), '\n');
    writeFileSync(at('one'), conversation(1, '1889'));
    writeFileSync(at('binary'), Buffer.from([0x22, 0xff]));
    writeFileSync(at('broken'), '{"labels":\n}');

    const { code, stdout, stderr } = await run('detect', ...args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(reason);
  });

  it.each([
    ['an unknown option', ['--in', '-', '--out', '-', '--loud']],
    ['an input that is not there', ['--in', at('absent'), '--out', at('never')]],
    ['a judge without a model', ['--in', '-', '--out', '-', '--evaluator', 'llm_judge']],
    [
      'a config that is not there',
      ['--in', '-', '--out', '-', '--evaluator', 'llm_judge', '--evaluator-config', at('absent')],
    ],
    ['one file for input and output', ['--in', at('same'), '--out', at('same')]],
    ['an output that is a symbolic link to the input', ['--in', at('same'), '--out', at('symlink')]],
    ['an output that is a hard link to the input', ['--in', at('same'), '--out', at('link')]],
  ])('exits with 2 for %s', async (_case, args) => {
    for (const name of ['symlink', 'link', 'same']) rmSync(at(name), { force: true });
    writeFileSync(at('same'), conversation(1, '1887'));
    symlinkSync(at('same'), at('symlink'));
    linkSync(at('same'), at('link'));

    const { child, ended } = start('detect', ...args);
    child.stdin.end();

    expect(await ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/\S/) });
    expect(readFileSync(at('same'), 'utf8')).toBe(conversation(1, '1887'));
  });
});

describe('the command line', () => {
  it('loads only what describes commands before one runs', async () => {
    const list = `process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));
      process.argv.push('detect', '--help');
      require(${JSON.stringify(program)});`;
    const child = spawn(process.execPath, ['-e', list]);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);

    const files: string[] = JSON.parse(errors);
    const packages = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    expect(output).toContain('Exit codes:');
    expect([...new Set(packages)]).toEqual(['commander']);
    expect(files.length).toBeLessThan(50);
  });

  it.each([
    [{ MODEL_PROVIDERS: '[{}]' }, 'Invalid MODEL_PROVIDERS:\n0.name: missing\n0.base_url: missing\n'],
    [{ OPENAI_BASE_URL: 'nowhere' }, 'OPENAI_BASE_URL must be an http or https URL\n'],
  ])('names the wrong variable of %j', async (env, message) => {
    const args = ['detect', '-', '--evaluator', 'llm_judge', '--model', 'a/b'];

    expect(await startAssay(args, env).ended).toEqual({ code: 2, stdout: '', stderr: message });
  });

  it.each([['migrate'], ['users list']])(
    '%s names the setting of an engine that does not respond',
    async (command) => {
      const env = { MONGODB_URI: 'mongodb://user:secret@absent.invalid/assay', SECRET_KEY: 's'.repeat(32) };

      expect(await startAssay(command.split(' '), env).ended).toEqual({
        code: 2,
        stdout: '',
        stderr: 'MONGODB_URI: no response from MongoDB at absent.invalid:27017: unknown host\n',
      });
    },
  );

  it.each([
    [['experiments', 'compare']],
    [['import', 'lines.jsonl', '--from', 'nonsense']],
    [['measure']],
    [['nonsense']],
    [['plan', '--loud']],
    [['users']],
  ])('exits with 2 for %j', async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/\S/) });
  });
});

describe('assay measure', () => {
  const start1889 = 'The bridge was opened in '.length;
  const wrong = {
    hallucinated: true,
    spans: [{ start: start1889, end: start1889 + 4, label: 'Conflict', text: '1889' }],
  };
  const right = { hallucinated: false, spans: [] };

  it.each([['alone'], ['--parallel']])('prints tables and writes all numbers, %s', async (flag) => {
    const lines = [
      conversation(1, '1889', { ...wrong, pair: 'a' }),
      conversation(2, '1887', { ...right, pair: 'a' }),
      conversation(3, '1887', { hallucinated: true, spans: [] }),
    ];
    writeFileSync(at('data.jsonl'), lines.join('\n'));
    const flags = flag === 'alone' ? [] : [flag];

    const { code, stdout } = await run(
      'measure',
      '--data',
      at('data.jsonl'),
      '--json',
      at('m.json'),
      ...flags,
    );

    const report = JSON.parse(readFileSync(at('m.json'), 'utf8'));
    expect(report).toMatchObject({ evaluator: 'grounding', model: null, skipped_lines: 0 });
    expect(report.groups[0]).toMatchObject({
      task: null,
      counts: { cases: 3, hallucinated: 2, judged: 3, no_verdict: 0 },
      responses: { precision: { value: 1 }, recall: { value: 0.5 }, clean_flagged: { value: 0 } },
      characters: { recall: { value: 1 } },
      arguments: null,
      pairs: { all: { pairs: 1, accuracy: { value: 1 } }, length_matched: { pairs: 1 } },
    });
    expect(report.timing === null).toBe(flag === '--parallel');
    expect(stdout).toContain('Characters inside errors');
    expect(code).toBe(0);
  });

  it('excludes cases in which nothing can be judged', async () => {
    const question = { role: 'assistant', content: 'What can I do for you?' };
    const unjudged = { messages: [{ role: 'user', content: 'Hello' }, question], hallucinated: false };
    writeFileSync(at('q.jsonl'), `${conversation(1, '1889', wrong)}\n${JSON.stringify(unjudged)}\n`);

    await run('measure', '--data', at('q.jsonl'), '--json', at('q.json'));

    expect(JSON.parse(readFileSync(at('q.json'), 'utf8')).groups[0].counts).toMatchObject({
      cases: 2,
      judged: 1,
      no_verdict: 0,
      not_judged: 1,
    });
  });

  it('exits with 2 if lines were skipped', async () => {
    writeFileSync(at('some.jsonl'), `${conversation(1, '1889', wrong)}\n${conversation(2, '1889')}\n`);

    const { code, stderr } = await run('measure', '--data', at('some.jsonl'));

    expect(stderr).toContain('Line 2 skipped');
    expect(code).toBe(2);
  });
});
