import type { InvalidationService } from '../conversations/changed-periods/invalidation.service';
import { withSnapshot } from '../platform/mongo/snapshot';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { DimensionValues } from './dimension-values';
import { findValues, replaceValues } from './dimension-values.repository';
import type { Snapshot } from './scan-messages';
import { dimensionsWith } from './segments';

/** Tags whose values are segments, besides the dimensions that all workspaces have. */
export const CHOSEN_TAGS: readonly string[] = ['environment'];

export interface SnapshotOptions {
  invalidation: InvalidationService;
  workspaceId: string;
  now: Date;
  maxUndivided: number;
  tagKeys: readonly string[];
}

/** Runs `read` on the messages of a workspace in one snapshot. */
export async function inSnapshot<Result>(
  { tagKeys, ...options }: SnapshotOptions,
  limit: TimeLimit,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = options;
  return withSnapshot(async (session) => {
    const stored = await findValues(workspaceId, { session, limit });
    const values = new DimensionValues(stored, (changed) => replaceValues(workspaceId, changed));
    return read({ ...options, session, limit, dimensions: dimensionsWith(tagKeys), values });
  }, limit);
}
