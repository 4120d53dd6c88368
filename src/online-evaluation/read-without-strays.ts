import type { Transcript } from '../conversations/conversation';
import type { ConversationService } from '../conversations/conversation.service';
import type { Judgement } from '../evaluations/evaluation';
import {
  deleteEvaluations,
  deleteEvaluationsOfConversation,
  listJudgements,
} from '../evaluations/evaluation.service';

/**
 * A conversation as it is now, with the judgements on its own messages; null when it is gone. Evaluations that
 * outlived their message, because it was deleted or replaced while it was judged, are deleted.
 */
export async function readWithoutStrays(
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
  const present = new Set(transcript.messages.map(({ id }) => id));
  const strays = judgements.filter(({ messageId }) => !present.has(messageId)).map(({ id }) => id);
  if (strays.length > 0) await deleteEvaluations(workspaceId, strays);
  return { transcript, judgements };
}
