import type { ClientSession } from 'mongoose';
import { driverCollection } from '../platform/mongo/driver';
import { createConversationRetention } from '../platform/mongo/retention';
import type { SharedText, SharedTexts } from './record-content';
import { type SpanText, SpanTextModel } from './span-text.model';

interface Life {
  storedAt: Date;
  expireAt: Date | null;
}

const idOf = (workspaceId: string, conversationId: string, digest: string) =>
  `${workspaceId}/${conversationId}/${digest}`;
const digestOf = ({ _id }: { _id: string }) => _id.slice(_id.lastIndexOf('/') + 1);

/** The texts of conversations by id and digest. */
export async function listTexts(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, Map<string, SharedText>>> {
  const texts = new Map<string, Map<string, SharedText>>();
  if (conversationIds.length === 0) return texts;
  const found = driverCollection<SpanText>(SpanTextModel).find(
    { workspaceId, conversationId: { $in: [...conversationIds] } },
    { session, projection: { conversationId: 1, content: 1, bytes: 1 } },
  );
  for await (const text of found) {
    const ofConversation = texts.get(text.conversationId) ?? new Map<string, SharedText>();
    texts.set(text.conversationId, ofConversation.set(digestOf(text), text));
  }
  return texts;
}

/** Those of the digests of which a conversation has the text, with the time since which it has it. */
export async function findKnownDigests(
  workspaceId: string,
  conversationId: string,
  digests: Iterable<string>,
  session: ClientSession,
): Promise<Map<string, Date>> {
  const ids = [...digests].map((digest) => idOf(workspaceId, conversationId, digest));
  if (ids.length === 0) return new Map();
  const found = driverCollection<SpanText>(SpanTextModel).find(
    { _id: { $in: ids } },
    { session, projection: { storedAt: 1 } },
  );
  return new Map((await found.toArray()).map((text) => [digestOf(text), text.storedAt]));
}

// Less than any retention; more often would write a whole history for each span.
const RENEWED_AFTER_MS = 3_600_000;

/** Stores those texts that the conversation does not have. The others live as long as their latest record. */
export async function saveTexts(
  workspaceId: string,
  conversationId: string,
  texts: SharedTexts,
  life: Life,
  session: ClientSession,
): Promise<void> {
  const known = await findKnownDigests(workspaceId, conversationId, texts.keys(), session);
  const aging = [...known].filter(([, storedAt]) => +life.storedAt - +storedAt > RENEWED_AFTER_MS);
  if (aging.length > 0) {
    const ids = aging.map(([digest]) => idOf(workspaceId, conversationId, digest));
    await SpanTextModel.updateMany({ _id: { $in: ids }, workspaceId }, { $set: life }, { session });
  }
  const added = [...texts].filter(([digest]) => !known.has(digest));
  if (added.length === 0) return;
  await driverCollection<SpanText>(SpanTextModel).insertMany(
    added.map(([digest, { content, bytes }]) => ({
      _id: idOf(workspaceId, conversationId, digest),
      workspaceId,
      conversationId,
      content,
      bytes,
      ...life,
    })),
    { session, ordered: false },
  );
}

/** By conversation id, the bytes of its texts; conversations without texts are left out. */
export async function measureTexts(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, number>> {
  const found = await SpanTextModel.aggregate<{ _id: string; bytes: number }>([
    { $match: { workspaceId, conversationId: { $in: [...conversationIds] } } },
    { $group: { _id: '$conversationId', bytes: { $sum: '$bytes' } } },
  ]).session(session);
  return new Map(found.map(({ _id, bytes }) => [_id, bytes]));
}

/** Updates the expiry of conversations' texts to that of the conversations. */
export async function renewTexts(
  workspaceId: string,
  conversationIds: readonly string[],
  life: Life,
  session: ClientSession,
): Promise<void> {
  await SpanTextModel.updateMany(
    { workspaceId, conversationId: { $in: [...conversationIds] } },
    { $set: life },
    { session },
  );
}

/** Deletes texts of a conversation; all of them without `digests`. */
export async function deleteTexts(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
  digests?: readonly string[],
): Promise<void> {
  const ids = digests?.map((digest) => idOf(workspaceId, conversationId, digest));
  const some = ids === undefined ? {} : { _id: { $in: ids } };
  await SpanTextModel.deleteMany({ workspaceId, conversationId, ...some }, { session });
}

/** The texts of a workspace, for a changed retention. */
export const spanTextRetention = createConversationRetention(() => driverCollection(SpanTextModel));
