import { type ConversationService, listMessageIds } from '../../conversations/conversation.service';
import type { Judgement } from '../../conversations/evaluations/evaluation';
import {
  deleteEvaluations,
  deleteEvaluationsOfConversation,
  listJudgements,
} from '../../conversations/evaluations/evaluation.service';
import type { Conversation, Transcript } from '../../conversations/transcript/conversation';

/**
 * A conversation as it is now, with the judgements on its own messages; null when it is gone. Evaluations that
 * outlived their message, because it was deleted or replaced while it was judged, are deleted.
 */
export async function loadJudgedTranscript(
  conversations: Pick<ConversationService, 'findTranscript'>,
  workspaceId: string,
  conversationId: string,
): Promise<{ transcript: Transcript; judgements: Judgement[] } | null> {
  // In this order: a message that comes after the judgements were listed has none among them.
  const judgements = await listJudgements(workspaceId, conversationId);
  const transcript = await conversations.findTranscript(workspaceId, conversationId);
  if (transcript === null) {
    await deleteEvaluationsOfConversation(workspaceId, conversationId);
    return null;
  }
  await deleteOrphansAmong(workspaceId, judgements, transcript.messages);
  return { transcript, judgements };
}

/** Deletes the evaluations of messages that are gone, without reading what the others say. */
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
