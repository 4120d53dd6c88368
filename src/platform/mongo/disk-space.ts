import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { AppError, type AppErrorOptions } from '../errors/app-error';
import type { Logger } from '../logging';
import { driverClient, driverDatabase } from './driver';

const CHECK_EVERY_MS = 5000;
const CHECK_TIMEOUT_MS = 2000;
/** With less, mongod cannot write its journal, whose files have 100 MiB, and ends. */
const MIN_FREE_BYTES = 200 * 1024 ** 2;
const OUT_OF_DISK_SPACE = 14031;
const loopback: ReadonlySet<string | undefined> = new Set(['127.0.0.1', 'localhost', '::1']);

let freeBytes: number | null = null;

/** Free bytes of the disk of MongoDB, when it was last read; null if unknown. */
export function mongoDiskFreeBytes(): number | null {
  return freeBytes;
}

/** Whether too little was left for MongoDB to write. It ends then, so this is known from before, or from its disk. */
export function isMongoDiskFull(): boolean {
  return freeBytes !== null && freeBytes < MIN_FREE_BYTES;
}

/** The error of an outage, which names a full disk, also one on which MongoDB alone found too little space. */
export function mongoUnavailable(options: AppErrorOptions): AppError {
  const reason = isMongoDiskFull() || isOutOfDiskSpace(options.cause) ? '; its disk is full' : '';
  return new AppError('database_unavailable', `MongoDB cannot be reached${reason}`, options);
}

/** Whether the server refused an operation because its disk is full. */
export function isOutOfDiskSpace(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE;
}

export function recordMongoDisk(bytes: number | null): void {
  freeBytes = bytes;
}

/**
 * Reads the free space of MongoDB's disk every five seconds until the signal aborts, and logs when too little is left.
 * A MongoDB that `assay up` runs has its data in `dataDir`, whose disk can also be read when mongod has ended.
 */
export async function watchMongoDisk({
  dataDir,
  logger,
  signal,
}: {
  dataDir: string;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> {
  while (!signal.aborted) {
    const wasFull = isMongoDiskFull();
    recordMongoDisk((await readFreeBytes(dataDir)) ?? freeBytes);
    if (isMongoDiskFull() && !wasFull)
      logger.error({ freeBytes }, 'the disk of MongoDB is full; free space, and mongod will start again');
    if (!isMongoDiskFull() && wasFull) logger.info({ freeBytes }, 'the disk of MongoDB has space again');
    await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Null while it cannot be read. */
export async function readFreeBytes(dataDir: string): Promise<number | null> {
  const isLocal = driverClient().options.hosts.every(({ host }) => loopback.has(host));
  const bytes = isLocal ? await readLocal(dataDir) : null;
  return bytes ?? (await readFromServer().catch(() => null));
}

async function readLocal(folder: string): Promise<number | null> {
  const disk = await statfs(join(folder, 'mongodb')).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}

async function readFromServer(): Promise<number | null> {
  const stats = await driverDatabase().command({ dbStats: 1 }, { timeoutMS: CHECK_TIMEOUT_MS });
  const { fsTotalSize = 0, fsUsedSize = 0 } = stats as { fsTotalSize?: number; fsUsedSize?: number };
  // A server that cannot read its disk reports -1 for both, or 0 where the disk has no block size.
  return fsTotalSize > 0 ? fsTotalSize - fsUsedSize : null;
}
