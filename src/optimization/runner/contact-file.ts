import { closeSync, constants, fstatSync, futimesSync, lstatSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../platform/logging';

const userId = process.getuid?.();

/** Shared by all runners of a user on this host: healthy if one of them reaches the service. */
export function contactPath(folder = tmpdir()): string {
  return join(folder, `assay-runner-${userId ?? 'user'}.contact`);
}

/** Records that the service has just responded. Does not throw: a full disk must not end a run. */
export function recordContact(logger: Logger, path = contactPath()): void {
  try {
    touch(path);
  } catch (error) {
    logger.warn({ err: error }, 'contact with the service could not be recorded');
  }
}

/** Milliseconds since the service last responded to a runner on this host; infinite if it never did. */
export function contactAgeMs(path = contactPath()): number {
  const file = lstatSync(path, { throwIfNoEntry: false });
  return file !== undefined && isOwnFile(file) ? Date.now() - file.mtimeMs : Number.POSITIVE_INFINITY;
}

/**
 * Sets the modification time of the file, creating it if necessary. The folder is world-writable, so a link
 * or a file of another user with this name is rejected.
 */
function touch(path: string): void {
  const flags =
    constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags, 0o600);
  try {
    if (!isOwnFile(fstatSync(descriptor))) throw new Error(`${path} is not a file of this user`);
    const now = new Date();
    futimesSync(descriptor, now, now);
  } finally {
    closeSync(descriptor);
  }
}

function isOwnFile(file: { isFile(): boolean; uid: number }): boolean {
  return file.isFile() && (userId === undefined || file.uid === userId);
}
