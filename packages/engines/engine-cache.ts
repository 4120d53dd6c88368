import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '../concurrency';
import { acquireLock, releaseLock } from './process-lock';
import { withProgressLine } from './progress-line';
import { runCommand } from './run-command';

const VERSION_LIMIT_MS = 30_000;
const LOCK_POLL_MS = 500;
/** Longer than the slowest way to install an engine may take. */
const LOCK_LIMIT_MS = 25 * 60_000;

/** The folder of cached engine binaries: `$XDG_CACHE_HOME/assay/engines`, else `~/.cache/assay/engines`. */
export function engineCacheDir(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'assay', 'engines');
}

/**
 * The first line a binary prints for `--version`, which proves that it runs on this machine.
 * @throws Error if it does not run
 */
export async function binaryVersion(binary: string, signal?: AbortSignal): Promise<string> {
  const output = await runCommand(binary, ['--version'], { signal, timeoutMs: VERSION_LIMIT_MS });
  return output.split('\n', 1)[0]?.trim() ?? '';
}

/**
 * Lets `produce` create a binary in a temporary folder and moves it into the cache under `name`, once it has
 * run. When several processes want the same engine, one works and the others wait for its result. The last
 * step is a rename, so that no process sees half a file.
 */
export async function installBinary(
  cacheDir: string,
  name: string,
  produce: (workDir: string) => Promise<string>,
  signal?: AbortSignal,
): Promise<string> {
  await mkdir(cacheDir, { recursive: true });
  const installed = join(cacheDir, name);
  const lock = join(cacheDir, `.${name}.lock`);
  const hadToWait = await waitForLock(lock, name, signal);
  try {
    if (hadToWait && (await runsHere(installed))) return installed;
    return await placeBinary(installed, produce, signal);
  } finally {
    releaseLock(lock);
  }
}

async function placeBinary(
  installed: string,
  produce: (workDir: string) => Promise<string>,
  signal?: AbortSignal,
): Promise<string> {
  const workDir = await mkdtemp(join(tmpdir(), 'assay-engine-'));
  const arriving = `${installed}.${randomUUID()}`;
  try {
    await copyFile(await produce(workDir), arriving);
    await chmod(arriving, 0o755);
    await binaryVersion(arriving, signal);
    await rename(arriving, installed);
    return installed;
  } finally {
    await rm(arriving, { force: true });
    await rm(workDir, { recursive: true, force: true });
  }
}

/**
 * Acquires the lock; returns whether another process held it first.
 * @throws Error when that process does not release it within 25 minutes
 */
async function waitForLock(lock: string, name: string, signal?: AbortSignal): Promise<boolean> {
  const holder = acquireLock(lock);
  if (holder === null) return false;
  const deadline = {
    signal,
    timeoutMs: LOCK_LIMIT_MS,
    timeoutError: new Error(`Process ${holder} still holds ${lock}. End it if it hangs, and try again`),
  };
  await withProgressLine(`Waiting for process ${holder}, which is installing ${name}`, () =>
    withDeadline(deadline, async (limited) => {
      while (acquireLock(lock) !== null) await sleep(LOCK_POLL_MS, undefined, { signal: limited });
    }),
  );
  return true;
}

function runsHere(binary: string): Promise<boolean> {
  return binaryVersion(binary).then(
    () => true,
    () => false,
  );
}
