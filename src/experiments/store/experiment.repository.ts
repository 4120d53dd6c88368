import type { ClientSession } from 'mongoose';
import { mapInSlices } from '../../../packages/concurrency';
import { currentTime } from '../../platform/clock';
import { driverCollection, inSession } from '../../platform/mongo/driver';
import { newestFirst, oldestFirst } from '../../platform/mongo/keyset';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { Position } from '../../platform/reconciliation/round-robin';
import type { TimePosition } from '../../platform/time-position';
import {
  type Experiment,
  type ExperimentStatus,
  endedExperimentStatuses,
  type OpenExperiment,
  openExperimentStatuses,
} from './experiment';
import { ExperimentModel, type StoredExperiment } from './experiment.model';

/** The collection that counters and call costs refer to. */
export const experimentCollectionName = ExperimentModel.collection.collectionName;

/** Matches experiments that no optimization run uses: without a run, or released by their run. */
const isUnused = { $or: [{ optimizationRunId: null }, { isReleasedByRun: true }] };

const withoutIds = { conversationIds: 0 } as const;

function collection() {
  return driverCollection<StoredExperiment>(ExperimentModel);
}

export function toExperiment({ _id, tally, ...rest }: StoredExperiment): Experiment {
  return {
    id: _id,
    ...rest,
    tally: tally === null ? null : (JSON.parse(tally) as Experiment['tally']),
  };
}

export async function insertExperiment(
  { id, ...experiment }: Experiment,
  session: ClientSession,
): Promise<void> {
  // Inserted with the driver: mongoose is slow at casting 10,000 conversation ids.
  await collection().insertOne({ ...experiment, _id: id, tally: null }, { session });
}

export async function findExperiment(workspaceId: string, id: string): Promise<Experiment | null> {
  const experiment = await ExperimentModel.findOne({ _id: id, workspaceId }).lean<StoredExperiment>();
  return experiment === null ? null : toExperiment(experiment);
}

/** An experiment whose conversation ids may be omitted. */
export type ListedExperiment = Omit<Experiment, 'conversationIds'> & { conversationIds?: string[] };

/** A page of experiments, newest first. */
export interface ExperimentPage {
  limit: number;
  /** Exclusive; null: from the first. */
  position: TimePosition | null;
  omit: 'conversation_ids' | null;
}

/** Without the conversation ids, of which there may be 10,000. */
export async function findExperimentWithoutIds(
  workspaceId: string,
  id: string,
): Promise<ListedExperiment | null> {
  const experiment = await collection().findOne<StoredExperiment>(
    { _id: id, workspaceId },
    { projection: withoutIds },
  );
  return experiment === null ? null : toExperiment(experiment);
}

/** Newest first. */
export async function listExperiments(
  workspaceId: string,
  { limit, position, omit }: ExperimentPage,
): Promise<ListedExperiment[]> {
  const { filter, sort } = newestFirst(position);
  const cursor = collection()
    .find({ workspaceId, ...filter }, { ...(omit !== null && { projection: withoutIds }) })
    .sort(sort)
    .limit(limit);
  return mapInSlices(cursor, toExperiment);
}

/**
 * Changes an experiment if its current execution has that number and one of the statuses `from`; returns null
 * otherwise, for example because it was retried.
 */
export async function changeExperiment(
  { id, executionNumber }: Pick<Experiment, 'id' | 'executionNumber'>,
  from: ExperimentStatus[],
  { tally, ...change }: Partial<Omit<Experiment, 'id' | 'executionNumber'>>,
  session?: ClientSession,
): Promise<Experiment | null> {
  const tallyText = tally === undefined ? {} : { tally: tally && JSON.stringify(tally) };
  const experiment = await ExperimentModel.findOneAndUpdate(
    { _id: id, status: { $in: from }, executionNumber },
    { $set: { ...change, ...tallyText } },
    { returnDocument: 'after', runValidators: true, ...inSession(session) },
  ).lean<StoredExperiment>();
  return experiment === null ? null : toExperiment(experiment);
}

/**
 * Sets an ended experiment to pending for its next execution; null if it is open, deleted or used by an
 * optimization run.
 */
export async function reopenExperiment(
  id: string,
  reservedCents: number | null,
  session: ClientSession,
): Promise<Experiment | null> {
  const change = {
    status: 'pending',
    requestedAt: currentTime(),
    completedAt: null,
    tally: null,
    reservedCents,
  };
  const experiment = await ExperimentModel.findOneAndUpdate(
    { _id: id, status: { $in: endedExperimentStatuses }, ...isUnused },
    { $set: change, $inc: { executionNumber: 1 } },
    { returnDocument: 'after', runValidators: true, session },
  ).lean<StoredExperiment>();
  return experiment === null ? null : toExperiment(experiment);
}

/**
 * Stores an ended experiment as opened again with more conversations; false if it was opened, deleted or executed
 * since, or if an optimization run uses it.
 */
export async function reopenExtended(
  { id, executionNumber, ...extended }: Experiment,
  session: ClientSession,
): Promise<boolean> {
  const { requestedAt, conversationIds, set, filter, chosenBy, warnings } = extended;
  // Changed with the driver: mongoose is slow at casting 10,000 conversation ids.
  const { matchedCount } = await collection().updateOne(
    {
      _id: id,
      status: { $in: endedExperimentStatuses },
      executionNumber: executionNumber - 1,
      ...isUnused,
    },
    {
      $set: {
        status: 'pending',
        executionNumber,
        requestedAt,
        completedAt: null,
        tally: null,
        reservedCents: null,
        conversationIds,
        set,
        filter,
        chosenBy,
        warnings,
        conversationsAddedAt: requestedAt,
      },
    },
    { session },
  );
  return matchedCount > 0;
}

/** Erases the system prompts of experiments; their results are preserved. */
export async function eraseSystemPrompts(ids: string[]): Promise<void> {
  await ExperimentModel.updateMany({ _id: { $in: ids } }, { $set: { systemPromptOverride: null } });
}

/** Records that the experiment's optimization run has ended. */
export async function releaseExperiment(id: string): Promise<void> {
  await ExperimentModel.updateOne({ _id: id }, { $set: { isReleasedByRun: true } });
}

/**
 * Deletes an experiment with one of the statuses; returns false for another status, or if an optimization run
 * uses it.
 */
export async function deleteExperiment(
  id: string,
  from: ExperimentStatus[],
  session: ClientSession,
): Promise<boolean> {
  const { deletedCount } = await ExperimentModel.deleteOne(
    { _id: id, status: { $in: from }, ...isUnused },
    { session },
  );
  return deletedCount > 0;
}

/**
 * At most `limit` open experiments of a workspace that were requested before `requestedBefore`, oldest first,
 * strictly after `position` (null: from the first).
 */
export async function listOpenExperiments(
  workspaceId: string,
  { requestedBefore, position, limit }: { requestedBefore: Date; position: Position | null; limit: number },
): Promise<OpenExperiment[]> {
  const { filter, sort } = oldestFirst('requestedAt', position);
  const experiments = await ExperimentModel.find(
    {
      $and: [
        { workspaceId, status: { $in: openExperimentStatuses }, requestedAt: { $lt: requestedBefore } },
        filter,
      ],
    },
    // Without the up to 10,000 conversation ids.
    { workspaceId: 1, requestedAt: 1 },
  )
    .sort(sort)
    .limit(limit)
    .lean<(Omit<OpenExperiment, 'id'> & { _id: string })[]>();
  return experiments.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
}

/** The latest ended experiments of a workspace that generated replies, newest first. */
export async function listEndedExperiments(
  workspaceId: string,
  limit: number,
): Promise<Pick<Experiment, 'id' | 'samplesPerItem'>[]> {
  const { sort } = newestFirst(null);
  const experiments = await ExperimentModel.find(
    {
      workspaceId,
      status: { $in: endedExperimentStatuses },
      isPassThrough: false,
      // The same replies again.
      rejudgedExperimentId: null,
    },
    { samplesPerItem: 1 },
  )
    .sort(sort)
    .limit(limit)
    .lean<{ _id: string; samplesPerItem: number }[]>();
  return experiments.map(({ _id, samplesPerItem }) => ({ id: _id, samplesPerItem }));
}

/** The ids of all open experiments of a workspace. */
export async function listOpenExperimentIds(workspaceId: string): Promise<string[]> {
  const experiments = await ExperimentModel.find(
    { workspaceId, status: { $in: openExperimentStatuses } },
    { _id: 1 },
  ).lean<{ _id: string }[]>();
  return experiments.map(({ _id }) => _id);
}

/** The number of open experiments of a workspace. */
export async function countOpenExperiments(
  workspaceId: string,
  limit: TimeLimit,
  session: ClientSession | null = null,
): Promise<number> {
  const filter = { workspaceId, status: { $in: openExperimentStatuses } };
  return ExperimentModel.countDocuments(filter, limit.forOperation()).session(session);
}
