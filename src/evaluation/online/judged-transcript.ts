import { deleteOrphans } from '../../conversations/content/conversation-content';
import type { ConversationService } from '../../conversations/conversation.service';
import type { Judgment } from '../../conversations/evaluations/evaluation';
import { deleteEvaluations, listJudgments } from '../../conversations/evaluations/evaluation.repository';
import { listMessageIds } from '../../conversations/storage/message-times.repository';
import type { Conversation, Transcript } from '../../conversations/transcript/conversation';

/**
 * Loads a conversation and the judgments on its messages; null if it was deleted. Deletes orphaned
 * evaluations, whose message was deleted or replaced while it was judged.
 */
export async function loadJudgedTranscript(
  conversations: Pick<ConversationService, 'findTranscript'>,
  workspaceId: string,
  conversationId: string,
): Promise<{ transcript: Transcript; judgments: Judgment[] } | null> {
  // The order matters: a message that arrives in between has no judgment in the list.
  const judgments = await listJudgments(workspaceId, conversationId);
  const transcript = await conversations.findTranscript(workspaceId, conversationId);
  if (transcript === null) {
    await deleteOrphans(workspaceId, conversationId);
    return null;
  }
  await deleteOrphansAmong(workspaceId, judgments, transcript.messages);
  return { transcript, judgments };
}

/** Deletes the evaluations of deleted messages, without loading the others. */
export async function deleteOrphanedEvaluations({
  workspaceId,
  id,
}: Pick<Conversation, 'workspaceId' | 'id'>): Promise<void> {
  const judgments = await listJudgments(workspaceId, id);
  await deleteOrphansAmong(workspaceId, judgments, await listMessageIds(workspaceId, id));
}

async function deleteOrphansAmong(
  workspaceId: string,
  judgments: readonly Judgment[],
  messages: readonly { id: string }[],
): Promise<void> {
  const present = new Set(messages.map(({ id }) => id));
  const orphans = judgments.filter(({ messageId }) => !present.has(messageId)).map(({ id }) => id);
  if (orphans.length > 0) await deleteEvaluations(workspaceId, orphans);
}
