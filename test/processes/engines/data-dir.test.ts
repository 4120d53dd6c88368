import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isRunning, LockedDataDir, lockPath, startTimeOf } from '../../../packages/engines';

let folder: string;
let children: ChildProcess[];
const log = () => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-data-dir-'));
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function startProgram(argument: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', `setInterval(() => {}, 1000)`, argument], {
    detached: true,
    stdio: 'ignore',
  });
  children.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

function writeRecord(record: { ports: Record<string, number>; pids: Record<string, number> }): void {
  writeFileSync(join(folder, 'engines.json'), JSON.stringify(record));
}

it('is refused while a live process holds it, with that pid', async () => {
  const holder = await startProgram('');
  writeFileSync(lockPath(folder), JSON.stringify({ pid: holder, startedAt: startTimeOf(holder) }));

  await expect(LockedDataDir.take(folder, log)).rejects.toThrow(`in use by process ${holder}`);
});

it('can be taken when the pid of its holder now belongs to another process', async () => {
  const stranger = await startProgram('');
  writeFileSync(lockPath(folder), JSON.stringify({ pid: stranger, startedAt: 'long ago' }));

  const held = await LockedDataDir.take(folder, log);

  await expect(LockedDataDir.take(folder, log)).rejects.toThrow(`in use by process ${process.pid}`);
  held.release();
});

it('can be locked again after its release', async () => {
  (await LockedDataDir.take(folder, log)).release();

  (await LockedDataDir.take(folder, log)).release();
});

it('ends a recorded process whose command line names the folder, and no other', async () => {
  const ours = await startProgram(join(folder, 'mongodb'));
  const stranger = await startProgram('/somewhere/else');
  writeRecord({ ports: {}, pids: { mongod: ours, temporal: stranger } });

  const held = await LockedDataDir.take(folder, log);

  expect(isRunning(ours)).toBe(false);
  expect(isRunning(stranger)).toBe(true);
  held.release();
});

it('keeps the port of the last start while it is free, and takes another when it is not', async () => {
  const [free, taken] = [await freePort(), await freePort()];
  writeRecord({ ports: { mongod: free, temporal: taken }, pids: {} });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
  const held = await LockedDataDir.take(folder, log);

  const ports = [await held.portFor('mongod'), await held.portFor('temporal')];
  server.close();

  expect(ports[0]).toBe(free);
  expect(ports[1]).not.toBe(taken);
  held.release();
});

it('survives a damaged record', async () => {
  writeFileSync(join(folder, 'engines.json'), '{"ports":');

  const held = await LockedDataDir.take(folder, log);
  held.notePid('mongod', 4242);

  expect(JSON.parse(readFileSync(join(folder, 'engines.json'), 'utf8'))).toEqual({
    ports: {},
    pids: { mongod: 4242 },
  });
  held.release();
});
