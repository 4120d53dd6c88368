import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const inCli = (file: string) => join(packageRoot, 'dist/src/cli', file);
const folder = mkdtempSync(join(tmpdir(), 'assay-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lets a command clean up once nothing reads what it writes, also meanwhile', async () => {
  const cleaned = join(folder, 'cleaned');
  const program = `
    require(${JSON.stringify(inCli('shared/output-errors.js'))}).endOnOutputErrors();
    const { runUntilStopped } = require(${JSON.stringify(inCli('shared/run-until-stopped.js'))});
    const speaking = setInterval(() => { console.log('out'); console.error('progress'); }, 5);
    runUntilStopped(async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await new Promise((resolve) => setTimeout(resolve, 200));
      require('node:fs').writeFileSync(${JSON.stringify(cleaned)}, '');
      clearInterval(speaking);
      signal.throwIfAborted();
    }).then((code) => { process.exitCode = code; });
  `;
  const child = spawn(process.execPath, ['-e', program]);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stderr.destroy();

  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(existsSync(cleaned)).toBe(true);
});

it('lets a service outlive what reads its progress', async () => {
  const program = `
    const { endOnOutputErrors, ignoreMessageErrors } = require(${JSON.stringify(inCli('shared/output-errors.js'))});
    endOnOutputErrors();
    ignoreMessageErrors();
    setInterval(() => console.error('progress'), 5);
    setTimeout(() => process.exit(0), 500);
  `;
  const child = spawn(process.execPath, ['-e', program]);
  await once(child.stderr, 'data');
  child.stderr.destroy();

  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('names the reason for which output cannot be written', async () => {
  const path = join(folder, 'reply.jsonl');
  writeFileSync(
    path,
    '{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}\n',
  );
  const child = spawn(process.execPath, [inCli('main.js'), 'detect', path], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });

  expect(await once(child, 'close')).toEqual([2, null]);
  expect(stderr).toContain('stdout cannot be written: the disk is full\n');
});
