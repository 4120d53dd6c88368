import type { ClientSession, QueryFilter } from 'mongoose';
import { gather } from '../mongo/gather';
import { newestFirst } from '../mongo/keyset';
import type { TimePosition } from '../time-position';
import type { Conversation, ConversationFilter } from './conversation';
import { ConversationModel, type ConversationRecord } from './conversation.model';
import type { ToolDefinition } from './message';

/** How many conversations are read in one go; a conversation may have megabytes. */
export const READ_TOGETHER = 20;

/** The records are whole and of the types the compiler has checked: casting them again would cost more than storing them. */
export async function insertConversations(
  conversations: Conversation[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  const records = conversations.map((conversation) => toRecord(conversation, storedAt));
  await ConversationModel.insertMany(records, { session, lean: true });
}

export function findConversation(workspaceId: string, id: string): Promise<Conversation | null> {
  return findWithOthers({ workspaceId, id });
}

// The worker reads one conversation for each of the items it has in flight.
const findWithOthers = gather(
  { limit: READ_TOGETHER },
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

/** Id and preview of those of `ids` that are conversations of the workspace. */
export async function findPreviews(workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const found = await ConversationModel.find({ _id: { $in: ids }, workspaceId }, { preview: 1 }).lean<
    Pick<ConversationRecord, '_id' | 'preview'>[]
  >();
  return new Map(found.map((record) => [record._id, record.preview]));
}

/** At most `limit` conversations that come after a position, newest first. */
export async function listConversations(
  workspaceId: string,
  filter: ConversationFilter,
  limit: number,
  after: TimePosition | null,
): Promise<Conversation[]> {
  const page = newestFirst(after);
  const records = await ConversationModel.find({ ...toQuery(workspaceId, filter), ...page.filter })
    .sort(page.sort)
    .limit(limit)
    .lean<ConversationRecord[]>();
  return records.map(toConversation);
}

/** True when there was such a conversation. */
export async function deleteConversation(
  workspaceId: string,
  id: string,
  session: ClientSession,
): Promise<boolean> {
  const { deletedCount } = await ConversationModel.deleteOne({ _id: id, workspaceId }, { session });
  return deletedCount > 0;
}

/** Gives every stored conversation of a workspace a new end of life; null days keep them for ever. */
export async function setConversationRetention(workspaceId: string, days: number | null): Promise<void> {
  await ConversationModel.updateMany({ workspaceId }, expiryUpdate(days), { updatePipeline: true });
}

/** An update pipeline that sets `expireAt` to `days` after `storedAt`. */
export function expiryUpdate(days: number | null) {
  const expireAt =
    days === null ? null : { $dateAdd: { startDate: '$storedAt', unit: 'day' as const, amount: days } };
  return [{ $set: { expireAt } }];
}

function toQuery(workspaceId: string, filter: ConversationFilter): QueryFilter<ConversationRecord> {
  const query: QueryFilter<ConversationRecord> = { workspaceId, type: { $in: filter.types } };
  if (filter.externalId !== null) query.externalId = filter.externalId;
  if (filter.tag !== null) query.tags = { $elemMatch: filter.tag };
  if (filter.model !== null) query.models = filter.model;
  const createdAt = {
    ...(filter.createdFrom === null ? {} : { $gte: filter.createdFrom }),
    ...(filter.createdTo === null ? {} : { $lt: filter.createdTo }),
  };
  if (Object.keys(createdAt).length > 0) query.createdAt = createdAt;
  return query;
}

function toRecord(conversation: Conversation, storedAt: Date): ConversationRecord {
  const { id, tags, tools, ...rest } = conversation;
  const pairs = Object.entries(tags).map(([key, value]) => ({ key, value }));
  return { _id: id, ...rest, tags: pairs, tools: JSON.stringify(tools), storedAt };
}

function toConversation(record: ConversationRecord): Conversation {
  const { _id, tags, tools, storedAt: _storedAt, ...rest } = record;
  return {
    id: _id,
    ...rest,
    tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])),
    tools: JSON.parse(tools) as ToolDefinition[],
  };
}
