import type { ClientSession } from 'mongoose';
import { storedBytesOf } from '../../platform/mongo/created-content';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import type { Backfill, BackfillPosition, ListedBackfill } from './backfill';
import { BackfillModel, type StoredBackfill } from './backfill.model';

const LIFETIME_MS = 30 * 86_400_000;

/** @throws the driver's duplicate key error if the id exists */
export async function insertBackfill({ id, ...backfill }: Backfill, session: ClientSession): Promise<void> {
  const storedBytes = storedBytesOf(backfill);
  const expireAt = new Date(backfill.createdAt.getTime() + LIFETIME_MS);
  await BackfillModel.create([{ ...backfill, _id: id, storedBytes, expireAt }], { session });
}

export async function findBackfill(workspaceId: string, id: string): Promise<Backfill | null> {
  const stored = await BackfillModel.findOne({ _id: id, workspaceId }).lean<StoredBackfill>();
  return stored && toBackfill(stored);
}

/** Newest first. */
export async function listBackfills(
  workspaceId: string,
  after: TimePosition | null,
  limit: number,
): Promise<ListedBackfill[]> {
  const { filter, sort } = newestFirst(after);
  const backfills = await BackfillModel.find({ workspaceId, ...filter }, { 'source.conversationIds': 0 })
    .sort(sort)
    .limit(limit)
    .lean<(Omit<StoredBackfill, 'source'> & Pick<ListedBackfill, 'source'>)[]>();
  return backfills.map(toBackfill);
}

function toBackfill<Stored extends Pick<StoredBackfill, '_id' | 'storedBytes' | 'expireAt'>>({
  _id,
  storedBytes: _bytes,
  expireAt: _expireAt,
  ...backfill
}: Stored) {
  return { id: _id, ...backfill };
}

/** The version that judges for a backfill, without its conversations; null if it was cancelled or deleted. */
export function findJudgingVersion(
  workspaceId: string,
  id: string,
): Promise<Pick<Backfill, 'evaluatorId' | 'evaluatorVersion'> | null> {
  return BackfillModel.findOne(
    { _id: id, workspaceId, isCancelled: false },
    { evaluatorId: 1, evaluatorVersion: 1 },
  ).lean<StoredBackfill>();
}

/** Saves how far conversations are listed. False if the backfill was cancelled or deleted, or another try has saved it. */
export async function saveListed(
  { id, workspaceId, listedCount }: Backfill,
  listed: { position: BackfillPosition; listedCount: number; isListed: boolean },
  session: ClientSession,
): Promise<boolean> {
  const { matchedCount } = await BackfillModel.updateOne(
    { _id: id, workspaceId, listedCount, isCancelled: false, isListed: false },
    { $set: listed },
    { session },
  );
  return matchedCount === 1;
}

export async function countFailed(workspaceId: string, id: string): Promise<void> {
  await BackfillModel.updateOne({ _id: id, workspaceId }, { $inc: { failedCount: 1 } });
}

export async function saveCancelled(
  workspaceId: string,
  id: string,
  cancelledCount: number,
  session: ClientSession,
): Promise<void> {
  await BackfillModel.updateOne(
    { _id: id, workspaceId, isCancelled: false },
    { $set: { isCancelled: true, cancelledCount } },
    { session },
  );
}
