import type { ClientSession } from 'mongoose';
import { driverCollection } from '../platform/mongo/driver';
import type { SharedText, SharedTexts } from './record-content';
import { type SpanText, SpanTextModel } from './span-text.model';

/** Documents that are read with one command; by default it would be 101. */
export const READ_BATCH_SIZE = 1000;

/** Ids in one command, which MongoDB limits to 16 MiB. */
const MAX_IDS = 10_000;

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
    { session, projection: { conversationId: 1, content: 1, bytes: 1 }, batchSize: READ_BATCH_SIZE },
  );
  for await (const text of found) {
    const ofConversation = texts.get(text.conversationId) ?? new Map<string, SharedText>();
    texts.set(text.conversationId, ofConversation.set(digestOf(text), text));
  }
  return texts;
}

/** By conversation, those of the digests of which it has the text, with the time since which it has it. */
export async function findKnownDigests(
  workspaceId: string,
  digests: ReadonlyMap<string, readonly string[]>,
  session: ClientSession,
): Promise<Map<string, Map<string, Date>>> {
  const known = new Map<string, Map<string, Date>>();
  const ids = [...digests].flatMap(([conversationId, ofConversation]) =>
    ofConversation.map((digest) => idOf(workspaceId, conversationId, digest)),
  );
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const found = driverCollection<SpanText>(SpanTextModel).find(
      { _id: { $in: ids.slice(start, start + MAX_IDS) }, workspaceId },
      { session, projection: { conversationId: 1, storedAt: 1 }, batchSize: READ_BATCH_SIZE },
    );
    for await (const text of found) {
      const ofConversation = known.get(text.conversationId) ?? new Map<string, Date>();
      known.set(text.conversationId, ofConversation.set(digestOf(text), text.storedAt));
    }
  }
  return known;
}

// Less than any retention; more often would write a whole history for each span.
const RENEWED_AFTER_MS = 3_600_000;

/**
 * Stores those of the texts, given by conversation, that the conversation does not have. The others live as long as their
 * latest record.
 */
export async function saveTexts(
  workspaceId: string,
  texts: ReadonlyMap<string, SharedTexts>,
  life: Life,
  session: ClientSession,
): Promise<void> {
  const digests = new Map([...texts].map(([id, ofConversation]) => [id, [...ofConversation.keys()]]));
  const known = await findKnownDigests(workspaceId, digests, session);
  const aging = [...known].flatMap(([id, ofConversation]) =>
    [...ofConversation]
      .filter(([, storedAt]) => +life.storedAt - +storedAt > RENEWED_AFTER_MS)
      .map(([digest]) => idOf(workspaceId, id, digest)),
  );
  for (let start = 0; start < aging.length; start += MAX_IDS) {
    const _id = { $in: aging.slice(start, start + MAX_IDS) };
    await SpanTextModel.updateMany({ _id, workspaceId }, { $set: life }, { session });
  }
  const added = [...texts].flatMap(([conversationId, ofConversation]) =>
    [...ofConversation]
      .filter(([digest]) => !known.get(conversationId)?.has(digest))
      .map(([digest, { content, bytes }]) => ({
        _id: idOf(workspaceId, conversationId, digest),
        workspaceId,
        conversationId,
        content,
        bytes,
        ...life,
      })),
  );
  if (added.length === 0) return;
  await driverCollection<SpanText>(SpanTextModel).insertMany(added, { session, ordered: false });
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

/** Deletes texts of a conversation by their digests. */
export async function deleteTexts(
  workspaceId: string,
  conversationId: string,
  digests: readonly string[],
  session: ClientSession,
): Promise<void> {
  const ids = digests.map((digest) => idOf(workspaceId, conversationId, digest));
  await SpanTextModel.deleteMany({ _id: { $in: ids }, workspaceId }, { session });
}
