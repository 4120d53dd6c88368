import mongoose, { type ClientSession } from 'mongoose';
import { driverDatabase } from './driver';
import type { TimeLimit } from './time-limit';

// SnapshotTooOld and SnapshotUnavailable: the snapshot is gone, or not available while collections change.
const UNREADABLE_SNAPSHOT = new Set([239, 246]);
const ATTEMPTS = 3;

/**
 * Runs `work` in a snapshot session: all its reads see one point in time that includes every acknowledged
 * write, and everything that any process has read before.
 */
export async function withSnapshot<Result>(
  work: (session: ClientSession) => Promise<Result>,
  limit?: TimeLimit,
): Promise<Result> {
  await awaitCommit(limit);
  for (let attempt = 1; ; attempt += 1) {
    const session = await mongoose.connection.startSession({ snapshot: true });
    try {
      return await work(session);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code !== 'number' || !UNREADABLE_SNAPSHOT.has(code) || attempt === ATTEMPTS) throw error;
    } finally {
      await session.endSession();
    }
  }
}

/**
 * Resolves when the majority has committed every write that is visible now. Other reads return a write before
 * that, but snapshots do not. A write that changes nothing waits for the latest entry of the oplog, whichever
 * client wrote it (jstests/replsets/lastop.js of the server). The collection does not exist.
 */
async function awaitCommit(limit: TimeLimit | undefined): Promise<void> {
  await driverDatabase()
    .collection('none')
    .updateOne(
      { changed: false },
      { $set: { changed: true } },
      { writeConcern: { w: 'majority' }, ...limit?.forOperation() },
    );
}
