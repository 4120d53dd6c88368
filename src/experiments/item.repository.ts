import type { ClientSession, mongo } from 'mongoose';
import { currentTime } from '../platform/clock';
import { isSliceOver, nextSlice } from '../platform/concurrency/work-slices';
import { createBatcher } from '../platform/mongo/batcher';
import type { TimeLimit } from '../platform/mongo/time-limit';
import {
  type Experiment,
  type ExperimentItem,
  emptySide,
  type ItemFindings,
  type ItemStatus,
  openItemStatuses,
} from './experiment';
import { ExperimentItemModel, ofExecution, type StoredItem } from './experiment.model';
import type { ComparedItem } from './pairing';
import type { TallyItem } from './tally';

/** How many items are changed in one go. */
const CHANGE_BATCH_SIZE = 50;

/**
 * The server hands out items one by one, a few milliseconds apart. Begun together they stay together, and share
 * the round trips of all their steps, for a wait that is nothing beside the call of a language model.
 */
const BEGIN_WAIT_MS = 25;

/** A few milliseconds of encoding. */
const INSERT_BATCH_SIZE = 250;

/** Decoding all 10,000 items at once would hold up other requests. */
const DECODE_BATCH_SIZE = 500;

/** An item as an execution of its experiment works on it; once that has ended the item is no longer open to it. */
export type ExecutedItem = Pick<ExperimentItem, 'id' | 'executionNumber'>;

interface ItemChange extends ExecutedItem {
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

function itemCollection() {
  return ExperimentItemModel.db.collection<StoredItem>(ExperimentItemModel.collection.name);
}

function toItem({ _id, isCounted: _isCounted, ...rest }: StoredItem): ExperimentItem {
  return { id: _id, ...rest, executionNumber: rest.executionNumber ?? 0 };
}

/** Items go to the driver directly: mongoose's casting of 10,000 items takes seconds. */
export async function insertItems(items: readonly ExperimentItem[], session: ClientSession): Promise<void> {
  for (let start = 0; start < items.length; start += INSERT_BATCH_SIZE) {
    await nextSlice();
    const together = items.slice(start, start + INSERT_BATCH_SIZE);
    await itemCollection().insertMany(
      together.map(({ id, ...item }) => ({ _id: id, ...item })),
      { session },
    );
  }
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

/** What a comparison needs of every item, in order. The server counts: an item may have thousands of findings. */
export async function listComparedItems(experimentId: string, limit: TimeLimit): Promise<ComparedItem[]> {
  const cursor = itemCollection().aggregate<ComparedItem>(
    [
      { $match: { experimentId } },
      { $sort: { position: 1 } },
      {
        $project: {
          _id: 0,
          id: '$_id',
          position: 1,
          conversationId: 1,
          'reply.messageId': 1,
          'reply.evaluationId': 1,
          'reply.issueCount': {
            $cond: [{ $isArray: '$reply.findings' }, { $size: '$reply.findings' }, null],
          },
        },
      },
    ],
    { ...limit.forOperation(), batchSize: DECODE_BATCH_SIZE },
  );
  const items: ComparedItem[] = [];
  for await (const item of cursor) {
    if (isSliceOver()) await nextSlice(limit.signal);
    items.push(item);
  }
  return items;
}

/** The findings in the new replies of an experiment, in order. */
export async function listReplyFindings(experimentId: string): Promise<ItemFindings[]> {
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
    .batchSize(DECODE_BATCH_SIZE)
    .lean<(Omit<ItemFindings, 'id'> & { _id: string })[]>();
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

/** Begins an attempt at an item that is open to its execution, and returns the item; null when it is not. */
export function beginTry(item: ExecutedItem, status: ItemStatus): Promise<ExperimentItem | null> {
  return beginWithOthers({ ...item, status });
}

const beginWithOthers = createBatcher(
  { limit: CHANGE_BATCH_SIZE, waitMs: BEGIN_WAIT_MS },
  async (attempts: (ExecutedItem & { status: ItemStatus })[]): Promise<(ExperimentItem | null)[]> => {
    await changeOpenItems(
      attempts.map(({ status, ...item }) => ({
        ...item,
        change: { $set: { status }, $inc: { attempts: 1 } },
      })),
    );
    // An item that ends in between is found ended, and its attempt has nothing to do any more.
    const found = await ExperimentItemModel.find({
      _id: { $in: attempts.map(({ id }) => id) },
      status: { $in: openItemStatuses },
    }).lean<StoredItem[]>();
    const items = new Map(found.map((item) => [item._id, toItem(item)]));
    return attempts.map(({ id, executionNumber }) => {
      const item = items.get(id);
      return item?.executionNumber === executionNumber ? item : null;
    });
  },
);

/** Changes an item unless the execution, or the item in it, has ended: a late attempt cannot overwrite a result. */
export function changeOpenItem(
  { id, executionNumber }: ExecutedItem,
  fields: Partial<Omit<ExperimentItem, 'id' | 'executionNumber'>>,
): Promise<void> {
  return changeWithOthers({ id, executionNumber, change: { $set: fields } });
}

const changeWithOthers = createBatcher<ItemChange, void>({ limit: CHANGE_BATCH_SIZE }, async (changes) => {
  await changeOpenItems(changes);
  return changes.map(() => undefined);
});

/**
 * In the order given, each guarded on its own. They go to the driver directly: every item waits for several of
 * these, and mongoose's casting costs more than the write, for values whose types the compiler has checked.
 */
async function changeOpenItems(changes: ItemChange[]): Promise<void> {
  await itemCollection().bulkWrite(
    changes.map(({ id, executionNumber, change }) => ({
      updateOne: {
        filter: { _id: id, status: { $in: openItemStatuses }, ...ofExecution(executionNumber) },
        update: change,
      },
    })),
  );
}

/** Ends every item as failed that is still open to an execution of an experiment. */
export async function failOpenItems(
  { id: experimentId, executionNumber }: Pick<Experiment, 'id' | 'executionNumber'>,
  error: { code: string; message: string },
): Promise<void> {
  await ExperimentItemModel.updateMany(
    { experimentId, status: { $in: openItemStatuses }, ...ofExecution(executionNumber) },
    { $set: { status: 'failed' satisfies ItemStatus, error, completedAt: currentTime() } },
  );
}

/** Makes the failed items of an experiment pending again, for its current execution; returns how many there were. */
export async function reopenFailedItems(
  { id: experimentId, executionNumber }: Pick<Experiment, 'id' | 'executionNumber'>,
  session: ClientSession,
): Promise<number> {
  const { modifiedCount } = await ExperimentItemModel.updateMany(
    { experimentId, status: 'failed' satisfies ItemStatus },
    {
      $set: {
        status: 'pending' satisfies ItemStatus,
        executionNumber,
        error: null,
        completedAt: null,
        transientFailures: 0,
      },
      $unset: { isCounted: 1 },
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
  return itemCollection()
    .find({ experimentId }, { readConcern: 'snapshot', batchSize: DECODE_BATCH_SIZE })
    .project<TallyItem>({
      _id: 0,
      status: 1,
      reply: 1,
      baseline: 1,
      evaluationsExpected: 1,
      evaluationsReceived: 1,
    });
}

/** An item as it is before its run. */
export function createItem(
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
    executionNumber: 0,
    attempts: 0,
    transientFailures: 0,
    error: null,
    reply: emptySide,
    evaluationsReceived: 0,
    completedAt: null,
  };
}
