import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isRunning,
  type ProcessSpec,
  pollUntil,
  SupervisedProcess,
  spawnEngine,
} from '../../../packages/engines';

const STAY = 'setInterval(() => {}, 1000)';
const IGNORE_SIGTERM = `process.on('SIGTERM', () => {}); console.log('deaf'); ${STAY}`;

let root: string;
let spawned: number[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-supervision-'));
  spawned = [];
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function supervise(script: string, overrides: Partial<ProcessSpec> = {}): SupervisedProcess {
  const logPath = join(root, 'logs', 'program.log');
  const spec: ProcessSpec = {
    name: 'program',
    logPath,
    readyLimitMs: 10_000,
    stopLimitMs: 5_000,
    spawn: () => spawnEngine(process.execPath, ['-e', script], logPath),
    ready: async () => undefined,
    ...overrides,
  };
  return new SupervisedProcess(spec, { log: () => undefined, onSpawn: (_name, pid) => spawned.push(pid) });
}

function untilTrue(condition: () => boolean): Promise<void> {
  return pollUntil(async () => condition(), AbortSignal.timeout(10_000));
}

it('starts a process again that was killed with -9', async () => {
  const program = supervise(STAY);
  await program.start();
  const first = program.pid ?? 0;

  process.kill(first, 'SIGKILL');
  await untilTrue(() => spawned.length === 2 && isRunning(spawned[1] ?? 0));

  expect(program.pid).toBe(spawned[1]);
  expect(isRunning(first)).toBe(false);
  await program.stop();
});

it('leaves no process behind after stop, and does not start it again', async () => {
  const program = supervise(STAY);
  await program.start();

  await Promise.all([program.stop(), program.stop()]);

  expect(spawned.map(isRunning)).toEqual([false]);
});

it('kills a process that ignores SIGTERM once its time to stop is over', async () => {
  const deaf = supervise(IGNORE_SIGTERM, {
    stopLimitMs: 200,
    ready: () => untilTrue(() => readFileSync(join(root, 'logs', 'program.log'), 'utf8').includes('deaf')),
  });
  await deaf.start();
  const startedAt = Date.now();

  await deaf.stop();

  expect(spawned.map(isRunning)).toEqual([false]);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(200);
});

it('shows the end of the log when the process ends before it is ready', async () => {
  const failing = supervise(`console.error('port is taken'); process.exit(3)`, {
    ready: () => new Promise(() => undefined),
  });

  await expect(failing.start()).rejects.toThrow(/program exited with status 3[\s\S]*port is taken/);
});

it('stops waiting and terminates a process that is not ready in time', async () => {
  const slow = supervise(STAY, { readyLimitMs: 200, ready: () => new Promise(() => undefined) });

  await expect(slow.start()).rejects.toThrow('did not become ready');
  expect(spawned.map(isRunning)).toEqual([false]);
});

it('can be stopped while it is still starting', async () => {
  const starting = supervise(STAY, { ready: () => new Promise(() => undefined) });
  const started = starting.start();
  const outcome = expect(started).rejects.toThrow('being stopped');

  await starting.stop();

  await outcome;
  expect(spawned.map(isRunning)).toEqual([false]);
});

it('fails when the program does not exist', async () => {
  const absent = supervise('', {
    spawn: () => spawn(join(root, 'absent'), { detached: true, stdio: 'ignore' }),
    ready: () => new Promise(() => undefined),
  });

  await expect(absent.start()).rejects.toThrow('ENOENT');
});
