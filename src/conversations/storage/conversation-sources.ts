import { nextSlice } from '../../../packages/concurrency';
import { previewOf } from '../transcript/build-conversation';
import type { ConversationSource, OriginalReply } from '../transcript/conversation';
import { type ConversationPreview, findPreviews } from './conversation.repository';
import { findLastReplies, findQuestionBefore } from './stored-message.repository';

/** Batch size for looking up the conversations of an experiment. */
const SOURCE_BATCH_SIZE = 500;

/** The messages that may be replayed, by conversation. */
export type MessageChoice = ReadonlyMap<string, readonly string[]>;

/**
 * By id, the conversations of the workspace among `ids`, with what experiments need. Null: any reply may be replayed.
 */
export async function listSources(
  workspaceId: string,
  ids: readonly string[],
  choice: MessageChoice | null = null,
): Promise<Map<string, ConversationSource>> {
  const sources = new Map<string, ConversationSource>();
  for (let start = 0; start < ids.length; start += SOURCE_BATCH_SIZE) {
    const batch = ids.slice(start, start + SOURCE_BATCH_SIZE);
    const [previews, replies] = await Promise.all([
      findPreviews(workspaceId, batch),
      findLastReplies(workspaceId, batch, choice && batch.flatMap((id) => choice.get(id) ?? [])),
    ]);
    await nextSlice();
    const entries = await Promise.all(
      [...previews].map(async ([id, preview]): Promise<[string, ConversationSource]> => {
        const reply = replies.get(id) ?? null;
        return [id, { preview: await previewBefore(workspaceId, id, reply, preview), reply }];
      }),
    );
    for (const [id, source] of entries) sources.set(id, source);
  }
  return sources;
}

/** The preview of a conversation as it is replayed: user messages after the reply are left out. */
async function previewBefore(
  workspaceId: string,
  id: string,
  reply: OriginalReply | null,
  { preview, messageCount }: ConversationPreview,
): Promise<string> {
  if (reply === null || reply.sequenceNumber === messageCount - 1) return preview;
  const question = await findQuestionBefore(workspaceId, id, reply.sequenceNumber);
  return question === null ? '' : previewOf([question]);
}
