import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const JEST = require.resolve('jest/bin/jest');
const testEnvironment = join(packageRoot, 'test/support/watched-environment.js');

it('fails a test file that never returns, names its test, and runs the other files', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-hanging-')));
  writeFileSync(join(folder, 'hangs.test.js'), "it('spins', () => { for (;;); });");
  for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.test.js`), "it('ends', () => {});");
  const config = { rootDir: folder, testEnvironment, testEnvironmentOptions: { fileLimitMs: 3_000 } };
  const args = [
    '--config',
    JSON.stringify(config),
    '--maxWorkers',
    '2',
    '--json',
    '--outputFile',
    'out.json',
  ];

  const stderr = await new Promise<string>((resolve) =>
    execFile(process.execPath, [JEST, ...args], { cwd: folder, timeout: 90_000 }, (_error, _stdout, text) =>
      resolve(text),
    ),
  );

  const results = require(join(folder, 'out.json'));
  rmSync(folder, { recursive: true, force: true });
  expect(stderr).toContain('hangs.test.js hangs in "spins": not done after 3 s');
  expect(results).toMatchObject({ numPassedTests: 2, numRuntimeErrorTestSuites: 1 });
});
