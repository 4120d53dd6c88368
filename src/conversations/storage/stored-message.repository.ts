import type { ClientSession } from 'mongoose';
import { parseJson, writeJson } from '../../../packages/text';
import { groupBy } from '../../platform/group-by';
import { createBatcher } from '../../platform/mongo/batcher';
import type { MessageFrame } from '../transcript/changed-messages';
import type { OriginalReply, StoredMessage, Transcript } from '../transcript/conversation';
import { READ_BATCH_SIZE } from './conversation.repository';
import { messageCollection, StoredMessageModel, type StoredMessageRecord } from './stored-message.model';
import { toTagPairs } from './tag-pair';

/** Messages that are mapped per iteration of the event loop; a conversation may have a hundred thousand. */
const CURSOR_BATCH_SIZE = 500;

/** Stores the messages of whole conversations. */
export async function insertMessages(
  transcripts: Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const records = transcripts.flatMap((transcript) => toRecords(transcript, storedAt));
  if (records.length > 0) await messageCollection().insertMany(records, { session });
}

/** Stores messages of conversations, replacing those that are stored under their ids. */
export async function saveMessages(
  transcripts: readonly Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const records = transcripts.flatMap((transcript) => toRecords(transcript, storedAt));
  const writes = records.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id, workspaceId: replacement.workspaceId }, replacement, upsert: true },
  }));
  if (writes.length > 0) await messageCollection().bulkWrite(writes, { session, ordered: false });
}

/** Updates all fields of messages except parts and verdicts. */
export async function updateFrames(
  workspaceId: string,
  frames: readonly MessageFrame[],
  session: ClientSession,
): Promise<void> {
  const writes = frames.map(({ id, extra, ...frame }) => ({
    updateOne: {
      filter: { _id: id, workspaceId },
      update: { $set: { ...frame, extra: extra === null ? null : writeJson(extra) } },
    },
  }));
  if (writes.length > 0) await messageCollection().bulkWrite(writes, { session });
}

/** By conversation, its own messages in order, as the caller's transaction sees them. */
export async function listOwnMessages(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, StoredMessage[]>> {
  if (conversationIds.length === 0) return new Map();
  const messages = await messageCollection()
    .find(
      { workspaceId, conversationId: { $in: [...conversationIds] }, experimentId: null },
      { session, batchSize: CURSOR_BATCH_SIZE },
    )
    .toArray();
  const inOrder = messages
    .map(toStoredMessage)
    .sort((first, second) => first.sequenceNumber - second.sequenceNumber);
  return groupBy(inOrder, ({ conversationId }) => conversationId);
}

/** A conversation's own messages in order, without the replies of experiments. */
export function findMessages(workspaceId: string, conversationId: string): Promise<StoredMessage[]> {
  return findBatched({ workspaceId, conversationId });
}

// The worker reads one conversation for each of the items it has in flight.
const findBatched = createBatcher({ limit: READ_BATCH_SIZE }, async (keys: ConversationKey[]) => {
  const byConversation = new Map(keys.map((key) => [keyOf(key), [] as StoredMessage[]]));
  const cursor = messageCollection().find(ownMessagesOf(keys), { batchSize: CURSOR_BATCH_SIZE });
  for await (const record of cursor) byConversation.get(keyOf(record))?.push(toStoredMessage(record));
  return keys.map((key) =>
    (byConversation.get(keyOf(key)) ?? []).toSorted(
      (first, second) => first.sequenceNumber - second.sequenceNumber,
    ),
  );
});

/** The bytes of a conversation's own messages in the database. */
export function measureMessages(workspaceId: string, conversationId: string): Promise<number> {
  return measureBatched({ workspaceId, conversationId });
}

const measureBatched = createBatcher({ limit: READ_BATCH_SIZE }, async (keys: ConversationKey[]) => {
  const sizes = await messageCollection()
    .aggregate<{ _id: ConversationKey; bytes: number }>([
      { $match: ownMessagesOf(keys) },
      {
        $group: {
          _id: { workspaceId: '$workspaceId', conversationId: '$conversationId' },
          bytes: { $sum: { $bsonSize: '$$ROOT' } },
        },
      },
    ])
    .toArray();
  const byConversation = new Map(sizes.map(({ _id, bytes }) => [keyOf(_id), bytes]));
  return keys.map((key) => byConversation.get(keyOf(key)) ?? 0);
});

interface ConversationKey {
  workspaceId: string;
  conversationId: string;
}

const keyOf = ({ workspaceId, conversationId }: ConversationKey) => `${workspaceId}/${conversationId}`;

function ownMessagesOf(keys: readonly ConversationKey[]) {
  return {
    workspaceId: { $in: [...new Set(keys.map(({ workspaceId }) => workspaceId))] },
    conversationId: { $in: keys.map(({ conversationId }) => conversationId) },
    experimentId: null,
  };
}

/**
 * By conversation id, the last message by the assistant, if `amongIds` is given the last of these; conversations without
 * one are left out.
 */
export async function findLastReplies(
  workspaceId: string,
  conversationIds: string[],
  amongIds: readonly string[] | null,
): Promise<Map<string, OriginalReply>> {
  const replies = await StoredMessageModel.aggregate<OriginalReply & { _id: string }>([
    {
      $match: {
        workspaceId,
        conversationId: { $in: conversationIds },
        experimentId: null,
        role: 'assistant',
        ...(amongIds !== null && { _id: { $in: amongIds } }),
      },
    },
    { $sort: { conversationId: 1, sequenceNumber: 1 } },
    {
      $group: {
        _id: '$conversationId',
        messageId: { $last: '$_id' },
        sequenceNumber: { $last: '$sequenceNumber' },
        generation: { $last: '$generation' },
      },
    },
  ]);
  return new Map(replies.map(({ _id, ...reply }) => [_id, reply]));
}

/** The last user message of a conversation before a position; null if there is none. */
export async function findQuestionBefore(
  workspaceId: string,
  conversationId: string,
  sequenceNumber: number,
): Promise<StoredMessage | null> {
  const message = await messageCollection().findOne(
    {
      workspaceId,
      conversationId,
      experimentId: null,
      role: 'user',
      sequenceNumber: { $lt: sequenceNumber },
    },
    { sort: { sequenceNumber: -1 } },
  );
  return message === null ? null : toStoredMessage(message);
}

export async function deleteMessagesById(
  workspaceId: string,
  ids: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (ids.length > 0)
    await messageCollection().deleteMany({ _id: { $in: [...ids] }, workspaceId }, { session });
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
  return { _id: id, ...message, extra: extra === null ? null : writeJson(extra), ...surroundings };
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
    extra: record.extra === null ? null : (parseJson(record.extra) as Record<string, unknown>),
    generation: record.generation,
    isError: record.isError,
    agentName: record.agentName,
    promptVersion: record.promptVersion,
    toolCalls: record.toolCalls,
    toolResults: record.toolResults,
    toolNames: record.toolNames,
    verdicts: record.verdicts,
    createdAt: record.createdAt,
  };
}
