import { clearDueRequest, findDueRequest } from './due-evaluation.repository';

export type DueEvaluations = typeof dueEvaluations;

/** What the workflow of a conversation asks about its due record. */
export const dueEvaluations = {
  /** The latest request for the conversation; null when nothing is due. */
  find({ conversationId }: { conversationId: string }): Promise<string | null> {
    return findDueRequest(conversationId);
  },

  /** Forgets a request that is done with. True when a newer one has come. */
  clear({ conversationId, requestId }: { conversationId: string; requestId: string }): Promise<boolean> {
    return clearDueRequest(conversationId, requestId);
  },
};
