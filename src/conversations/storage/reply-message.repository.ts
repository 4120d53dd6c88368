import { currentTime } from '../../platform/clock';
import { createBatcher } from '../../platform/mongo/batcher';
import { insertIfAbsent } from '../../platform/mongo/insert-if-absent';
import type { NewReply, SavedReply, StoredMessage } from '../transcript/conversation';
import { factsOf } from '../transcript/message-facts';
import { READ_BATCH_SIZE } from './conversation.repository';
import { StoredMessageModel, type StoredMessageRecord } from './stored-message.model';
import { toRecord, toStoredMessage } from './stored-message.repository';
import { toTagPairs } from './tag-pair';

/** Replies that are written in one batch. */
const SAVE_BATCH_SIZE = 50;

/** Stores a reply unless one is stored under its id; returns the stored one. */
export async function saveReplyMessage(reply: NewReply): Promise<SavedReply> {
  const { workspaceId, experimentId, itemId, tryId, expireAt, tags, message, ...rest } = reply;
  const { role, name, parts } = message;
  const stored: StoredMessage = {
    ...rest,
    role,
    name,
    parts,
    externalId: null,
    extra: null,
    isError: false,
    agentName: reply.agentName ?? null,
    promptVersion: reply.promptVersion ?? null,
    ...factsOf(message),
    verdicts: [],
  };
  const record = toRecord(stored, {
    workspaceId,
    conversationType: 'experiment',
    experimentId,
    itemId,
    ...(tryId !== undefined && { tryId }),
    tags: toTagPairs(tags),
    storedAt: currentTime(),
    expireAt,
  });
  const saved = await insertBatched(record);
  return { ...toStoredMessage(saved), tryId: saved.tryId ?? null };
}

const insertBatched = createBatcher({ limit: SAVE_BATCH_SIZE }, (records: StoredMessageRecord[]) =>
  insertIfAbsent<StoredMessageRecord>(StoredMessageModel, records),
);

/** A reply of an experiment; concurrent calls share a query. */
export const findReplyMessage = createBatcher(
  { limit: READ_BATCH_SIZE },
  async (keys: { workspaceId: string; id: string }[]): Promise<(StoredMessage | null)[]> => {
    const records = await StoredMessageModel.find({
      _id: { $in: keys.map(({ id }) => id) },
      workspaceId: { $in: [...new Set(keys.map(({ workspaceId }) => workspaceId))] },
      experimentId: { $ne: null },
    }).lean<StoredMessageRecord[]>();
    const replies = new Map(records.map((record) => [record._id, record]));
    return keys.map(({ workspaceId, id }) => {
      const record = replies.get(id);
      return record?.workspaceId === workspaceId ? toStoredMessage(record) : null;
    });
  },
);
