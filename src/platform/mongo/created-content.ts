import mongoose, { type ClientSession } from 'mongoose';

/**
 * Inserts what a member creates, within the limits of its workspace.
 * @throws AppError not_found if the workspace was deleted; conflict beyond a limit; errors of `insert`
 */
export type CreateWithinLimits<Kind extends string> = (
  workspaceId: string,
  kind: Kind,
  session: ClientSession,
  insert: () => Promise<void>,
) => Promise<void>;

/** The size of a document in MongoDB, before compression. */
export function storedBytesOf(document: object): number {
  return mongoose.mongo.BSON.calculateObjectSize(document);
}
