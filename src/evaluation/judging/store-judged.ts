import type { ConversationService } from '../../conversations/conversation.service';
import type { Evaluation } from '../../conversations/evaluations/evaluation';
import { saveEvaluations } from '../../conversations/evaluations/evaluation.repository';
import type { NewConversation } from '../../conversations/transcript/conversation';
import { inTransaction } from '../../platform/mongo/connection';

/** A new conversation and the evaluations of its replies. */
export interface JudgedConversation {
  conversation: NewConversation;
  evaluations: Evaluation[];
}

/**
 * Stores conversations with their evaluations and findings in one transaction. Returns the evaluations as stored, in
 * order.
 * @throws the driver's duplicate key error if a conversation is stored
 */
export async function storeJudged(
  conversations: Pick<ConversationService, 'addConversations' | 'recordFindings'>,
  judged: readonly JudgedConversation[],
): Promise<Evaluation[]> {
  return inTransaction(async (session) => {
    const inputs = judged.map(({ conversation }) => conversation);
    const transcripts = await conversations.addConversations(inputs, session);
    const expiryOf = new Map(transcripts.map(({ conversation: { id, expireAt } }) => [id, expireAt]));
    const evaluations = judged.flatMap((one) =>
      one.evaluations.map((evaluation) => ({
        ...evaluation,
        expireAt: expiryOf.get(evaluation.conversationId) ?? null,
      })),
    );
    await saveEvaluations(evaluations, session);
    const withFindings = evaluations.filter(({ annotations }) => annotations.length > 0);
    await conversations.recordFindings(withFindings, session);
    return evaluations;
  });
}
