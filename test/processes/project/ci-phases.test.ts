import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../../packages/engines';
import { packageRoot } from '../../../src/platform/package-root';

interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a bash script that has the phases of `.ci/run`. */
function runScript(script: string): Promise<Outcome> {
  const lines = `set -uo pipefail; source .ci/phases.sh; trap clean_up EXIT; ${script}`;
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    execFile('bash', ['-c', lines], { cwd: packageRoot, timeout: 60_000 }, done);
  });
}

describe('a phase', () => {
  it('passes the status of its command on and counts failures', async () => {
    const { stdout, stderr } = await runScript(
      'phase good 60 echo fine; phase bad 60 bash -c "exit 3"; echo "$? $failures"',
    );

    expect(stdout).toBe('fine\n3 1\n');
    expect(stderr.replaceAll(/: \d+ s$/gm, ': … s')).toBe('good: … s\nbad: … s\nbad failed with status 3\n');
  });

  it('gets no input', async () => {
    expect(await runScript('phase reads 60 cat <<<"a prompt waits for this"')).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

  it('ends at its limit, names the running tests and processes, and terminates all of them', async () => {
    const { stdout, stderr } = await runScript(
      [
        'echo "test/unit/slow.test.ts never ends" > "$RUNNING_TESTS_DIR/1"',
        'phase slow 1 bash -c "sleep 600 & echo \\$!; wait"',
        'echo "$? $failures"',
      ].join('\n'),
    );

    const [sleeper, outcome] = stdout.trim().split('\n');
    expect(outcome).toBe('124 1');
    expect(stderr).toContain('slow: not done after 1 s');
    expect(stderr).toContain('  test/unit/slow.test.ts never ends');
    expect(stderr).toContain(`  ${sleeper} sleep 600`);
    expect(isRunning(Number(sleeper))).toBe(false);
  });

  it('terminates what its command leaves running', async () => {
    const { stdout } = await runScript('phase leaves 60 bash -c "sleep 600 >/dev/null & echo \\$!"');

    expect(isRunning(Number(stdout))).toBe(false);
  });
});

describe('the summary', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-summary-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends with the counts, where a run without results is one failure, after the slowest files and what failed', async () => {
    const testResults = Array.from({ length: 12 }, (_, index) => ({
      name: join(packageRoot, `test/${index}.test.ts`),
      startTime: 0,
      endTime: index * 1000,
      message: index === 1 ? 'no such module' : '',
      assertionResults: [
        index === 0
          ? {
              status: 'failed',
              fullName: 'adds',
              failureMessages: ['\u001b[31m1 is not 2\u001b[39m\n at node_modules/x'],
            }
          : { status: 'passed', fullName: 'adds', failureMessages: [] },
      ],
    }));
    const results = { numPassedTests: 7, numFailedTests: 1, numRuntimeErrorTestSuites: 1, testResults };
    writeFileSync(join(folder, 'tests.json'), JSON.stringify(results));

    const { stdout } = await runScript(`node .ci/summary.cjs 0 ${folder}/tests.json ${folder}/killed.json`);

    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual(['Slowest test files:', '   11.0 s  test/11.test.ts']);
    expect(lines.slice(11, -1)).toEqual([
      'Failed: test/0.test.ts: adds',
      '  1 is not 2',
      'Failed: test/1.test.ts',
      '  no such module',
    ]);
    expect(lines.at(-1)).toBe('7 passed, 3 failed');
  });

  it('is one line if a phase before the tests fails', async () => {
    expect((await runScript('node .ci/summary.cjs 1')).stdout).toBe('0 passed, 1 failed\n');
  });
});
