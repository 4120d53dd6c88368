import type { InvalidationService } from '../conversations/changed-periods/invalidation.service';
import { withSnapshot } from '../platform/mongo/snapshot';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { DimensionValues } from './dimension-values';
import { findValues, replaceValues } from './dimension-values.repository';
import type { Interval } from './interval';
import type { Snapshot } from './scan-messages';
import { type Dimension, dimensionsWith } from './segments';

/** Reads the keys of the tags whose values are segments, besides the dimensions that all workspaces have. */
export type TagKeysOf = (workspaceId: string) => Promise<readonly string[]>;

const onlyEnvironment: TagKeysOf = async () => ['environment'];

/**
 * A period with more messages is divided: its child periods have rollups too. Counting this many takes a few
 * milliseconds, and rollups stay a small fraction of the messages however these are spread over time.
 */
const MAX_UNDIVIDED = 1000;

export interface SnapshotOptions {
  invalidation: InvalidationService;
  workspaceId: string;
  /** The messages that are read are in it. */
  window: Interval;
  now: Date;
  maxUndivided?: number;
  /** Values of a dimension that are counted by themselves in a block. */
  maxValues?: number;
  tagKeysOf?: TagKeysOf;
}

/** The dimensions whose segments are in rollups, or will be. */
export async function storedDimensions(
  { tagKeysOf = onlyEnvironment }: Pick<SnapshotOptions, 'tagKeysOf'>,
  workspaceId: string,
): Promise<Dimension[]> {
  return dimensionsWith(await tagKeysOf(workspaceId));
}

/** Runs `read` on the messages of a workspace in one snapshot. */
export async function inSnapshot<Result>(
  options: SnapshotOptions,
  limit: TimeLimit,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { invalidation, workspaceId, window, now, maxUndivided = MAX_UNDIVIDED, maxValues } = options;
  const dimensions = await storedDimensions(options, workspaceId);
  return withSnapshot(async (session) => {
    const stored = await findValues(workspaceId, window, { session, limit });
    const values = new DimensionValues(stored, replaceValues.bind(null, workspaceId), maxValues);
    return read({ invalidation, workspaceId, now, maxUndivided, session, limit, dimensions, values });
  }, limit);
}
