import { clearDueRequestUnscoped, findDueRequestUnscoped } from './due-evaluation.unscoped.repository';

/** The activities of the due record of a conversation. */
export function createDueEvaluations() {
  return {
    /** The latest request for the conversation; null if it is not due. */
    findDueEvaluation({ conversationId }: { conversationId: string }): Promise<string | null> {
      return findDueRequestUnscoped(conversationId);
    },

    /** Deletes a completed request. Returns true if there is a newer one. */
    clearDueEvaluation({
      conversationId,
      requestId,
    }: {
      conversationId: string;
      requestId: string;
    }): Promise<boolean> {
      return clearDueRequestUnscoped(conversationId, requestId);
    },
  };
}

export type DueEvaluations = ReturnType<typeof createDueEvaluations>;
