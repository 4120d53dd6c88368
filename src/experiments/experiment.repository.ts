import type { ClientSession } from 'mongoose';
import { currentTime } from '../platform/clock';
import { mapInSlices } from '../platform/concurrency/collect-in-slices';
import { newestFirst, oldestFirst } from '../platform/mongo/keyset';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { Position } from '../platform/reconciliation/round-robin';
import type { TimePosition } from '../platform/time-position';
import {
  type Experiment,
  type ExperimentLoad,
  type ExperimentStatus,
  endedExperimentStatuses,
  type OpenExperiment,
  openExperimentStatuses,
  type RunningLoad,
  type Tally,
} from './experiment';
import { ExperimentModel, ofExecution, type StoredExperiment } from './experiment.model';

/** The collection of the documents to which counters and costs belong. */
export const experimentCollectionName = ExperimentModel.collection.collectionName;

/** Fields that experiments stored by earlier versions lack. */
const missingInOlderForms = {
  optimizationRunId: null,
  isReleasedByRun: false,
  executionNumber: 0,
  costCents: 0,
  reservedCents: null,
  load: null,
} satisfies Partial<Experiment>;

/** Matches an experiment that no optimization run uses: it belongs to none, or its run has released it. */
const isUnused = { $or: [{ optimizationRunId: null }, { isReleasedByRun: true }] };

const withoutIds = { conversationIds: 0 } as const;

function collection() {
  return ExperimentModel.db.collection<StoredExperiment>(ExperimentModel.collection.name);
}

function toExperiment({ _id, tally, ...rest }: StoredExperiment): Experiment {
  return {
    ...missingInOlderForms,
    id: _id,
    ...rest,
    tally: tally === null ? null : (JSON.parse(tally) as Tally),
  };
}

export async function insertExperiment(
  { id, ...experiment }: Experiment,
  session: ClientSession,
): Promise<void> {
  // The driver takes it as it is: mongoose's casting of 10,000 conversation ids takes long.
  await collection().insertOne({ ...experiment, _id: id, tally: null }, { session });
}

export async function findExperiment(id: string): Promise<Experiment | null> {
  const found = await ExperimentModel.findById(id).lean<StoredExperiment>();
  return found === null ? null : toExperiment(found);
}

/** An experiment whose conversation ids may have been left out. */
export type ListedExperiment = Omit<Experiment, 'conversationIds'> & { conversationIds?: string[] };

/** A page of a list that is newest first. */
export interface ExperimentPage {
  limit: number;
  /** Only those strictly after it. */
  position: TimePosition | null;
  omit: 'conversation_ids' | null;
}

/** Without the ids of its conversations, of which there may be 10,000. */
export async function findExperimentWithoutIds(id: string): Promise<ListedExperiment | null> {
  const found = await collection().findOne<StoredExperiment>({ _id: id }, { projection: withoutIds });
  return found === null ? null : toExperiment(found);
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
 * Changes an experiment whose current execution has that number and is in one of the statuses `from`; null when there is
 * no such experiment, for instance because it has been retried.
 */
export async function changeExperiment(
  { id, executionNumber }: Pick<Experiment, 'id' | 'executionNumber'>,
  from: ExperimentStatus[],
  { tally, ...change }: Partial<Omit<Experiment, 'id' | 'executionNumber'>>,
  session?: ClientSession,
): Promise<Experiment | null> {
  const tallyText = tally === undefined ? {} : { tally: tally === null ? null : JSON.stringify(tally) };
  const found = await ExperimentModel.findOneAndUpdate(
    { _id: id, status: { $in: from }, ...ofExecution(executionNumber) },
    { $set: { ...change, ...tallyText } },
    { returnDocument: 'after', runValidators: true, ...(session === undefined ? {} : { session }) },
  ).lean<StoredExperiment>();
  return found === null ? null : toExperiment(found);
}

/** Makes an ended experiment pending again, for its next execution; null when it is open, gone or used by an optimization run. */
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
  const found = await ExperimentModel.findOneAndUpdate(
    { _id: id, status: { $in: endedExperimentStatuses }, ...isUnused },
    { $set: change, $inc: { executionNumber: 1 } },
    { returnDocument: 'after', runValidators: true, session },
  ).lean<StoredExperiment>();
  return found === null ? null : toExperiment(found);
}

/** Erases the system prompts that experiments were run with; their results stay. */
export async function eraseSystemPrompts(ids: string[]): Promise<void> {
  await ExperimentModel.updateMany({ _id: { $in: ids } }, { $set: { systemPromptOverride: null } });
}

/** Records that the experiment's optimization run has ended for good. */
export async function releaseExperiment(id: string): Promise<void> {
  await ExperimentModel.updateOne({ _id: id }, { $set: { isReleasedByRun: true } });
}

/** Deletes an experiment that is in one of the statuses; false when it is in none, or an optimization run uses it. */
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

/** Every workspace that has an open experiment, once. */
export async function listWorkspacesWithOpenExperiments(): Promise<string[]> {
  // One query for each status: the index then yields each workspace once instead of each experiment.
  const lists = await Promise.all(
    openExperimentStatuses.map((status) => ExperimentModel.distinct('workspaceId', { status })),
  );
  return [...new Set(lists.flat())];
}

/**
 * At most `limit` experiments of a workspace whose workflow should be running since before `requestedBefore`, oldest
 * first, those strictly after `position`; null: from the first.
 */
export async function listOpenExperiments(
  workspaceId: string,
  { requestedBefore, position, limit }: { requestedBefore: Date; position: Position | null; limit: number },
): Promise<OpenExperiment[]> {
  const { filter, sort } = oldestFirst('requestedAt', position);
  const found = await ExperimentModel.find(
    {
      $and: [
        { workspaceId, status: { $in: openExperimentStatuses }, requestedAt: { $lt: requestedBefore } },
        filter,
      ],
    },
    // An experiment names up to 10,000 conversations, which are of no use here.
    { workspaceId: 1, requestedAt: 1 },
  )
    .sort(sort)
    .limit(limit)
    .lean<(Omit<OpenExperiment, 'id'> & { _id: string })[]>();
  return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
}

/** What every running experiment competes for, the oldest first. */
export async function listRunningLoads(): Promise<RunningLoad[]> {
  const found = await ExperimentModel.find(
    { status: 'running' satisfies ExperimentStatus },
    {
      workspaceId: 1,
      'load.generatingProvider': 1,
      'load.judgingProvider': 1,
      'load.demand': 1,
    },
  )
    .sort({ requestedAt: 1, _id: 1 })
    .lean<{ _id: string; workspaceId: string; load?: Partial<ExperimentLoad> | null }[]>();
  return found.flatMap(({ _id, workspaceId, load }) => {
    // Begun by a worker of an earlier version; the index answers such a load with nulls.
    if (load?.demand == null) return [];
    const { generatingProvider = null, judgingProvider = null, demand } = load;
    return [{ id: _id, workspaceId, generatingProvider, judgingProvider, demand }];
  });
}

/** The ids of every experiment of a workspace that has not ended. */
export async function listOpenExperimentIds(workspaceId: string): Promise<string[]> {
  const found = await ExperimentModel.find(
    { workspaceId, status: { $in: openExperimentStatuses } },
    { _id: 1 },
  ).lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

/** How many experiments of a workspace have not ended. */
export async function countOpenExperiments(workspaceId: string, limit: TimeLimit): Promise<number> {
  const filter = { workspaceId, status: { $in: openExperimentStatuses } };
  return ExperimentModel.countDocuments(filter, limit.forOperation());
}
