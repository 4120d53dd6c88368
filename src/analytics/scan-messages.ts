import type { ClientSession } from 'mongoose';
import type { ConversationService, CountedMessage } from '../conversations/conversation.service';
import type { InvalidationService } from '../invalidation/invalidation.service';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { Interval } from './interval';

/** What analytics read of conversations. */
export type CountedConversations = Pick<ConversationService, 'streamCountedMessages' | 'findExtents'>;

/**
 * Messages of a period from which on the periods in it have rollups too. Counting so many costs some milliseconds,
 * and rollups are never more than a small share of the messages, however these are spread over time.
 */
export const MAX_UNDIVIDED = 1000;

/** The messages of one workspace as of one snapshot. */
export interface Snapshot {
  conversations: CountedConversations;
  invalidation: InvalidationService;
  workspaceId: string;
  session: ClientSession;
  limit: TimeLimit;
  /** What has expired by then counts no more, whether it is deleted yet or not. */
  now: Date;
  /** A period with at most so many messages is counted whenever a part of it is asked for. */
  maxUndivided: number;
}

/** Hands every message that a query selects to `count`; the query comes from no caller as it is. */
export async function scanMessages(
  { conversations, workspaceId, session, limit, now }: Snapshot,
  query: Record<string, unknown>,
  count: (message: CountedMessage) => void,
): Promise<void> {
  for await (const messages of conversations.streamCountedMessages(workspaceId, query, { session, limit })) {
    limit.signal.throwIfAborted();
    for (const message of messages) if (message.expireAt === null || message.expireAt > now) count(message);
  }
}

/** The messages of an interval that are no replies of experiments; null when they are more than `maxUndivided`. */
export async function listMessagesIfFew(
  snapshot: Snapshot,
  interval: Interval,
): Promise<CountedMessage[] | null> {
  const { conversations, workspaceId, session, limit, now, maxUndivided } = snapshot;
  const read = { session, limit, max: maxUndivided + 1 };
  const found: CountedMessage[] = [];
  for await (const messages of conversations.streamCountedMessages(
    workspaceId,
    withoutExperimentReplies(interval),
    read,
  )) {
    found.push(...messages);
  }
  if (found.length > maxUndivided) return null;
  return found.filter(({ expireAt }) => expireAt === null || expireAt > now);
}

/** Selects the messages of a time that are no replies of experiments. */
export function withoutExperimentReplies({ start, end }: Interval): Record<string, unknown> {
  return { experimentId: null, createdAt: { $gte: new Date(start), $lt: new Date(end) } };
}
