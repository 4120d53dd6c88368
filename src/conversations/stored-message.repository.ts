import type { ClientSession } from 'mongoose';
import type { ConversationSource, NewReply, StoredMessage, Transcript } from './conversation';
import { expiryUpdate } from './conversation.repository';
import { StoredMessageModel, type StoredMessageRecord } from './stored-message.model';

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
  await StoredMessageModel.insertMany(records, { session });
}

/** A conversation's own messages in order, without the replies of experiments. */
export async function findMessages(workspaceId: string, conversationId: string): Promise<StoredMessage[]> {
  const records = await StoredMessageModel.find({ workspaceId, conversationId, experimentId: null })
    .sort({ sequenceNumber: 1 })
    .lean<StoredMessageRecord[]>();
  return records.map(toStoredMessage);
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

/** Keyed by the reply's id: a repeated attempt rewrites its own document. */
export async function saveReplyMessage(reply: NewReply): Promise<void> {
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
  await StoredMessageModel.replaceOne({ _id: reply.id, workspaceId }, record, {
    upsert: true,
    runValidators: true,
  });
}

export async function findReplyMessage(id: string): Promise<StoredMessage | null> {
  const record = await StoredMessageModel.findOne({
    _id: id,
    experimentId: { $ne: null },
  }).lean<StoredMessageRecord>();
  return record === null ? null : toStoredMessage(record);
}

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
