import { startOf } from '../conversations/changed-periods/changed-period';
import type { SnapshotRead } from '../conversations/storage/conversation.repository';
import { isDuplicateKey } from '../platform/mongo/connection';
import { inSession } from '../platform/mongo/driver';
import { type DimensionValuesRecord, dimensionValuesCollection } from './dimension-values.model';
import { type Interval, timesIn } from './interval';

export type StoredValues = Pick<DimensionValuesRecord, 'version' | 'dimensions'>;

/** The values of the blocks that a window touches, by start. */
export async function findValues(
  workspaceId: string,
  { start, end }: Interval,
  { session, limit }: SnapshotRead,
): Promise<Map<number, StoredValues>> {
  const blocks = await dimensionValuesCollection()
    .find(
      { workspaceId, start: timesIn({ start: startOf(start, 'block'), end }) },
      { ...inSession(session), ...limit.forOperation() },
    )
    .toArray();
  return new Map(blocks.map((block) => [block.start.getTime(), block]));
}

/** Replaces the values of a block that have the version before; returns false if they have another one. */
export async function replaceValues(
  workspaceId: string,
  start: number,
  { version, dimensions }: StoredValues,
): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await dimensionValuesCollection().updateOne(
      { workspaceId, start: new Date(start), version: version - 1 },
      { $set: { version, dimensions } },
      { upsert: version === 1, writeConcern: { w: 'majority' } },
    );
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
