import type { SnapshotRead } from '../conversations/storage/conversation.repository';
import { isDuplicateKey } from '../platform/mongo/connection';
import { inSession } from '../platform/mongo/driver';
import { type DimensionValuesRecord, dimensionValuesCollection } from './dimension-values.model';

export type StoredValues = Pick<DimensionValuesRecord, 'version' | 'dimensions'>;

export async function findValues(
  workspaceId: string,
  { session, limit }: SnapshotRead,
): Promise<StoredValues> {
  const stored = await dimensionValuesCollection().findOne(
    { _id: workspaceId },
    { ...inSession(session), ...limit.forOperation() },
  );
  return stored ?? { version: 0, dimensions: [] };
}

/** Replaces the values that have the version before; returns false if they have another one. */
export async function replaceValues(
  workspaceId: string,
  { version, dimensions }: StoredValues,
): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await dimensionValuesCollection().updateOne(
      { _id: workspaceId, version: version - 1 },
      { $set: { workspaceId, version, dimensions } },
      { upsert: version === 1, writeConcern: { w: 'majority' } },
    );
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
