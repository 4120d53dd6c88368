import type { ClientSession } from 'mongoose';
import { groupBy } from '../group-by';
import { gather } from '../mongo/gather';
import { expiryUpdate } from '../mongo/retention';
import type { TimeLimit } from '../mongo/time-limit';
import type { ConversationSource, StoredMessage, Transcript } from './conversation';
import { READ_TOGETHER } from './conversation.repository';
import { messageCollection, StoredMessageModel, type StoredMessageRecord } from './stored-message.model';
import { toTagPairs } from './tag-pair';

/** Stores the messages of whole conversations. */
export async function insertMessages(
  transcripts: Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const records = transcripts.flatMap((transcript) => toRecords(transcript, storedAt));
  if (records.length > 0) await messageCollection().insertMany(records, { session });
}

/** Writes the messages of a conversation over what is stored under their ids. */
export async function saveMessages(
  transcript: Transcript,
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const writes = toRecords(transcript, storedAt).map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id, workspaceId: replacement.workspaceId }, replacement, upsert: true },
  }));
  if (writes.length > 0) await messageCollection().bulkWrite(writes, { session });
}

/** A conversation's own messages in no particular order, as the caller's transaction sees them. */
export async function listOwnMessages(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<StoredMessage[]> {
  const found = await messageCollection()
    .find({ workspaceId, conversationId, experimentId: null }, { session })
    .toArray();
  return found.map(toStoredMessage);
}

/** A conversation's own messages in order, without the replies of experiments. */
export function findMessages(workspaceId: string, conversationId: string): Promise<StoredMessage[]> {
  return findWithOthers({ workspaceId, conversationId });
}

// The worker reads one conversation for each of the items it has in flight.
const findWithOthers = gather(
  { limit: READ_TOGETHER },
  async (keys: { workspaceId: string; conversationId: string }[]) => {
    const records = await StoredMessageModel.find({
      workspaceId: { $in: [...new Set(keys.map(({ workspaceId }) => workspaceId))] },
      conversationId: { $in: keys.map(({ conversationId }) => conversationId) },
      experimentId: null,
    }).lean<StoredMessageRecord[]>();
    const byConversation = groupBy(records, (record) => record.conversationId);
    return keys.map(({ workspaceId, conversationId }) =>
      (byConversation.get(conversationId) ?? [])
        .filter((record) => record.workspaceId === workspaceId)
        .sort((first, second) => first.sequenceNumber - second.sequenceNumber)
        .map(toStoredMessage),
    );
  },
);

/** By conversation id, the own messages of each in order; a conversation without messages is left out. */
export async function findMessagesOfAll(
  workspaceId: string,
  conversationIds: readonly string[],
  timeLimit: TimeLimit,
): Promise<Map<string, StoredMessage[]>> {
  const found = await messageCollection()
    .find(
      { workspaceId, conversationId: { $in: [...conversationIds] }, experimentId: null },
      timeLimit.forOperation(),
    )
    .sort({ conversationId: 1, sequenceNumber: 1 })
    .toArray();
  return groupBy(found.map(toStoredMessage), ({ conversationId }) => conversationId);
}

/** By conversation id, the last message by the assistant; conversations without one are left out. */
export async function findLastReplies(
  workspaceId: string,
  conversationIds: string[],
): Promise<Map<string, ConversationSource['lastReply']>> {
  const found = await StoredMessageModel.aggregate<{
    _id: string;
    messageId: string;
    generation: StoredMessage['generation'];
  }>([
    {
      $match: {
        workspaceId,
        conversationId: { $in: conversationIds },
        experimentId: null,
        role: 'assistant',
      },
    },
    { $sort: { conversationId: 1, sequenceNumber: 1 } },
    {
      $group: { _id: '$conversationId', messageId: { $last: '$_id' }, generation: { $last: '$generation' } },
    },
  ]);
  return new Map(found.map(({ _id, ...lastReply }) => [_id, lastReply]));
}

/** Also deletes the replies that experiments wrote to the conversation. */
export async function deleteMessages(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<void> {
  await StoredMessageModel.deleteMany({ workspaceId, conversationId }, { session });
}

export async function deleteMessagesById(
  workspaceId: string,
  ids: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (ids.length > 0)
    await messageCollection().deleteMany({ _id: { $in: [...ids] }, workspaceId }, { session });
}

/** Gives every stored message of a workspace a new end of life; null days keep them for ever. */
export async function setMessageRetention(workspaceId: string, days: number | null): Promise<void> {
  await StoredMessageModel.updateMany({ workspaceId }, expiryUpdate(days), { updatePipeline: true });
}

/** Gives every message of a conversation, and every reply to it, one end of life; null keeps them for ever. */
export async function setMessageExpiry(
  workspaceId: string,
  conversationId: string,
  expireAt: Date | null,
  session?: ClientSession,
): Promise<void> {
  await StoredMessageModel.updateMany(
    { workspaceId, conversationId },
    { $set: { expireAt } },
    session === undefined ? {} : { session },
  );
}

function toRecords({ conversation, messages }: Transcript, storedAt: Date): StoredMessageRecord[] {
  const { workspaceId, type, tags, expireAt } = conversation;
  const surroundings = {
    workspaceId,
    conversationType: type,
    experimentId: null,
    itemId: null,
    tags: toTagPairs(tags),
    storedAt,
    expireAt,
  };
  return messages.map((message) => toRecord(message, surroundings));
}

type Surroundings = Omit<StoredMessageRecord, keyof StoredMessage | '_id'>;

export function toRecord(
  { id, extra, ...message }: StoredMessage,
  surroundings: Surroundings,
): StoredMessageRecord {
  return { _id: id, ...message, extra: extra === null ? null : JSON.stringify(extra), ...surroundings };
}

export function toStoredMessage(record: StoredMessageRecord): StoredMessage {
  return {
    id: record._id,
    conversationId: record.conversationId,
    externalId: record.externalId,
    sequenceNumber: record.sequenceNumber,
    role: record.role,
    name: record.name,
    parts: record.parts,
    extra: record.extra === null ? null : (JSON.parse(record.extra) as Record<string, unknown>),
    generation: record.generation,
    isError: record.isError,
    // What was stored before messages had facts has none.
    agentName: record.agentName ?? null,
    toolCalls: record.toolCalls ?? [],
    toolResults: record.toolResults ?? [],
    toolNames: record.toolNames ?? [],
    verdicts: record.verdicts ?? [],
    createdAt: record.createdAt,
  };
}
