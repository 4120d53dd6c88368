import type { ClientSession } from 'mongoose';
import { shareReads } from '../../platform/mongo/batcher';
import { storedBytesOf } from '../../platform/mongo/created-content';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { type EvaluatorDocument, EvaluatorModel } from './evaluator.model';
import type { EvaluatorRecord } from './evaluator-record';

/**
 * Stores a version as the latest one.
 * @throws the driver's duplicate key error if the version exists or another evaluator has the name
 */
export async function insertEvaluator(
  { id, ...version }: EvaluatorRecord,
  session?: ClientSession,
): Promise<void> {
  const storedBytes = storedBytesOf(version);
  await EvaluatorModel.create([{ ...version, evaluatorId: id, isCurrent: true, storedBytes }], {
    session: session ?? null,
  });
}

/**
 * Makes `next` the latest version in place of the previous one.
 * @throws the driver's duplicate key error if another evaluator has the name
 */
export async function replaceEvaluatorVersion(next: EvaluatorRecord, session: ClientSession): Promise<void> {
  await EvaluatorModel.updateOne(
    { workspaceId: next.workspaceId, evaluatorId: next.id, version: next.version - 1 },
    { $set: { isCurrent: false, isDefault: false } },
    { session },
  );
  await insertEvaluator(next, session);
}

/** Makes an evaluator the default of its workspace. */
export async function saveDefaultEvaluator(
  workspaceId: string,
  evaluatorId: string,
  session: ClientSession,
): Promise<void> {
  await EvaluatorModel.updateMany(
    { workspaceId, isDefault: true },
    { $set: { isDefault: false } },
    { session },
  );
  await EvaluatorModel.updateOne(
    { workspaceId, evaluatorId, isCurrent: true },
    { $set: { isDefault: true } },
    { session },
  );
}

/** Finds a version of an evaluator, by default the latest. */
export async function findEvaluator(
  workspaceId: string,
  evaluatorId: string,
  version?: number,
  session?: ClientSession,
): Promise<EvaluatorRecord | null> {
  const versionFilter = version === undefined ? { isCurrent: true } : { version };
  const record = await EvaluatorModel.findOne({ workspaceId, evaluatorId, ...versionFilter })
    .session(session ?? null)
    .lean();
  return record && toRecord(record);
}

/** Concurrent reads are shared, because every detection needs it. */
export const findDefaultEvaluator = shareReads(async (workspaceId): Promise<EvaluatorRecord | null> => {
  const record = await EvaluatorModel.findOne({ workspaceId, isDefault: true }).lean();
  return record && toRecord(record);
});

/** The latest version of the oldest embedded evaluator: each workspace is created with one. */
export async function findEmbeddedEvaluator(workspaceId: string): Promise<EvaluatorRecord | null> {
  const record = await EvaluatorModel.findOne({ workspaceId, isCurrent: true, kind: 'grounding' })
    .sort({ createdAt: 1, evaluatorId: 1 })
    .lean();
  return record && toRecord(record);
}

/** Lists the latest version of each evaluator after a position, newest evaluator first. */
export async function listEvaluators(
  workspaceId: string,
  after: TimePosition | null,
  limit: number,
): Promise<EvaluatorRecord[]> {
  const { filter, sort } = newestFirst(after, 'evaluatorId');
  const records = await EvaluatorModel.find({ workspaceId, isCurrent: true, ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return records.map(toRecord);
}

function toRecord({
  _id,
  evaluatorId,
  isCurrent,
  storedBytes,
  ...version
}: EvaluatorDocument): EvaluatorRecord {
  return { ...version, id: evaluatorId };
}
