import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(__dirname, '../../dist/src/cli/main.js');
const fixtures = join(__dirname, '../fixtures/gate');
const folder = mkdtempSync(join(tmpdir(), 'assay-gate-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'gate', ...args], {
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** Lines of `assay detect` in which some cases have an annotation. */
function writeLines(name: string, count: number, isFailed: (index: number) => boolean): string {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `case ${index}`,
      verdict: 'judged',
      annotations: isFailed(index) ? [{ label: 'fabrication', text: `made up ${index}` }] : [],
    }),
  );
  writeFileSync(at(name), `${lines.join('\n')}\n`);
  return at(name);
}

const base = writeLines('base.jsonl', 200, (index) => index % 10 === 0);
const same = writeLines('same.jsonl', 200, (index) => index % 10 === (index < 100 ? 0 : 1));
const worse = writeLines('worse.jsonl', 200, (index) => index % 10 < 3);

describe('assay gate', () => {
  it.each([
    [0, 'Not worse: a worsening of 10.0 points or more is excluded.', base, same],
    [1, 'Worse: more cases fail than chance explains.', base, worse],
    [0, 'Not worse', worse, base],
  ])('exits with %d: %s', (code, headline, before, after) => {
    const result = run('--from', 'assay', '--min-effect', '10pt', before, after);

    expect(result).toMatchObject({ code, stderr: '' });
    expect(result.stdout).toMatch(/^Minimum effect: 10\.0 points\.\n/);
    expect(result.stdout).toContain(headline);
  });

  it.each([
    ['promptfoo', 'promptfoo-a.json', 'promptfoo-b.json', 4, []],
    ['promptfoo', 'promptfoo-a.jsonl', 'promptfoo-b.json', 4, []],
    ['deepeval', 'deepeval-a.json', 'deepeval-b.json', 3, []],
    ['langfuse', 'langfuse-api-a.json', 'langfuse-api-b.json', 3, ['--score', 'correct=true']],
    ['openai-evals', 'openai-items-a.json', 'openai-items-b.json', 3, []],
    ['openai-evals', 'openai-log-a.jsonl', 'openai-log-b.jsonl', 2, []],
  ])('reads results of %s: %s, %s', (from, before, after, pairs, more) => {
    const result = run('--from', from, '--json', join(fixtures, before), join(fixtures, after), ...more);

    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toMatchObject({ outcome: 'undecided', from, pairs, worse_pairs: 1 });
    expect(result.code).toBe(3);
  });

  it('writes reports, one of which a later gate reads', () => {
    const reports = ['--junit', at('j.xml'), '--markdown', at('m.md'), '--report-json', at('r.json')];

    const { code } = run('--from', 'assay', base, worse, ...reports);

    expect(code).toBe(1);
    expect(readFileSync(at('j.xml'), 'utf8')).toContain(
      '<testsuite name="assay gate" tests="1" failures="1"',
    );
    expect(readFileSync(at('m.md'), 'utf8')).toContain('fabrication\\: made up 1 ');
    expect(JSON.parse(readFileSync(at('r.json'), 'utf8'))).toMatchObject({
      schema_version: 1,
      exit_code: 1,
      new_failures: Array(5).fill({ id: expect.any(String) }),
    });
    expect(run('--from', 'assay', '--min-effect', '10pt', at('r.json'), at('r.json')).code).toBe(0);
  });

  it.each([
    [0, 'pass'],
    [1, 'fail'],
  ])('exits with %d if undecided is to %s', (code, as) => {
    const files = ['promptfoo-a.json', 'promptfoo-b.json'].map((name) => join(fixtures, name));

    expect(run('--from', 'promptfoo', '--undecided', as, ...files).code).toBe(code);
  });

  it.each([
    [1, 'case 0', 'failed: case 0: 0 of 1 passed, needs 1'],
    [0, 'case 1', 'passed: case 1: 1 of 1 passed, needs 1'],
    [2, 'case 1 4 of 5', 'not run: case 1: 1 of 1 passed, needs 4'],
  ])('exits with %d for the pinned line "%s"', (code, line, text) => {
    writeFileSync(at('must.txt'), `${line}\n`);

    const result = run('--from', 'assay', '--min-effect', '10', '--must-pass', at('must.txt'), base, base);

    expect(result.stdout).toContain(text);
    expect(result.code).toBe(code);
  });

  it('prints no command of a CI that is in the results', () => {
    const hostile = (annotations: object[]) =>
      Array.from({ length: 20 }, (_, index) =>
        JSON.stringify({ id: `::set-output name=report::x${index}`, verdict: 'judged', annotations }),
      ).join('\n');
    writeFileSync(at('clean.jsonl'), hostile([]));
    writeFileSync(
      at('hostile.jsonl'),
      hostile([{ label: 'fabrication', text: '##[set-output name=report;]x' }]),
    );
    const files = ['--from', 'assay', at('clean.jsonl'), at('hostile.jsonl')];

    const [text, json, error] = [
      run(...files),
      run('--json', ...files),
      run('--from', 'assay', at('clean.jsonl'), at('##[group]x')),
    ];

    expect(text.stdout).toContain('set-output name=report');
    expect(JSON.parse(json.stdout).new_failures[0].reason).toContain('##[set-output');
    for (const printed of [text.stdout, json.stdout, error.stderr])
      expect(printed).not.toMatch(/^\s*::|##\[/m);
  });

  it('prints an error as JSON with --json', () => {
    const { code, stdout, stderr } = run('--from', 'assay', '--json', base, at('absent.jsonl'));

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ message: expect.stringContaining('absent.jsonl does not exist') });
  });

  it.each([
    [['--from', 'assay', base, at('absent.jsonl')], 'absent.jsonl does not exist'],
    [['--from', 'promptfoo', base, base], 'line 1, success: '],
    [['--from', 'other', base, base], "argument 'other' is invalid"],
    [['--from', 'assay', base], 'give --from and two files of results'],
    [[base, same], 'give --from and two files of results'],
    [['calibrate', base, same], 'give --from and two files of results'],
    [
      ['--from', 'assay', '--min-effect', '2 percent', base, base],
      '--min-effect: expected percentage points',
    ],
    [['--from', 'assay', '--min-effect', '100pt', base, base], 'above 0 and below 100'],
    [['--from', 'assay', '--score', 'a=1', base, base], '--score: assay records which cases passed'],
    [['--from', 'assay', '--markdown', base, base, same], 'would overwrite what the gate reads'],
    [['--from', 'assay', '--markdown', folder, base, same], 'is a folder, not a file'],
    [['--from', 'assay', '--markdown', at('x'), '--junit', at('x'), base, same], 'must name different files'],
    [['--from', 'assay', '--against', 'a.json', base, same], '--against needs --set'],
    [['--from', 'assay', '--max-cost', '1', '--commit', 'c', base, same], '--commit, --max-cost need --set'],
    [['--set', 's', '--model', 'm', '--score', 'a=1'], '--set needs --model, and excludes --from, --score'],
    [['--from', 'assay', '--metric', 'issue_count', base, same], 'Allowed choices are issue_rate'],
    [
      ['--from', 'assay', '--markdown', '/absent/m.md', base, same],
      '/absent/m.md cannot be written: its folder does not exist',
    ],
  ])('exits with 2 for %j, without a stack', (args, message) => {
    const { code, stderr } = run(...args);

    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(2);
  });
});

describe('assay gate calibrate', () => {
  it('prints how often the gate would be red by chance, and the sizes that effects need', () => {
    const { code, stdout } = run('calibrate', '--from', 'assay', base, same);

    expect(code).toBe(0);
    expect(stdout).toContain('200 pairs, 20 differ between two results of the same code.');
    expect(stdout).toMatch(/False red: \d+ of 1,000 simulated changes without an effect/);
    expect(stdout).toMatch(/ {2}5\.0 points: \d+\n/);
    expect(stdout).not.toContain('more than chance explains');
  });

  it('prints JSON, and doubts that results which differ much are of the same code', () => {
    const args = ['calibrate', '--from', 'assay', '--json', '--min-effect', '5pt', worse, base];

    const result = JSON.parse(run(...args).stdout);

    expect(result).toMatchObject({
      schema_version: 1,
      differ_beyond_chance: true,
      sizes: [{ effect: 0.05 }],
    });
    expect(result.outcomes.worse).toBeLessThan(80);
  });
});
