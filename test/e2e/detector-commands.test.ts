import { execFileSync, spawn } from 'node:child_process';
import { linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const program = join(__dirname, '../../dist/src/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'assay-detect-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

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
