import os from 'node:os';
import type { Duplex } from 'node:stream';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import mongoose, {
  type ClientSession,
  type ConnectOptions,
  type IndexDefinition,
  type IndexOptions,
  type mongo,
} from 'mongoose';
import { toConnectionFailure } from './connection-failure';
import { driverDatabase } from './driver';
import { startClockSync, stopClockSync } from './server-clock';

export interface MongoOptions {
  appName: string;
  /**
   * Milliseconds an operation waits for a primary. Short for a server that responds to people (503), long for
   * a worker, where waiting for a restart is cheaper than repeating a model call.
   */
  serverSelectionTimeoutMs: number;
  /**
   * Milliseconds without a response after which an operation fails, so that a hanging peer does not block us.
   * Default: never.
   */
  socketTimeoutMs?: number;
}

/**
 * Connects mongoose's default connection, which every model uses. Only `assay migrate` creates indexes.
 * @throws Error of one line that names the setting
 */
export async function connectMongo(uri: string, options: MongoOptions): Promise<void> {
  mongoose.set('autoIndex', false);
  mongoose.set('autoCreate', false);
  const driverOptions: ConnectOptions & { connectionType: typeof FailFastConnection } = {
    connectionType: FailFastConnection,
    appName: options.appName,
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs,
    socketTimeoutMS: options.socketTimeoutMs ?? 0,
    // The driver imports `os` dynamically, which a Jest sandbox rejects; passing it in works everywhere.
    runtimeAdapters: { os },
  };
  await mongoose.connect(uri, driverOptions).catch((error: unknown) => {
    throw toConnectionFailure(error);
  });
  await startClockSync();
}

export async function disconnectMongo(): Promise<void> {
  stopClockSync();
  await mongoose.disconnect();
}

/** @throws the driver's error when no primary responds in time */
export async function pingMongo(): Promise<void> {
  await driverDatabase().admin().command({ ping: 1 });
}

/**
 * Runs `work` in one transaction: all of its writes are committed, or none. `work` may run more than once.
 */
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
  // Each waits for the replica set. MongoDB limits how many it builds at once.
  await Promise.all(
    Object.values(mongoose.models).map(async (model) => {
      const indexes = model.schema.indexes();
      if (indexes.length === 0) await model.createCollection();
      // One command creates the collection with all of its indexes; Mongoose would send one per index.
      else await model.collection.createIndexes(indexes.map(toIndexDescription));
    }),
  );
}

function toIndexDescription([key, { background: _, ...options }]: [IndexDefinition, IndexOptions]) {
  return { key: key as mongo.IndexSpecification, ...options } as mongo.IndexDescription;
}

/** Whether a unique index rejected a second document. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 11000;
}

/**
 * A driver connection on which no write waits forever. The driver (7.8 and 7.9) waits for the socket's
 * `drain` after a write that exceeded the socket's buffer. A socket that is closed meanwhile, by its peer or
 * by the driver's timeout, never emits `drain`, so the operation never ends. Such a write must also fail with
 * the connection's error: the driver neither retries the socket's own error nor treats it as a lost
 * connection.
 */
class FailFastConnection extends Connection {
  constructor(socket: Duplex, options: object) {
    super(socket, options);
    // The driver checks whether the connection is still open after `drain`.
    this.once('close', () => socket.emit('drain'));
  }

  protected override async writeCommand(command: object, options: object): Promise<void> {
    try {
      await super.writeCommand(command, options);
    } catch (error) {
      throw this.error ?? error;
    }
  }
}
