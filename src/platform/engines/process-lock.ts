import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isRunning, startTimeOf } from './processes';

const ownerSchema = z.object({ pid: z.number().int(), startedAt: z.string() });

/**
 * Takes a lock that ends with this process, however it ends: a file that names its owner. It is linked into place
 * whole, so of two processes that try at once one finds the other's.
 * @returns null when this process has it now, else the pid of the live process that has it.
 */
export function acquireLock(path: string): number | null {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) }));
  try {
    if (findLockHolder(path) === null) rmSync(path, { force: true });
    linkSync(mine, path);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return findLockHolder(path) ?? acquireLock(path);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Gives up a lock that this process has. */
export function releaseLock(path: string): void {
  rmSync(path, { force: true });
}

/** The live process that has the lock, if there is one. */
export function findLockHolder(path: string): number | null {
  try {
    const owner = ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return isRunning(owner.pid) && startTimeOf(owner.pid) === owner.startedAt ? owner.pid : null;
  } catch {
    return null; // absent, or damaged as after a crash of the machine
  }
}
