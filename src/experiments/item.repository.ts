import type { ClientSession, UpdateQuery } from 'mongoose';
import { type ExperimentItem, emptySide, type ItemStatus, openItemStatuses } from './experiment';
import { ExperimentItemModel, type StoredItem } from './experiment.model';
import type { TallyItem } from './tally';

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
  position: number,
  limit: number,
): Promise<ExperimentItem[]> {
  const found = await ExperimentItemModel.find({ experimentId, position: { $gt: position } })
    .sort({ position: 1 })
    .limit(limit)
    .lean<StoredItem[]>();
  return found.map(toItem);
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

/** Changes an item that has not ended; null when it has, so that a late attempt cannot overwrite a result. */
export async function changeOpenItem(
  id: string,
  change: UpdateQuery<StoredItem>,
): Promise<ExperimentItem | null> {
  const found = await ExperimentItemModel.findOneAndUpdate(
    { _id: id, status: { $in: openItemStatuses } },
    change,
    {
      returnDocument: 'after',
      runValidators: true,
    },
  ).lean<StoredItem>();
  return found === null ? null : toItem(found);
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
    { $set: { status: 'pending' satisfies ItemStatus, error: null, completedAt: null } },
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
    error: null,
    reply: emptySide,
    evaluationsReceived: 0,
    completedAt: null,
  };
}
