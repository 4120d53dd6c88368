import mongoose, { type ClientSession } from 'mongoose';

// Of error codes that say the moment cannot be read any more, or not yet because collections change just now.
const UNREADABLE_SNAPSHOT = new Set([239, 246]);
const ATTEMPTS = 3;

/** Lets every read of `work` that is given the session see the database as of one moment, after all that is acknowledged. */
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
