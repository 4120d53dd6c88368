import type { ClientSession } from 'mongoose';
import type { RunState } from '../../../workflows/optimization-run/run-state';
import { endedRunStatuses, openRunStatuses } from '../../../workflows/optimization-run/run-transitions';
import { inSession } from '../../platform/mongo/driver';
import { newestFirst, oldestFirst } from '../../platform/mongo/keyset';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { Position } from '../../platform/reconciliation/round-robin';
import type { TimePosition } from '../../platform/time-position';
import type { Assessment, Candidate, OpenRun, OptimizationRun } from './optimization-run';
import { OptimizationRunModel, RunCandidateModel, type StoredCandidate, type StoredRun } from './run.model';

export function toRun({ _id, ...rest }: StoredRun): OptimizationRun {
  return { id: _id, ...rest };
}

function toCandidate({ _id, ...rest }: StoredCandidate): Candidate {
  return { id: _id, ...rest };
}

/** Returns false if the run exists, because the same request was repeated after a crash. */
export async function insertRun({ id, ...run }: OptimizationRun, session?: ClientSession): Promise<boolean> {
  const { upsertedCount } = await OptimizationRunModel.updateOne(
    { _id: id },
    { $setOnInsert: run },
    { upsert: true, runValidators: true, ...inSession(session) },
  );
  return upsertedCount > 0;
}

/** The number of open runs of a workspace. */
export async function countOpenRuns(
  workspaceId: string,
  limit: TimeLimit,
  session: ClientSession | null = null,
): Promise<number> {
  const filter = { workspaceId, 'state.status': { $in: openRunStatuses } };
  return OptimizationRunModel.countDocuments(filter, limit.forOperation()).session(session);
}

/** The ids of all open runs of a workspace. */
export async function listOpenRunIds(workspaceId: string): Promise<string[]> {
  const runs = await OptimizationRunModel.find(
    { workspaceId, 'state.status': { $in: openRunStatuses } },
    { _id: 1 },
  ).lean<{ _id: string }[]>();
  return runs.map(({ _id }) => _id);
}

/** The collection that candidates refer to. */
export const runCollectionName = OptimizationRunModel.collection.collectionName;

/** Deletes the candidates of runs. */
export async function deleteCandidates(runIds: readonly string[]): Promise<void> {
  await RunCandidateModel.deleteMany({ runId: { $in: runIds } });
}

/** Deletes a run whose workflow has not stored a state yet; returns false if it has. */
export async function deleteUntouchedRun(id: string): Promise<boolean> {
  const { deletedCount } = await OptimizationRunModel.deleteOne({ _id: id, 'state.revision': 0 });
  return deletedCount > 0;
}

export async function findRun(
  workspaceId: string,
  id: string,
  session?: ClientSession,
): Promise<OptimizationRun | null> {
  const options = inSession(session);
  const run = await OptimizationRunModel.findOne({ _id: id, workspaceId }, null, options).lean<StoredRun>();
  return run === null ? null : toRun(run);
}

export async function runExists(workspaceId: string, id: string): Promise<boolean> {
  return (await OptimizationRunModel.exists({ _id: id, workspaceId })) !== null;
}

/** Newest first, strictly after `position`. */
export async function listRuns(
  workspaceId: string,
  limit: number,
  position: TimePosition | null,
): Promise<OptimizationRun[]> {
  const { filter, sort } = newestFirst(position);
  const runs = await OptimizationRunModel.find({ workspaceId, ...filter })
    .sort(sort)
    .limit(limit)
    .lean<StoredRun[]>();
  return runs.map(toRun);
}

/** Ids of the runs that can be claimed, oldest first. */
export async function listReadyRunIds(
  workspaceId: string,
  limit: number,
  strategies: readonly string[] | null = null,
): Promise<string[]> {
  const runs = await OptimizationRunModel.find(
    {
      workspaceId,
      'state.status': 'ready',
      ...(strategies !== null && { strategy: { $in: [...strategies, null] } }),
    },
    { _id: 1 },
  )
    .sort({ 'state.readyAt': 1, _id: 1 })
    .limit(limit)
    .lean<{ _id: string }[]>();
  return runs.map(({ _id }) => _id);
}

/** The id of the run whose current lease belongs to a claim. */
export async function findRunOfClaim(workspaceId: string, claimId: string): Promise<string | null> {
  const filter = { workspaceId, 'state.lease.claimId': claimId };
  const run = await OptimizationRunModel.findOne(filter, { _id: 1 }).lean<{ _id: string }>();
  return run?._id ?? null;
}

/**
 * Stores a state of a run unless a newer one is stored; returns false if the run was deleted. Scoped by the run.
 */
export async function saveRunState(id: string, state: RunState): Promise<boolean> {
  const { matchedCount } = await OptimizationRunModel.updateOne(
    { _id: id, 'state.revision': { $lt: state.revision } },
    { $set: { state } },
  );
  return matchedCount > 0 || (await OptimizationRunModel.exists({ _id: id })) !== null;
}

/** Adds to the amounts that retries of a run's experiments have spent and reserved. */
export async function addRetryAmounts(
  id: string,
  amounts: { retryCostCents?: number; reservedCents: number },
  session: ClientSession,
): Promise<void> {
  await OptimizationRunModel.updateOne({ _id: id }, { $inc: amounts }, { session });
}

/**
 * At most `limit` open runs of a workspace that were created before `createdBefore`, oldest first, strictly
 * after `position` (null: from the first).
 */
export async function listOpenRuns(
  workspaceId: string,
  { createdBefore, position, limit }: { createdBefore: Date; position: Position | null; limit: number },
): Promise<OpenRun[]> {
  const { filter, sort } = oldestFirst('createdAt', position);
  const runs = await OptimizationRunModel.find(
    {
      $and: [
        { workspaceId, 'state.status': { $in: openRunStatuses }, createdAt: { $lt: createdBefore } },
        filter,
      ],
    },
    // Without the up to 10,000 conversation ids.
    { workspaceId: 1, createdAt: 1, state: 1 },
  )
    .sort(sort)
    .limit(limit)
    .lean<(Omit<OpenRun, 'id'> & { _id: string })[]>();
  return runs.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
}

/** Stores a candidate unless it exists. */
export async function saveCandidate({ id, ...candidate }: Candidate): Promise<void> {
  await RunCandidateModel.updateOne(
    { _id: id },
    { $setOnInsert: candidate },
    { upsert: true, runValidators: true },
  );
}

/** Records that a run has accepted a proposal, so that it does not expire. */
export async function confirmCandidate(id: string): Promise<void> {
  await RunCandidateModel.updateOne({ _id: id }, { $set: { adoptBy: null } });
}

/** Deletes a proposal unless its run has accepted it. */
export async function removeProposal(id: string): Promise<void> {
  await RunCandidateModel.deleteOne({ _id: id, adoptBy: { $ne: null } });
}

/**
 * At most `limit` ended runs of a workspace that were created before `createdBefore` and still have their
 * prompts.
 */
export async function listRunsWithPrompts(
  workspaceId: string,
  createdBefore: Date,
  limit: number,
): Promise<Pick<OptimizationRun, 'id' | 'state'>[]> {
  const runs = await OptimizationRunModel.find(
    {
      workspaceId,
      createdAt: { $lt: createdBefore },
      'state.status': { $in: endedRunStatuses },
      arePromptsErased: { $ne: true },
    },
    { 'state.baseline': 1, 'state.candidates': 1, 'state.holdout': 1 },
  )
    .limit(limit)
    .lean<StoredRun[]>();
  return runs.map(({ _id, state }) => ({ id: _id, state }));
}

/** Erases the prompts of a run, and the prompts and notes of its candidates. */
export async function erasePromptsOfRun(id: string): Promise<void> {
  await RunCandidateModel.updateMany({ runId: id }, { $set: { systemPrompt: null, note: null } });
  await OptimizationRunModel.updateOne({ _id: id }, { $set: { systemPrompt: null, arePromptsErased: true } });
}

/** Scoped by the run, whose workspace is not stored with its candidates. */
export async function findCandidate(runId: string, id: string): Promise<Candidate | null> {
  const candidate = await RunCandidateModel.findOne({ _id: id, runId }).lean<StoredCandidate>();
  return candidate === null ? null : toCandidate(candidate);
}

/** By id, the candidates of a run among `ids`. Scoped by the run. */
export async function listCandidates(runId: string, ids: readonly string[]): Promise<Map<string, Candidate>> {
  const candidates = await RunCandidateModel.find({ _id: { $in: [...ids] }, runId }).lean<
    StoredCandidate[]
  >();
  return new Map(candidates.map((candidate) => [candidate._id, toCandidate(candidate)]));
}

/** Stores an assessment unless there is one: the first measurement is final. */
export async function saveAssessment(id: string, assessment: Assessment, measuredAt: Date): Promise<void> {
  await RunCandidateModel.updateOne({ _id: id, assessment: null }, { $set: { assessment, measuredAt } });
}

/** Stores the assessment on the hold-out unless there is one. */
export async function saveHoldoutAssessment(id: string, holdoutAssessment: Assessment): Promise<void> {
  await RunCandidateModel.updateOne({ _id: id, holdoutAssessment: null }, { $set: { holdoutAssessment } });
}
