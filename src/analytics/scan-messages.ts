import type { ClientSession } from 'mongoose';
import type { ConversationService, CountedMessage } from '../conversations/conversation.service';
import type { TimeLimit } from '../mongo/time-limit';
import type { Interval } from './interval';

/** What analytics read of conversations. */
export type CountedConversations = Pick<
  ConversationService,
  'streamCountedMessages' | 'findExtents' | 'listMarks' | 'listMarkedWorkspaces' | 'deleteMarks'
>;

/** The messages of one workspace as of one moment. */
export interface Moment {
  conversations: CountedConversations;
  workspaceId: string;
  session: ClientSession;
  limit: TimeLimit;
  /** What has expired by then counts no more, whether it is deleted yet or not. */
  now: Date;
}

/** Hands every message that a query selects to `count`; the query comes from no caller as it is. */
export async function scanMessages(
  { conversations, workspaceId, session, limit, now }: Moment,
  query: Record<string, unknown>,
  count: (message: CountedMessage) => void,
): Promise<void> {
  for await (const messages of conversations.streamCountedMessages(workspaceId, query, { session, limit })) {
    limit.signal.throwIfAborted();
    for (const message of messages) if (message.expireAt === null || message.expireAt > now) count(message);
  }
}

/** Selects the messages of a time that are no replies of experiments. */
export function ownWithin({ start, end }: Interval): Record<string, unknown> {
  return { experimentId: null, createdAt: { $gte: new Date(start), $lt: new Date(end) } };
}
