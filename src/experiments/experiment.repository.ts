import type { ClientSession } from 'mongoose';
import { newestFirst } from '../mongo/keyset';
import type { TimePosition } from '../time-position';
import { type Experiment, type ExperimentStatus, openExperimentStatuses, type Tally } from './experiment';
import { ExperimentModel, type StoredExperiment } from './experiment.model';

function toExperiment({ _id, tally, optimizationRunId, costCents, ...rest }: StoredExperiment): Experiment {
  return {
    id: _id,
    ...rest,
    tally: tally === null ? null : (JSON.parse(tally) as Tally),
    // Experiments that were stored before there were optimization runs lack these.
    optimizationRunId: optimizationRunId ?? null,
    costCents: costCents ?? 0,
  };
}

export async function insertExperiment(
  { id, ...experiment }: Experiment,
  session: ClientSession,
): Promise<void> {
  await ExperimentModel.create([{ ...experiment, _id: id, tally: null }], { session });
}

export async function findExperiment(id: string): Promise<Experiment | null> {
  const found = await ExperimentModel.findById(id).lean<StoredExperiment>();
  return found === null ? null : toExperiment(found);
}

/** Newest first, those strictly after `position`. */
export async function listExperiments(
  workspaceId: string,
  limit: number,
  position: TimePosition | null,
): Promise<Experiment[]> {
  const { filter, sort } = newestFirst(position);
  const found = await ExperimentModel.find({ workspaceId, ...filter })
    .sort(sort)
    .limit(limit)
    .lean<StoredExperiment[]>();
  return found.map(toExperiment);
}

/** Changes an experiment that is in one of the statuses `from`; null when it is in none of them. */
export async function changeExperiment(
  id: string,
  from: ExperimentStatus[],
  { tally, ...change }: Partial<Omit<Experiment, 'id'>>,
  session?: ClientSession,
): Promise<Experiment | null> {
  const tallyText = tally === undefined ? {} : { tally: tally === null ? null : JSON.stringify(tally) };
  const found = await ExperimentModel.findOneAndUpdate(
    { _id: id, status: { $in: from } },
    { $set: { ...change, ...tallyText } },
    { returnDocument: 'after', runValidators: true, ...(session === undefined ? {} : { session }) },
  ).lean<StoredExperiment>();
  return found === null ? null : toExperiment(found);
}

/** Deletes an experiment that is in one of the statuses; false when it is in none. */
export async function deleteExperiment(
  id: string,
  from: ExperimentStatus[],
  session: ClientSession,
): Promise<boolean> {
  const { deletedCount } = await ExperimentModel.deleteOne({ _id: id, status: { $in: from } }, { session });
  return deletedCount > 0;
}

/** Experiments whose workflow should be running since before `requestedBefore`, the oldest first. */
export async function* streamOpenExperiments(requestedBefore: Date): AsyncGenerator<Experiment> {
  const filter = { status: { $in: openExperimentStatuses }, requestedAt: { $lt: requestedBefore } };
  const found = ExperimentModel.find(filter).sort({ requestedAt: 1 }).lean<StoredExperiment[]>().cursor();
  for await (const experiment of found) yield toExperiment(experiment as unknown as StoredExperiment);
}
