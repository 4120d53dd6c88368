import type { ClientSession } from 'mongoose';
import type { OnlineEvaluation } from '../../access/workspaces/workspace.repository';
import type { Logger } from '../../platform/logging';
import { saveDueEvaluations } from './due-evaluation.repository';
import type { OnlineEvaluationWorkflows } from './online-evaluation-workflows';

/** Number of workflows that are started concurrently. */
const START_BATCH_SIZE = 20;

export interface OnlineEvaluationDependencies {
  workflows: Pick<OnlineEvaluationWorkflows, 'request'>;
  settingsOf(workspaceId: string): Promise<OnlineEvaluation>;
  logger: Logger;
}

export type OnlineEvaluationService = ReturnType<typeof createOnlineEvaluationService>;

/** Requests the evaluation of new replies, in workspaces with online evaluation. */
export function createOnlineEvaluationService({
  workflows,
  settingsOf,
  logger,
}: OnlineEvaluationDependencies) {
  /**
   * Marks conversations with new replies as due, and returns those that are: none in a workspace without
   * online evaluation. Called in the transaction that stores the replies (an outbox), so that no request is
   * lost.
   */
  async function markDue(
    workspaceId: string,
    conversationIds: readonly string[],
    session?: ClientSession,
  ): Promise<string[]> {
    const { isEnabled } = await settingsOf(workspaceId);
    const ids = isEnabled ? [...new Set(conversationIds)] : [];
    if (ids.length > 0) await saveDueEvaluations(workspaceId, ids, session);
    return ids;
  }

  /**
   * Starts the workflows of due conversations, or signals the running ones. Never rejects: the reconciler
   * starts what could not be started, within a minute after Temporal is back.
   */
  async function start(workspaceId: string, conversationIds: readonly string[]): Promise<void> {
    try {
      for (let from = 0; from < conversationIds.length; from += START_BATCH_SIZE) {
        const batch = conversationIds.slice(from, from + START_BATCH_SIZE);
        await Promise.all(batch.map((id) => workflows.request(workspaceId, id)));
      }
    } catch (error) {
      logger.warn(
        { err: error, workspaceId },
        'online evaluation could not be started; the reconciler will retry',
      );
    }
  }

  return { markDue, start };
}
