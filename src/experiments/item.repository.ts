import type { ClientSession, mongo } from 'mongoose';
import { gather } from '../mongo/gather';
import type { ComparedItem } from './comparison/pairing';
import { type ExperimentItem, emptySide, type ItemStatus, openItemStatuses } from './experiment';
import { ExperimentItemModel, type StoredItem } from './experiment.model';
import type { TallyItem } from './tally';

/** How many items are changed in one go. */
const CHANGED_TOGETHER = 50;

/**
 * The server hands out items one by one, a few milliseconds apart. Begun together they stay together, and share
 * the round trips of all their steps, for a wait that is nothing beside the call of a language model.
 */
const BEGIN_WAIT_MS = 25;

interface ItemChange {
  id: string;
  change: mongo.UpdateFilter<StoredItem>;
}

/** Which items of an experiment are listed. */
export interface ItemSelection {
  /** Only those after it. */
  position: number;
  limit: number;
  /** Null: in any. */
  status: ItemStatus | null;
}

function toItem({ _id, ...rest }: StoredItem): ExperimentItem {
  return { id: _id, ...rest };
}

export async function insertItems(items: ExperimentItem[], session: ClientSession): Promise<void> {
  const documents = items.map(({ id, ...item }) => ({ _id: id, ...item }));
  await ExperimentItemModel.insertMany(documents, { session });
}

export async function findItem(experimentId: string, id: string): Promise<ExperimentItem | null> {
  const found = await ExperimentItemModel.findOne({ _id: id, experimentId }).lean<StoredItem>();
  return found === null ? null : toItem(found);
}

/** Items after `position`, in order. */
export async function listItems(
  experimentId: string,
  { position, limit, status }: ItemSelection,
): Promise<ExperimentItem[]> {
  const inStatus = status === null ? {} : { status };
  const found = await ExperimentItemModel.find({ experimentId, ...inStatus, position: { $gt: position } })
    .sort({ position: 1 })
    .limit(limit)
    .lean<StoredItem[]>();
  return found.map(toItem);
}

/** What a comparison needs of every item, in order. */
export async function listComparedItems(experimentId: string): Promise<ComparedItem[]> {
  const found = await ExperimentItemModel.find(
    { experimentId },
    {
      position: 1,
      conversationId: 1,
      'reply.messageId': 1,
      'reply.evaluationId': 1,
      'reply.findings': 1,
    },
  )
    .sort({ position: 1 })
    .batchSize(500) // decoding all 10,000 at once would hold up other requests
    .lean<(Omit<ComparedItem, 'id'> & { _id: string })[]>();
  return found.map(({ _id, ...item }) => ({ id: _id, ...item }));
}

export async function listOpenItemIds(
  experimentId: string,
  position: number,
  limit: number,
): Promise<{ itemId: string; position: number }[]> {
  const found = await ExperimentItemModel.find(
    { experimentId, position: { $gt: position }, status: { $in: openItemStatuses } },
    { position: 1 },
  )
    .sort({ position: 1 })
    .limit(limit)
    .lean<{ _id: string; position: number }[]>();
  return found.map(({ _id, position: at }) => ({ itemId: _id, position: at }));
}

/** Begins an attempt of an item that has not ended, and answers the item; null when it has, or is gone. */
export function beginAttempt(id: string, status: ItemStatus): Promise<ExperimentItem | null> {
  return beginWithOthers({ id, status });
}

const beginWithOthers = gather(
  { limit: CHANGED_TOGETHER, waitMs: BEGIN_WAIT_MS },
  async (attempts: { id: string; status: ItemStatus }[]): Promise<(ExperimentItem | null)[]> => {
    await changeOpenItems(
      attempts.map(({ id, status }) => ({ id, change: { $set: { status }, $inc: { attempts: 1 } } })),
    );
    // An item that ends in between is found ended, and its attempt has nothing to do any more.
    const found = await ExperimentItemModel.find({
      _id: { $in: attempts.map(({ id }) => id) },
      status: { $in: openItemStatuses },
    }).lean<StoredItem[]>();
    const items = new Map(found.map((item) => [item._id, toItem(item)]));
    return attempts.map(({ id }) => items.get(id) ?? null);
  },
);

/** Changes an item unless it has ended, so that a late attempt cannot overwrite a result. */
export function changeOpenItem(id: string, fields: Partial<Omit<ExperimentItem, 'id'>>): Promise<void> {
  return changeWithOthers({ id, change: { $set: fields } });
}

const changeWithOthers = gather<ItemChange, void>({ limit: CHANGED_TOGETHER }, async (changes) => {
  await changeOpenItems(changes);
  return changes.map(() => undefined);
});

/**
 * In the order given, each guarded on its own. They go to the driver directly: every item waits for several of
 * these, and mongoose's casting costs more than the write, for values whose types the compiler has checked.
 */
async function changeOpenItems(changes: ItemChange[]): Promise<void> {
  const collection = ExperimentItemModel.db.collection<StoredItem>(ExperimentItemModel.collection.name);
  await collection.bulkWrite(
    changes.map(({ id, change }) => ({
      updateOne: { filter: { _id: id, status: { $in: openItemStatuses } }, update: change },
    })),
  );
}

/** Ends every open item of an experiment as failed. */
export async function failOpenItems(
  experimentId: string,
  error: { code: string; message: string },
): Promise<void> {
  await ExperimentItemModel.updateMany(
    { experimentId, status: { $in: openItemStatuses } },
    { $set: { status: 'failed' satisfies ItemStatus, error, completedAt: new Date() } },
  );
}

/** Makes the failed items of an experiment pending again; tells how many there were. */
export async function reopenFailedItems(experimentId: string, session: ClientSession): Promise<number> {
  const { modifiedCount } = await ExperimentItemModel.updateMany(
    { experimentId, status: 'failed' satisfies ItemStatus },
    {
      $set: { status: 'pending' satisfies ItemStatus, error: null, completedAt: null, transientFailures: 0 },
    },
    { session },
  );
  return modifiedCount;
}

export async function deleteItems(experimentId: string, session: ClientSession): Promise<void> {
  await ExperimentItemModel.deleteMany({ experimentId }, { session });
}

/**
 * The numbers of every item, from one point in time: without the snapshot an item whose status changes
 * during the scan could be seen twice or not at all.
 */
export function streamTallyItems(experimentId: string): AsyncIterable<TallyItem> {
  return ExperimentItemModel.find(
    { experimentId },
    { _id: 0, status: 1, reply: 1, baseline: 1, evaluationsExpected: 1, evaluationsReceived: 1 },
  )
    .setOptions({ readConcern: { level: 'snapshot' } })
    .lean<TallyItem[]>()
    .cursor({ batchSize: 2000 }) as AsyncIterable<TallyItem>;
}

/** An item as it is before its run. */
export function makeItem(
  facts: Pick<
    ExperimentItem,
    | 'id'
    | 'workspaceId'
    | 'experimentId'
    | 'position'
    | 'conversationId'
    | 'sourcePreview'
    | 'baseline'
    | 'evaluationsExpected'
    | 'createdAt'
  >,
): ExperimentItem {
  return {
    ...facts,
    status: 'pending',
    attempts: 0,
    transientFailures: 0,
    error: null,
    reply: emptySide,
    evaluationsReceived: 0,
    completedAt: null,
  };
}
