import { newestFirst } from '../mongo/keyset';
import type { TimePosition } from '../time-position';
import type { Assessment, Candidate, OptimizationRun } from './optimization-run';
import { OptimizationRunModel, RunCandidateModel, type StoredCandidate, type StoredRun } from './run.model';
import type { RunState } from './run-state';
import { openRunStatuses } from './run-transitions';

function toRun({ _id, ...rest }: StoredRun): OptimizationRun {
  return { id: _id, ...rest };
}

function toCandidate({ _id, ...rest }: StoredCandidate): Candidate {
  return { id: _id, ...rest };
}

/** False when it exists: the same idempotent request, repeated after a process died half-way. */
export async function insertRun({ id, ...run }: OptimizationRun): Promise<boolean> {
  const { upsertedCount } = await OptimizationRunModel.updateOne(
    { _id: id },
    { $setOnInsert: run },
    { upsert: true, runValidators: true },
  );
  return upsertedCount > 0;
}

/** Deletes a run that its workflow has not taken up; false when it has. */
export async function deleteUntouchedRun(id: string): Promise<boolean> {
  const { deletedCount } = await OptimizationRunModel.deleteOne({ _id: id, 'state.revision': 0 });
  return deletedCount > 0;
}

export async function findRun(id: string): Promise<OptimizationRun | null> {
  const found = await OptimizationRunModel.findById(id).lean<StoredRun>();
  return found === null ? null : toRun(found);
}

export async function findWorkspaceOfRun(id: string): Promise<string | null> {
  const found = await OptimizationRunModel.findById(id, { workspaceId: 1 }).lean<{ workspaceId: string }>();
  return found?.workspaceId ?? null;
}

/** Newest first, those strictly after `position`. */
export async function listRuns(
  workspaceId: string,
  limit: number,
  position: TimePosition | null,
): Promise<OptimizationRun[]> {
  const { filter, sort } = newestFirst(position);
  const found = await OptimizationRunModel.find({ workspaceId, ...filter })
    .sort(sort)
    .limit(limit)
    .lean<StoredRun[]>();
  return found.map(toRun);
}

/** Ids of the runs that may be claimed, the longest ready first. */
export async function listReadyRunIds(workspaceId: string, limit: number): Promise<string[]> {
  const found = await OptimizationRunModel.find({ workspaceId, 'state.status': 'ready' }, { _id: 1 })
    .sort({ 'state.readyAt': 1, _id: 1 })
    .limit(limit)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

/** The id of the run that a claim has got and still holds. */
export async function findRunOfClaim(workspaceId: string, claimId: string): Promise<string | null> {
  const filter = { workspaceId, 'state.lease.claimId': claimId };
  const found = await OptimizationRunModel.findOne(filter, { _id: 1 }).lean<{ _id: string }>();
  return found?._id ?? null;
}

/** Copies a state of a run unless a newer one is stored; false when the run is gone. */
export async function saveRunState(id: string, state: RunState): Promise<boolean> {
  const { matchedCount } = await OptimizationRunModel.updateOne(
    { _id: id, 'state.revision': { $lt: state.revision } },
    { $set: { state } },
  );
  return matchedCount > 0 || (await OptimizationRunModel.exists({ _id: id })) !== null;
}

/** Open runs that were created before, the oldest first. */
export async function* streamOpenRuns(createdBefore: Date): AsyncGenerator<OptimizationRun> {
  const found = OptimizationRunModel.find({
    'state.status': { $in: openRunStatuses },
    createdAt: { $lt: createdBefore },
  })
    .sort({ createdAt: 1 })
    .lean<StoredRun[]>()
    .cursor();
  for await (const run of found) yield toRun(run as unknown as StoredRun);
}

/** Stores a candidate unless it is stored. */
export async function saveCandidate({ id, ...candidate }: Candidate): Promise<void> {
  await RunCandidateModel.updateOne(
    { _id: id },
    { $setOnInsert: candidate },
    { upsert: true, runValidators: true },
  );
}

export async function findCandidate(id: string): Promise<Candidate | null> {
  const found = await RunCandidateModel.findById(id).lean<StoredCandidate>();
  return found === null ? null : toCandidate(found);
}

export async function listCandidates(ids: string[]): Promise<Map<string, Candidate>> {
  const found = await RunCandidateModel.find({ _id: { $in: ids } }).lean<StoredCandidate[]>();
  return new Map(found.map((candidate) => [candidate._id, toCandidate(candidate)]));
}

/** Records what was measured, unless it is recorded: the first measurement stands. */
export async function saveAssessment(id: string, assessment: Assessment, measuredAt: Date): Promise<void> {
  await RunCandidateModel.updateOne({ _id: id, assessment: null }, { $set: { assessment, measuredAt } });
}
