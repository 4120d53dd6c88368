import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Connection } from '@temporalio/client';
import { Engines, LockedDataDir, resolveEngine } from '../../../packages/engines';
import { makeTestDataDir } from '../../support/test-run';

const { TEMPORAL_ADDRESS: _address, ...env } = process.env;
const log = () => undefined;

let root: string;

beforeEach(() => {
  root = makeTestDataDir();
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/**
 * A `temporal` on PATH that fails to listen `failures` times, then is the real one. It counts its starts. Each failure
 * ends with a stack of `stackChars` characters.
 */
async function failingTemporal(
  failures: number,
  stackChars = 0,
): Promise<{ path: string; starts: () => number }> {
  const real = await resolveEngine('temporal', { env, log });
  if (real.kind !== 'binary') throw new Error('There is no Temporal binary to wrap');
  const bin = join(root, 'bin');
  const starts = join(root, 'starts');
  mkdirSync(bin);
  writeFileSync(starts, '');
  const script = [
    '#!/bin/sh',
    `if [ "$1" = server ]; then printf x >> '${starts}'`,
    `  if [ "$(wc -c < '${starts}')" -le ${failures} ]; then`,
    '    echo "failed listening for HTTP API: bind: address already in use" >&2',
    `    printf '%${stackChars}s' goroutine >&2; exit 1; fi`,
    'fi',
    `exec '${real.path}' "$@"`,
  ];
  writeFileSync(join(bin, 'temporal'), script.join('\n'));
  chmodSync(join(bin, 'temporal'), 0o755);
  return { path: `${bin}${delimiter}${env.PATH}`, starts: () => readFileSync(starts, 'utf8').length };
}

async function startWith(path: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const dataDir = await LockedDataDir.take(join(root, 'data'), log);
  const engines = new Engines({
    env: { ...env, PATH: path },
    dataDir,
    log,
    signal: new AbortController().signal,
  });
  const stop = async () => {
    await engines.stop();
    dataDir.release();
  };
  try {
    return { address: (await engines.start()).temporalAddress, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

it.each([0, 8_000])(
  'starts Temporal again when a port was taken, after a stack of %d characters',
  async (stackChars) => {
    const temporal = await failingTemporal(1, stackChars);

    const { address, stop } = await startWith(temporal.path);
    try {
      const connection = await Connection.connect({ address, connectTimeout: 5_000 });
      await connection.close();
      expect(temporal.starts()).toBe(2);
    } finally {
      await stop();
    }
  },
);

it('reports a port that stays taken', async () => {
  const temporal = await failingTemporal(2);

  await expect(startWith(temporal.path)).rejects.toThrow('address already in use');
  expect(temporal.starts()).toBe(2);
});
