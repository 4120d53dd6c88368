import { clearDueRequest, findDueRequest } from './due-evaluation.repository';

/** What the workflow of a conversation asks about its due record. */
export function createDueEvaluations() {
  return {
    /** The latest request for the conversation; null when nothing is due. */
    findDueEvaluation({ conversationId }: { conversationId: string }): Promise<string | null> {
      return findDueRequest(conversationId);
    },

    /** Forgets a request that is done with. True when a newer one has come. */
    clearDueEvaluation({
      conversationId,
      requestId,
    }: {
      conversationId: string;
      requestId: string;
    }): Promise<boolean> {
      return clearDueRequest(conversationId, requestId);
    },
  };
}

export type DueEvaluations = ReturnType<typeof createDueEvaluations>;
