import type { ClientSession } from 'mongoose';
import { groupBy } from '../group-by';
import { gather } from '../mongo/gather';
import { keepFirst } from '../mongo/keep-first';
import type { ConversationSource, NewReply, StoredMessage, Transcript } from './conversation';
import { expiryUpdate, READ_TOGETHER } from './conversation.repository';
import { StoredMessageModel, type StoredMessageRecord } from './stored-message.model';

/** How many replies are written in one go. */
const SAVED_TOGETHER = 50;

/** Stores the messages of whole conversations. */
export async function insertMessages(
  transcripts: Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const records = transcripts.flatMap(({ conversation, messages }) =>
    messages.map((message) =>
      toRecord(message, {
        workspaceId: conversation.workspaceId,
        conversationType: conversation.type,
        experimentId: null,
        itemId: null,
        storedAt,
        expireAt: conversation.expireAt,
      }),
    ),
  );
  await StoredMessageModel.insertMany(records, { session, lean: true });
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
  session?: ClientSession,
): Promise<void> {
  await StoredMessageModel.deleteMany(
    { workspaceId, conversationId },
    session === undefined ? {} : { session },
  );
}

/** Stores a reply unless one is stored under its id, and answers the one that is stored then. */
export async function saveReplyMessage(reply: NewReply): Promise<StoredMessage> {
  const { workspaceId, experimentId, itemId, expireAt, message, ...rest } = reply;
  const { role, name, parts } = message;
  const stored: StoredMessage = { ...rest, role, name, parts, externalId: null, extra: null, isError: false };
  const record = toRecord(stored, {
    workspaceId,
    conversationType: 'experiment',
    experimentId,
    itemId,
    storedAt: new Date(),
    expireAt,
  });
  return toStoredMessage(await keepWithOthers(record));
}

const keepWithOthers = gather({ limit: SAVED_TOGETHER }, (records: StoredMessageRecord[]) =>
  keepFirst<StoredMessageRecord>(StoredMessageModel, records),
);

/** A reply of an experiment; concurrent calls share a query. */
export const findReplyMessage = gather(
  { limit: READ_TOGETHER },
  async (ids: string[]): Promise<(StoredMessage | null)[]> => {
    const records = await StoredMessageModel.find({
      _id: { $in: ids },
      experimentId: { $ne: null },
    }).lean<StoredMessageRecord[]>();
    const replies = new Map(records.map((record) => [record._id, toStoredMessage(record)]));
    return ids.map((id) => replies.get(id) ?? null);
  },
);

export async function deleteReplyMessages(
  workspaceId: string,
  experimentId: string,
  session?: ClientSession,
): Promise<void> {
  await StoredMessageModel.deleteMany(
    { workspaceId, experimentId },
    session === undefined ? {} : { session },
  );
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
): Promise<void> {
  await StoredMessageModel.updateMany({ workspaceId, conversationId }, { $set: { expireAt } });
}

type Surroundings = Omit<StoredMessageRecord, keyof StoredMessage | '_id'>;

function toRecord({ id, extra, ...message }: StoredMessage, surroundings: Surroundings): StoredMessageRecord {
  return { _id: id, ...message, extra: extra === null ? null : JSON.stringify(extra), ...surroundings };
}

function toStoredMessage(record: StoredMessageRecord): StoredMessage {
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
    createdAt: record.createdAt,
  };
}
