import os from 'node:os';
import mongoose, { type ClientSession, type ConnectOptions } from 'mongoose';
import { FailFastConnection } from './fail-fast-connection';
import { startClockSync, stopClockSync } from './server-clock';

export interface MongoOptions {
  appName: string;
  /**
   * Milliseconds an operation waits for a primary. Short for a server that answers people (503), long for a
   * worker, where waiting out a restart is cheaper than repeating a model call.
   */
  serverSelectionTimeoutMs: number;
  /** Milliseconds without an answer after which an operation fails: a peer that hangs must not hang us. Default: never. */
  socketTimeoutMs?: number;
}

/** Connects mongoose's default connection, which every model uses. Indexes are made by `assay migrate` only. */
export async function connectMongo(uri: string, options: MongoOptions): Promise<void> {
  mongoose.set('autoIndex', false);
  mongoose.set('autoCreate', false);
  const driverOptions: ConnectOptions & { connectionType: typeof FailFastConnection } = {
    connectionType: FailFastConnection,
    appName: options.appName,
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs,
    socketTimeoutMS: options.socketTimeoutMs ?? 0,
    // The driver imports `os` dynamically, which a jest sandbox refuses; handing it over works everywhere.
    runtimeAdapters: { os },
  };
  await mongoose.connect(uri, driverOptions);
  await startClockSync();
}

export async function disconnectMongo(): Promise<void> {
  stopClockSync();
  await mongoose.disconnect();
}

/** @throws the driver's error when no primary answers in time. */
export async function pingMongo(): Promise<void> {
  await mongoose.connection.db?.admin().command({ ping: 1 });
}

/** Runs `work` in one transaction: all of its writes happen, or none. `work` may run more than once. */
export async function inTransaction<Result>(
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  return mongoose.connection.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    }),
  );
}

/** Creates every collection and index that the loaded models declare. */
export async function createIndexes(): Promise<void> {
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}

/** MongoDB's code for a unique index that refuses a second document. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 11000;
}
