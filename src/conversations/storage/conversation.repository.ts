import type { ClientSession, QueryFilter } from 'mongoose';
import type { ToolDefinition } from '../../../packages/formats';
import { parseJson, writeJson } from '../../../packages/text';
import { createBatcher } from '../../platform/mongo/batcher';
import { isDuplicateKey } from '../../platform/mongo/connection';
import { inSession } from '../../platform/mongo/driver';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { TimePosition } from '../../platform/time-position';
import type { MessageFilter } from '../message-filter/message-filter';
import type { Conversation } from '../transcript/conversation';
import { ConversationModel, type ConversationRecord, conversationCollection } from './conversation.model';
import type { ConversationFilter } from './conversation-filter';
import { withWord } from './conversation-search';
import { StoredMessageModel } from './stored-message.model';
import { toTagPairs } from './tag-pair';

/** The time limit of a read, and its snapshot session if any. */
export interface SnapshotRead {
  session?: ClientSession;
  limit: TimeLimit;
}

/** Conversations that are read in one batch; a conversation may have megabytes. */
export const READ_BATCH_SIZE = 20;

/** Extents that are read in one batch: their ids must fit into one command. */
const EXTENT_BATCH_SIZE = 10_000;

/** Uses the driver directly: the compiler has checked the types, and casting would cost more than storing. */
export async function insertConversations(
  conversations: Conversation[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const records = conversations.map((conversation) => toRecord(conversation, storedAt));
  if (records.length > 0) await conversationCollection().insertMany(records, { session });
}

/** By external id, a conversation of the workspace with it; of several, any. */
export async function findByExternalIds(
  workspaceId: string,
  externalIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const conversations = await conversationCollection()
    .find({ workspaceId, externalId: { $in: [...externalIds] } }, { session })
    .project<{ _id: string; externalId: string }>({ externalId: 1 })
    .toArray();
  return new Map(conversations.map(({ _id, externalId }) => [externalId, _id]));
}

/** The conversation that detections with an external id continue; null if there is none. */
export async function findContinued(
  workspaceId: string,
  externalId: string,
  session: ClientSession,
): Promise<Conversation | null> {
  const type = { $in: ['import', 'detection'] as const };
  const conversation = await conversationCollection().findOne({ workspaceId, externalId, type }, { session });
  return conversation === null ? null : toConversation(conversation);
}

/** Whether an import failed because another one stored the same external id concurrently. */
export function isTakenImportKey(error: unknown): boolean {
  const { keyPattern } = error as { keyPattern?: Record<string, unknown> };
  return isDuplicateKey(error) && keyPattern?.importKey !== undefined;
}

/** Replaces the conversations that are stored under their ids. */
export async function saveConversations(
  conversations: readonly Conversation[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const writes = conversations.map((conversation) => {
    const { _id, ...replacement } = toRecord(conversation, storedAt);
    return {
      replaceOne: { filter: { _id, workspaceId: conversation.workspaceId }, replacement, upsert: true },
    };
  });
  if (writes.length > 0) await conversationCollection().bulkWrite(writes, { session, ordered: false });
}

/** What the messages of a conversation copy from it, and when it was stored. */
export type CopiedFields = Pick<ConversationRecord, 'type' | 'tags' | 'storedAt' | 'expireAt'>;

/** By id, the existing conversations of the workspace among `ids`. */
export async function findCopiedFields(
  workspaceId: string,
  ids: readonly string[],
  session: ClientSession,
): Promise<Map<string, CopiedFields>> {
  const conversations = await conversationCollection()
    .find({ _id: { $in: [...ids] }, workspaceId }, { session })
    .project<CopiedFields & { _id: string }>({ type: 1, tags: 1, storedAt: 1, expireAt: 1 })
    .toArray();
  return new Map(conversations.map(({ _id, ...fields }) => [_id, fields]));
}

/** When a conversation was stored and when it expires; null when there is none. */
export async function findLifetime(
  workspaceId: string,
  id: string,
  session: ClientSession,
): Promise<{ storedAt: Date; expireAt: Date | null } | null> {
  const projection = { _id: 0, storedAt: 1, expireAt: 1 } as const;
  return conversationCollection().findOne<{ storedAt: Date; expireAt: Date | null }>(
    { _id: id, workspaceId },
    { session, projection },
  );
}

export function findConversation(workspaceId: string, id: string): Promise<Conversation | null> {
  return findBatched({ workspaceId, id });
}

// The worker reads one conversation for each of the items it has in flight.
const findBatched = createBatcher(
  { limit: READ_BATCH_SIZE },
  async (keys: { workspaceId: string; id: string }[]) => {
    const workspaceIds = new Set(keys.map(({ workspaceId }) => workspaceId));
    const records = await ConversationModel.find({
      _id: { $in: keys.map(({ id }) => id) },
      workspaceId: { $in: [...workspaceIds] },
    }).lean<ConversationRecord[]>();
    const byId = new Map(records.map((record) => [record._id, record]));
    return keys.map(({ workspaceId, id }) => {
      const record = byId.get(id);
      return record?.workspaceId === workspaceId ? toConversation(record) : null;
    });
  },
);

export type ConversationPreview = Pick<ConversationRecord, 'preview' | 'messageCount'>;

/** By id, the conversations of the workspace among `ids`. */
export async function findPreviews(
  workspaceId: string,
  ids: string[],
): Promise<Map<string, ConversationPreview>> {
  const conversations = await ConversationModel.find(
    { _id: { $in: ids }, workspaceId },
    { preview: 1, messageCount: 1 },
  ).lean<(ConversationPreview & { _id: string })[]>();
  return new Map(conversations.map(({ _id, ...preview }) => [_id, preview]));
}

/** By id, the times of the first and last own message of the existing conversations. */
export async function findExtents(
  workspaceId: string,
  ids: readonly string[],
  { session, limit }: SnapshotRead,
): Promise<Map<string, Pick<Conversation, 'firstMessageAt' | 'lastMessageAt'>>> {
  const extents = new Map<string, Pick<Conversation, 'firstMessageAt' | 'lastMessageAt'>>();
  for (let start = 0; start < ids.length; start += EXTENT_BATCH_SIZE) {
    const conversations = await conversationCollection()
      .find(
        { _id: { $in: ids.slice(start, start + EXTENT_BATCH_SIZE) }, workspaceId },
        { ...inSession(session), ...limit.forOperation() },
      )
      .project<Pick<ConversationRecord, '_id' | 'firstMessageAt' | 'lastMessageAt'>>({
        firstMessageAt: 1,
        lastMessageAt: 1,
      })
      .toArray();
    for (const { _id, firstMessageAt, lastMessageAt } of conversations)
      extents.set(_id, { firstMessageAt, lastMessageAt });
  }
  return extents;
}

/** A page of a list, newest first, after a position. */
export interface PageRequest {
  limit: number;
  after: TimePosition | null;
  timeLimit: TimeLimit;
}

/** The next conversations, newest first. */
export async function listConversations(
  workspaceId: string,
  filter: ConversationFilter,
  { limit, after, timeLimit }: PageRequest,
): Promise<Conversation[]> {
  const page = newestFirst(after);
  const records = await conversationCollection()
    .aggregate<ConversationRecord>(
      [
        { $match: { ...toQuery(workspaceId, filter), ...page.filter } },
        { $sort: page.sort },
        ...(filter.messages === null ? [] : withMessages(workspaceId, filter.messages)),
        { $limit: limit },
      ],
      timeLimit.forOperation(),
    )
    .toArray();
  return records.map(toConversation);
}

/** The ids of the first conversations that the list has, newest first. */
export async function listConversationIds(
  workspaceId: string,
  filter: ConversationFilter,
  limit: number,
  timeLimit: TimeLimit,
): Promise<string[]> {
  const conversations = await conversationCollection()
    .aggregate<{ _id: string }>(
      [
        { $match: toQuery(workspaceId, filter) },
        { $sort: newestFirst(null).sort },
        { $project: { _id: 1 } },
        ...(filter.messages === null ? [] : withMessages(workspaceId, filter.messages)),
        { $limit: limit },
      ],
      timeLimit.forOperation(),
    )
    .toArray();
  return conversations.map(({ _id }) => _id);
}

/** Selects conversations with a matching message; reads at most one message of each. */
function withMessages(workspaceId: string, { query }: MessageFilter) {
  const lookUp = {
    from: StoredMessageModel.collection.name,
    localField: '_id',
    foreignField: 'conversationId',
    pipeline: [{ $match: { $and: [{ workspaceId }, query] } }, { $limit: 1 }, { $project: { _id: 1 } }],
    as: 'selected',
  };
  return [{ $lookup: lookUp }, { $match: { 'selected.0': { $exists: true } } }, { $unset: 'selected' }];
}

/** Deletes a conversation and returns when it was stored; null when there is none. */
export async function deleteConversation(
  workspaceId: string,
  id: string,
  session: ClientSession,
): Promise<Date | null> {
  const conversation = await conversationCollection().findOneAndDelete(
    { _id: id, workspaceId },
    { session, projection: { storedAt: 1 } },
  );
  return conversation?.storedAt ?? null;
}

function toQuery(workspaceId: string, filter: ConversationFilter): QueryFilter<ConversationRecord> {
  const query: QueryFilter<ConversationRecord> = { workspaceId, type: { $in: filter.types } };
  if (filter.externalId !== null) query.externalId = filter.externalId;
  if (filter.tag !== null) query.tags = { $elemMatch: filter.tag };
  if (filter.model !== null) query.models = filter.model;
  if (filter.words.length > 0) query.$and = filter.words.map(withWord);
  const createdAt = {
    ...(filter.createdFrom === null ? {} : { $gte: filter.createdFrom }),
    ...(filter.createdTo === null ? {} : { $lt: filter.createdTo }),
  };
  if (Object.keys(createdAt).length > 0) query.createdAt = createdAt;
  // The replies of experiments may lie outside the time of the conversation's own messages.
  if (filter.messages !== null && !filter.messages.namesExperiments) {
    const { from, to } = filter.messages;
    if (from !== null) query.lastMessageAt = { $gte: from.at };
    if (to !== null) query.firstMessageAt = { $lte: to.at };
  }
  return query;
}

function toRecord(conversation: Conversation, storedAt: Date): ConversationRecord {
  const { id, tags, tools, ...rest } = conversation;
  const importKey = rest.type === 'import' ? rest.externalId : null;
  return {
    _id: id,
    ...rest,
    ...(importKey !== null && { importKey }),
    tags: toTagPairs(tags),
    tools: writeJson(tools),
    storedAt,
  };
}

function toConversation(record: ConversationRecord): Conversation {
  const { _id, tags, tools, storedAt: _storedAt, importKey: _importKey, ...rest } = record;
  return {
    id: _id,
    ...rest,
    tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])),
    tools: parseJson(tools) as ToolDefinition[],
  };
}
