import mongoose, { type ClientSession } from 'mongoose';

// SnapshotTooOld and SnapshotUnavailable: the snapshot is gone, or not available while collections change.
const UNREADABLE_SNAPSHOT = new Set([239, 246]);
const ATTEMPTS = 3;

/**
 * Runs `work` in a snapshot session: all its reads see one point in time that includes every acknowledged
 * write.
 */
export async function withSnapshot<Result>(
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
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
