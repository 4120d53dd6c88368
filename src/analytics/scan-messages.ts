import type { ClientSession } from 'mongoose';
import type { InvalidationService } from '../conversations/changed-periods/invalidation.service';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { type CountedMessage, streamCountedMessages } from './counted-message.repository';
import type { DimensionValues } from './dimension-values';
import { type Interval, timesIn } from './interval';
import type { Dimension } from './segments';

/** The messages of one workspace in one snapshot of MongoDB. */
export interface Snapshot {
  invalidation: InvalidationService;
  workspaceId: string;
  session: ClientSession;
  limit: TimeLimit;
  /** Messages that have expired by this time are not counted, even if they are not deleted yet. */
  now: Date;
  /** A period with at most this many messages, an hour with four times as many, is counted whenever a part of it is queried. */
  maxUndivided: number;
  /** Those of the workspace; rollups have the segments of each. */
  dimensions: readonly Dimension[];
  values: DimensionValues;
  /** Only conversations whose ids are below are read; absent: all. */
  idsBelow?: string;
}

/** Calls `count` with every message that matches a query, which must not come from a client unchecked. */
export async function scanMessages(
  { workspaceId, session, limit, now, idsBelow }: Snapshot,
  query: Record<string, unknown>,
  count: (message: CountedMessage) => void,
): Promise<void> {
  for await (const messages of streamCountedMessages(workspaceId, query, { session, limit, idsBelow })) {
    limit.signal.throwIfAborted();
    for (const message of messages) if (message.expireAt === null || message.expireAt > now) count(message);
  }
}

/** The messages of an interval, without replies of experiments; null for more than `max`. */
export async function listMessagesIfFew(
  snapshot: Snapshot,
  interval: Interval,
  max: number,
): Promise<CountedMessage[] | null> {
  const { workspaceId, session, limit, now } = snapshot;
  const read = { session, limit, max: max + 1 };
  const counted: CountedMessage[] = [];
  for await (const messages of streamCountedMessages(workspaceId, withoutExperimentReplies(interval), read)) {
    counted.push(...messages);
  }
  if (counted.length > max) return null;
  return counted.filter(({ expireAt }) => expireAt === null || expireAt > now);
}

/** Matches the messages of an interval, without replies of experiments. */
export function withoutExperimentReplies(interval: Interval): Record<string, unknown> {
  return { experimentId: null, createdAt: timesIn(interval) };
}
