import type { ClientSession } from 'mongoose';
import type { OnlineEvaluation } from '../../access/workspaces/workspace.repository';
import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { type Debounce, saveDueEvaluations } from './due-evaluation.repository';
import type { OnlineEvaluationWorkflows } from './online-evaluation-workflows';
import { createSlotWaker } from './wake-slot';

const defaultDebounce: Debounce = { settleMs: 5000, maxSettleMs: 60_000 };

export interface OnlineEvaluationDependencies {
  workflows: OnlineEvaluationWorkflows;
  settingsOf(workspaceId: string): Promise<OnlineEvaluation>;
  debounce?: Debounce;
  logger: Logger;
}

export type OnlineEvaluationService = ReturnType<typeof createOnlineEvaluationService>;

/** Requests the evaluation of new replies, in workspaces with online evaluation. */
export function createOnlineEvaluationService({
  workflows,
  settingsOf,
  debounce = defaultDebounce,
  logger,
}: OnlineEvaluationDependencies) {
  const wakeSlot = createSlotWaker(workflows);

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
    if (ids.length > 0) await saveDueEvaluations(workspaceId, ids, debounce, session);
    return ids;
  }

  /**
   * Makes the workspace's workflow evaluate due conversations. Never rejects: the reconciler
   * starts what could not be started, within a minute after Temporal is back.
   */
  async function start(workspaceId: string, conversationIds: readonly string[]): Promise<void> {
    if (conversationIds.length === 0) return;
    try {
      await wakeSlot({ workspaceId, slot: 0 }, new Date(currentTimeMs() + debounce.settleMs));
    } catch (error) {
      logger.warn(
        { err: error, workspaceId },
        'online evaluation could not be started; the reconciler will retry',
      );
    }
  }

  return { markDue, start };
}
