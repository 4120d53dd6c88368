import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { inSession } from '../../platform/mongo/driver';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

/** The facts of a message that reviews of it copy. */
export type ReviewedMessage = Pick<
  StoredMessageRecord,
  'conversationId' | 'experimentId' | 'role' | 'createdAt' | 'storedAt' | 'expireAt'
> & { id: string };

type StoredReviewedMessage = Omit<ReviewedMessage, 'id'> & { _id: string };

const projection = {
  conversationId: 1,
  experimentId: 1,
  role: 1,
  createdAt: 1,
  storedAt: 1,
  expireAt: 1,
} as const;

// Messages per batch, after which the event loop serves others.
const READ_BATCH_SIZE = 2000;

/** A message of the workspace, by an experiment or not; null when there is none. */
export async function findReviewedMessage(
  workspaceId: string,
  id: string,
  session?: ClientSession,
): Promise<ReviewedMessage | null> {
  const message = await messageCollection().findOne<StoredReviewedMessage>(
    { _id: id, workspaceId },
    { projection, ...inSession(session) },
  );
  return message === null ? null : toReviewed(message);
}

/** Like `findReviewedMessage`, and conflicts with concurrent transactions that write the message. */
export async function findAndMarkReviewedMessage(
  workspaceId: string,
  id: string,
  session: ClientSession,
): Promise<ReviewedMessage | null> {
  const message = await messageCollection().findOneAndUpdate(
    { _id: id, workspaceId },
    { $set: { reviewedAt: currentTime() } },
    { projection, session },
  );
  return message === null ? null : toReviewed(message);
}

/** Selects messages with a completed verdict of some evaluator. */
export const isJudged = { 'verdicts.status': 'completed' };

/**
 * The replies that a query selects and that an evaluator has judged, in batches, in no particular order. `query` is a
 * MongoDB query and must not contain unchecked input.
 */
export async function* streamJudgedReplies(
  workspaceId: string,
  query: Record<string, unknown>,
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): AsyncGenerator<ReviewedMessage[]> {
  const cursor = messageCollection()
    .find(
      { $and: [{ workspaceId, role: 'assistant' }, isJudged, query] },
      { session, ...limit.forOperation() },
    )
    .batchSize(READ_BATCH_SIZE)
    .project<StoredReviewedMessage>(projection);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(toReviewed);
  } finally {
    await cursor.close();
  }
}

function toReviewed({ _id, ...facts }: StoredReviewedMessage): ReviewedMessage {
  return { id: _id, ...facts };
}
