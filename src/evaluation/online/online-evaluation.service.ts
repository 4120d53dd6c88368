import type { ClientSession } from 'mongoose';
import type { OnlineEvaluation } from '../../access/workspaces/workspace.service';
import type { Logger } from '../../platform/logging';
import { saveDueEvaluations } from './due-evaluation.repository';
import type { OnlineEvaluationWorkflows } from './online-evaluation-workflows';

/** How many workflows are started at once. */
const START_BATCH_SIZE = 20;

export interface OnlineEvaluationDependencies {
  workflows: Pick<OnlineEvaluationWorkflows, 'request'>;
  settingsOf(workspaceId: string): Promise<OnlineEvaluation>;
  logger: Logger;
}

export type OnlineEvaluationService = ReturnType<typeof createOnlineEvaluationService>;

/** Asks for the evaluation of new replies, in workspaces that want it. */
export function createOnlineEvaluationService({
  workflows,
  settingsOf,
  logger,
}: OnlineEvaluationDependencies) {
  /**
   * Notes durably that conversations have new replies, and answers those that are due: none in a workspace that
   * does not want it. Written in the transaction that stores the replies, nothing can be lost between the two.
   */
  async function noteDue(
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
   * Starts the workflows of conversations that are noted as due, or tells those that run. It never fails: what it
   * cannot start the reconciler does, within a minute of Temporal's return.
   */
  async function start(workspaceId: string, conversationIds: readonly string[]): Promise<void> {
    try {
      for (let from = 0; from < conversationIds.length; from += START_BATCH_SIZE) {
        const together = conversationIds.slice(from, from + START_BATCH_SIZE);
        await Promise.all(together.map((id) => workflows.request(workspaceId, id)));
      }
    } catch (error) {
      logger.warn(
        { err: error, workspaceId },
        'online evaluation was not started; the reconciler will do it',
      );
    }
  }

  return { noteDue, start };
}
