import type { ClientSession, mongo } from 'mongoose';
import { mapInSlices, nextSlice } from '../../../packages/concurrency';
import { currentTime } from '../../platform/clock';
import { createBatcher } from '../../platform/mongo/batcher';
import {
  type Experiment,
  type ExperimentItem,
  type ItemFindings,
  type ItemStatus,
  openItemStatuses,
} from './experiment';
import { ExperimentItemModel, itemCollection, type StoredItem } from './experiment.model';

/** Items per bulk write. */
const CHANGE_BATCH_SIZE = 50;

/**
 * Temporal dispatches items one by one, a few milliseconds apart. Items that begin in one batch share the
 * round trips of all their steps; the wait is negligible compared with a model call.
 */
const BEGIN_WAIT_MS = 25;

/** Takes a few milliseconds to encode. */
const INSERT_BATCH_SIZE = 250;

/** Decoding all 10,000 items at once would block the event loop. */
const DECODE_BATCH_SIZE = 500;

/** An item in an execution of its experiment. Writes have no effect after that execution has ended. */
export type ExecutedItem = Pick<ExperimentItem, 'id' | 'executionNumber'>;

interface ItemChange extends ExecutedItem {
  change: mongo.UpdateFilter<StoredItem>;
}

/** Selects the items of an experiment. */
export type ExperimentKey = Pick<Experiment, 'id' | 'workspaceId'>;

// Hinted: the planner may choose the index of the workspace, which reads the items of all its experiments.
const positionIndex = { experimentId: 1, position: 1 } as const;
const statusIndex = { experimentId: 1, status: 1, position: 1 } as const;

/** A page of the items of an experiment. */
export interface ItemSelection {
  /** Exclusive. */
  position: number;
  limit: number;
  /** Null: any status. */
  status: ItemStatus | null;
}

function toItem({ _id, isCounted: _isCounted, ...rest }: StoredItem): ExperimentItem {
  return { id: _id, ...rest };
}

/** Uses the driver directly: mongoose needs seconds to cast 10,000 items. */
export async function insertItems(items: readonly ExperimentItem[], session: ClientSession): Promise<void> {
  for (let start = 0; start < items.length; start += INSERT_BATCH_SIZE) {
    await nextSlice();
    const batch = items.slice(start, start + INSERT_BATCH_SIZE);
    await itemCollection().insertMany(
      batch.map(({ id, ...item }) => ({ _id: id, ...item })),
      { session },
    );
  }
}

export async function findItem(
  { id: experimentId, workspaceId }: ExperimentKey,
  id: string,
): Promise<ExperimentItem | null> {
  const item = await ExperimentItemModel.findOne({ _id: id, experimentId, workspaceId }).lean<StoredItem>();
  return item === null ? null : toItem(item);
}

/** The first sample of the conversation of another one; null where its reply was not judged again. */
export async function findFirstSample({
  workspaceId,
  experimentId,
  conversationId,
}: ExperimentItem): Promise<ExperimentItem | null> {
  // At any position: it may have been added later than the others.
  const item = await ExperimentItemModel.findOne({
    workspaceId,
    experimentId,
    conversationId,
    sampleIndex: 0,
  })
    .hint(positionIndex)
    .lean<StoredItem>();
  return item === null ? null : toItem(item);
}

/** Items after `position`, in order. */
export async function listItems(
  { id: experimentId, workspaceId }: ExperimentKey,
  { position, limit, status }: ItemSelection,
): Promise<ExperimentItem[]> {
  const inStatus = status === null ? {} : { status };
  const items = await ExperimentItemModel.find({
    experimentId,
    workspaceId,
    ...inStatus,
    position: { $gt: position },
  })
    .hint(status === null ? positionIndex : statusIndex)
    .sort({ position: 1 })
    .limit(limit)
    .lean<StoredItem[]>();
  return items.map(toItem);
}

/** By conversation, the original reply that the items of an experiment replay. */
export async function listReplayedMessages({
  id: experimentId,
  workspaceId,
}: ExperimentKey): Promise<Map<string, string[]>> {
  const cursor = itemCollection()
    .find({ experimentId, workspaceId, 'baseline.messageId': { $ne: null } }, { hint: positionIndex })
    .project<{ conversationId: string; messageId: string }>({
      _id: 0,
      conversationId: 1,
      messageId: '$baseline.messageId',
    });
  return new Map(
    await mapInSlices(cursor, ({ conversationId, messageId }): [string, string[]] => [
      conversationId,
      [messageId],
    ]),
  );
}

/** The messages with the original replies of an experiment's items, each once, in no particular order. */
export async function listBaselineMessageIds(workspaceId: string, experimentId: string): Promise<string[]> {
  const cursor = itemCollection()
    .find({ experimentId, workspaceId, 'baseline.messageId': { $ne: null } }, { hint: positionIndex })
    .project<{ messageId: string }>({ _id: 0, messageId: '$baseline.messageId' });
  return [...new Set(await mapInSlices(cursor, ({ messageId }) => messageId))];
}

/** The findings in the new replies of an experiment, and their generation, in order. */
export async function listReplyFindings({
  id: experimentId,
  workspaceId,
}: ExperimentKey): Promise<ItemFindings[]> {
  const items = await ExperimentItemModel.find(
    { experimentId, workspaceId },
    {
      position: 1,
      conversationId: 1,
      'reply.messageId': 1,
      'reply.evaluationId': 1,
      'reply.findings': 1,
      'reply.inputTokens': 1,
      'reply.outputTokens': 1,
      'reply.latencyMs': 1,
      'reply.costUsd': 1,
    },
  )
    .hint(positionIndex)
    .sort({ position: 1 })
    .batchSize(DECODE_BATCH_SIZE)
    .lean<(Omit<ItemFindings, 'id'> & { _id: string })[]>();
  return items.map(({ _id, ...item }) => ({ id: _id, ...item }));
}

/** The replies that the items of an experiment judge again. */
export async function listJudgedMessages({
  id: experimentId,
  workspaceId,
}: ExperimentKey): Promise<ReadonlySet<string>> {
  const items = await ExperimentItemModel.find({ experimentId, workspaceId }, { rejudgedMessageId: 1 })
    .hint(positionIndex)
    .lean<Pick<StoredItem, 'rejudgedMessageId'>[]>();
  return new Set(items.flatMap(({ rejudgedMessageId }) => rejudgedMessageId ?? []));
}

/** Begins a try of an item and returns the item; null if the item or its execution has ended. */
export function beginTry(
  item: ExecutedItem & Pick<ExperimentItem, 'workspaceId'>,
  status: ItemStatus,
): Promise<ExperimentItem | null> {
  return beginWithOthers({ ...item, status });
}

const beginWithOthers = createBatcher(
  { limit: CHANGE_BATCH_SIZE, waitMs: BEGIN_WAIT_MS },
  async (
    tries: (ExecutedItem & { workspaceId: string; status: ItemStatus })[],
  ): Promise<(ExperimentItem | null)[]> => {
    await changeOpenItems(
      tries.map(({ id, executionNumber, status }) => ({
        id,
        executionNumber,
        change: { $set: { status, queuedReason: null }, $inc: { attempts: 1 } },
      })),
    );
    // An item that ends in between is not found as open, and its try has nothing to do.
    const openItems = await ExperimentItemModel.find({
      _id: { $in: tries.map(({ id }) => id) },
      workspaceId: { $in: [...new Set(tries.map(({ workspaceId }) => workspaceId))] },
      status: { $in: openItemStatuses },
    }).lean<StoredItem[]>();
    const items = new Map(openItems.map((item) => [item._id, toItem(item)]));
    return tries.map(({ id, executionNumber }) => {
      const item = items.get(id);
      return item?.executionNumber === executionNumber ? item : null;
    });
  },
);

/** Changes an item unless it or its execution has ended: a late try cannot overwrite a result. */
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
 * Applies changes in the given order, each with its own guard. Uses the driver directly: casting by mongoose
 * costs more than the write, every item needs several writes, and the compiler has checked the types.
 */
async function changeOpenItems(changes: ItemChange[]): Promise<void> {
  await itemCollection().bulkWrite(
    changes.map(({ id, executionNumber, change }) => ({
      updateOne: {
        filter: { _id: id, status: { $in: openItemStatuses }, executionNumber },
        update: change,
      },
    })),
  );
}

/** Fails all open items of an execution of an experiment. */
export async function failOpenItems(
  { id: experimentId, executionNumber }: Pick<Experiment, 'id' | 'executionNumber'>,
  error: { code: string; message: string },
): Promise<void> {
  await ExperimentItemModel.updateMany(
    { experimentId, status: { $in: openItemStatuses }, executionNumber },
    { $set: { status: 'failed' satisfies ItemStatus, error, completedAt: currentTime() } },
  );
}

/** Skips the items of an execution that have one of the statuses: its experiment is decided without them. */
export async function skipItems(
  { id: experimentId, executionNumber }: Pick<Experiment, 'id' | 'executionNumber'>,
  statuses: readonly ItemStatus[],
): Promise<void> {
  await ExperimentItemModel.updateMany(
    { experimentId, status: { $in: statuses }, executionNumber },
    { $set: { status: 'skipped' satisfies ItemStatus, completedAt: currentTime() } },
  );
}

/** Sets the failed items of an experiment to pending for its current execution; returns their number. */
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

/** The experiments with an item that waits because its provider limits the rate of calls. */
export async function listRateLimited(
  workspaceId: string,
  experimentIds: readonly string[],
): Promise<Set<string>> {
  if (experimentIds.length === 0) return new Set();
  const waiting = {
    workspaceId,
    experimentId: { $in: [...experimentIds] },
    status: 'queued',
    'queuedReason.code': 'provider_rate_limited',
  } as const;
  const experiments = await itemCollection()
    .aggregate<{ _id: string }>([{ $match: waiting }, { $group: { _id: '$experimentId' } }], {
      hint: statusIndex,
    })
    .toArray();
  return new Set(experiments.map(({ _id }) => _id));
}
