import { nextSlice } from '../../../packages/concurrency';
import { previewOf } from '../transcript/build-conversation';
import type { ConversationSource, LastReply } from '../transcript/conversation';
import { type ConversationPreview, findPreviews } from './conversation.repository';
import { findLastReplies, findQuestionBefore } from './stored-message.repository';

/** Batch size for looking up the conversations of an experiment. */
const SOURCE_BATCH_SIZE = 500;

/** By id, the conversations of the workspace among `ids`, with what experiments need. */
export async function listSources(
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, ConversationSource>> {
  const sources = new Map<string, ConversationSource>();
  for (let start = 0; start < ids.length; start += SOURCE_BATCH_SIZE) {
    const batch = ids.slice(start, start + SOURCE_BATCH_SIZE);
    const [previews, replies] = await Promise.all([
      findPreviews(workspaceId, batch),
      findLastReplies(workspaceId, batch),
    ]);
    await nextSlice();
    const entries = await Promise.all(
      [...previews].map(async ([id, preview]): Promise<[string, ConversationSource]> => {
        const lastReply = replies.get(id) ?? null;
        return [id, { preview: await previewBefore(workspaceId, id, lastReply, preview), lastReply }];
      }),
    );
    for (const [id, source] of entries) sources.set(id, source);
  }
  return sources;
}

/** The preview of a conversation as it is replayed: user messages after its last reply are left out. */
async function previewBefore(
  workspaceId: string,
  id: string,
  reply: LastReply | null,
  { preview, messageCount }: ConversationPreview,
): Promise<string> {
  if (reply === null || reply.sequenceNumber === messageCount - 1) return preview;
  const question = await findQuestionBefore(workspaceId, id, reply.sequenceNumber);
  return question === null ? '' : previewOf([question]);
}
