import type { ConversationService } from '../../conversations/conversation.service';
import type { Judgement } from '../../conversations/evaluations/evaluation';
import {
  deleteEvaluations,
  deleteEvaluationsOfConversation,
  listJudgements,
} from '../../conversations/evaluations/evaluation.repository';
import { listMessageIds } from '../../conversations/storage/message-times.repository';
import type { Conversation, Transcript } from '../../conversations/transcript/conversation';

/**
 * Loads a conversation and the judgements on its messages; null if it was deleted. Deletes orphaned
 * evaluations, whose message was deleted or replaced while it was judged.
 */
export async function loadJudgedTranscript(
  conversations: Pick<ConversationService, 'findTranscript'>,
  workspaceId: string,
  conversationId: string,
): Promise<{ transcript: Transcript; judgements: Judgement[] } | null> {
  // The order matters: a message that arrives in between has no judgement in the list.
  const judgements = await listJudgements(workspaceId, conversationId);
  const transcript = await conversations.findTranscript(workspaceId, conversationId);
  if (transcript === null) {
    await deleteEvaluationsOfConversation(workspaceId, conversationId);
    return null;
  }
  await deleteOrphansAmong(workspaceId, judgements, transcript.messages);
  return { transcript, judgements };
}

/** Deletes the evaluations of deleted messages, without loading the others. */
export async function deleteOrphanedEvaluations({
  workspaceId,
  id,
}: Pick<Conversation, 'workspaceId' | 'id'>): Promise<void> {
  const judgements = await listJudgements(workspaceId, id);
  await deleteOrphansAmong(workspaceId, judgements, await listMessageIds(workspaceId, id));
}

async function deleteOrphansAmong(
  workspaceId: string,
  judgements: readonly Judgement[],
  messages: readonly { id: string }[],
): Promise<void> {
  const present = new Set(messages.map(({ id }) => id));
  const orphans = judgements.filter(({ messageId }) => !present.has(messageId)).map(({ id }) => id);
  if (orphans.length > 0) await deleteEvaluations(workspaceId, orphans);
}
