import type { SnapshotRead } from '../conversations/storage/conversation.repository';
import { messageCollection, transcriptIndex } from '../conversations/storage/stored-message.model';
import type { TagPair } from '../conversations/storage/tag-pair';
import type { StoredMessage } from '../conversations/transcript/conversation';
import type { MessageVerdict, ToolCallFact, ToolResultFact } from '../conversations/transcript/message-facts';
import { inSession } from '../platform/mongo/driver';

/** The fields of a message that analytics count. */
export interface CountedMessage {
  conversationId: string;
  role: StoredMessage['role'];
  createdAt: Date;
  /** Not counted from this time on, deleted or not; null: never expires. */
  expireAt: Date | null;
  toolCalls: ToolCallFact[];
  toolResults: ToolResultFact[];
  verdicts: Pick<MessageVerdict, 'issueCount' | 'findings'>[];
  tags: TagPair[];
  agentName: string | null;
  promptVersion: string | null;
  generation: Pick<
    NonNullable<StoredMessage['generation']>,
    'model' | 'costUsd' | 'latencyMs' | 'inputTokens' | 'outputTokens'
  > | null;
}

/** A read that ends after `max` messages; without `max` it reads all. */
export interface BoundedCountingRead extends SnapshotRead {
  max?: number;
  /** Only conversations whose ids are below are read; absent: all. */
  idsBelow?: string | undefined;
}

// Messages per batch, after which the event loop serves others.
const READ_BATCH_SIZE = 2000;

const projection = {
  _id: 0,
  conversationId: 1,
  role: 1,
  createdAt: 1,
  expireAt: 1,
  toolCalls: 1,
  toolResults: 1,
  'verdicts.issueCount': 1,
  'verdicts.findings': 1,
  tags: 1,
  agentName: 1,
  promptVersion: 1,
  'generation.model': 1,
  'generation.costUsd': 1,
  'generation.latencyMs': 1,
  'generation.inputTokens': 1,
  'generation.outputTokens': 1,
} as const;

/**
 * Reads messages of a workspace in batches, in no particular order. `query` is a MongoDB query and must not
 * contain unchecked input.
 */
export async function* streamCountedMessages(
  workspaceId: string,
  query: Record<string, unknown>,
  { session, limit, max = 0, idsBelow }: BoundedCountingRead,
): AsyncGenerator<CountedMessage[]> {
  const cursor = messageCollection()
    .find(
      {
        $and: [
          { workspaceId },
          query,
          ...(idsBelow === undefined ? [] : [{ conversationId: { $lt: idsBelow } }]),
        ],
      },
      {
        ...inSession(session),
        ...limit.forOperation(),
        // The other index would read all messages of the time.
        ...(idsBelow !== undefined && { hint: transcriptIndex }),
      },
    )
    .limit(max) // 0: all
    .batchSize(READ_BATCH_SIZE)
    .project<CountedMessage>(projection);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}
