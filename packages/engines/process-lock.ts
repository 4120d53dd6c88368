import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isRunning, startTimeOf } from './processes';

const ownerSchema = z.object({ pid: z.number().int(), startedAt: z.string() });

/**
 * Acquires a lock that ends with this process, however it exits: a file with the owner's pid. The complete
 * file is linked into place, so of two concurrent processes one finds the other's. @returns null when this
 * process acquired it, else the pid of the live process that holds it.
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

/** Releases a lock that this process holds. */
export function releaseLock(path: string): void {
  rmSync(path, { force: true });
}

/** The live process that holds the lock, if any. */
export function findLockHolder(path: string): number | null {
  try {
    const owner = ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return isRunning(owner.pid) && startTimeOf(owner.pid) === owner.startedAt ? owner.pid : null;
  } catch {
    return null; // absent, or damaged by a system crash
  }
}
