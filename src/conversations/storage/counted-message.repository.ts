import type { ClientSession } from 'mongoose';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { MessageVerdict, ToolCallFact, ToolResultFact } from '../transcript/message-facts';
import { messageCollection } from './stored-message.model';

/** Of a message, what analytics count. */
export interface CountedMessage {
  conversationId: string;
  createdAt: Date;
  /** From then on it counts no more, deleted yet or not; null: it stays. */
  expireAt: Date | null;
  toolCalls: ToolCallFact[];
  toolResults: ToolResultFact[];
  verdicts: Pick<MessageVerdict, 'issueCount' | 'findings'>[];
}

/** A read in what is left of its time, and as of the moment of the session where it has one. */
export interface CountingRead {
  session?: ClientSession;
  limit: TimeLimit;
}

/** A read that ends after `max` messages; without it, it reads all. */
export interface BoundedCountingRead extends CountingRead {
  max?: number;
}

// Whatever else the process does gets a turn after so many.
const READ_BATCH_SIZE = 2000;

const projection = {
  _id: 0,
  conversationId: 1,
  createdAt: 1,
  expireAt: 1,
  toolCalls: 1,
  toolResults: 1,
  'verdicts.issueCount': 1,
  'verdicts.findings': 1,
} as const;

/**
 * Reads messages of a workspace in batches, in no particular order; `query` is in the language of MongoDB and
 * has come from no caller as it is. Old messages may have no facts: those count as empty.
 */
export async function* streamCountedMessages(
  workspaceId: string,
  query: Record<string, unknown>,
  { session, limit, max = 0 }: BoundedCountingRead,
): AsyncGenerator<CountedMessage[]> {
  const cursor = messageCollection()
    .find({ $and: [{ workspaceId }, query] }, { ...(session && { session }), ...limit.forOperation() })
    .limit(max) // 0: all
    .batchSize(READ_BATCH_SIZE)
    .project<CountedMessage>(projection);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(withFacts);
  } finally {
    await cursor.close();
  }
}

function withFacts(message: CountedMessage): CountedMessage {
  const { toolCalls = [], toolResults = [], verdicts = [] } = message as Partial<CountedMessage>;
  return { ...message, toolCalls, toolResults, verdicts };
}
