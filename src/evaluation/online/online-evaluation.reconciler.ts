import type { EvaluationSlot } from '../../../workflows/contracts';
import { currentTime, currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { createRoundRobin } from '../../platform/reconciliation/round-robin';
import { listOverdueSlots } from './due-evaluation.repository';
import { listWorkspacesWithDueEvaluationsUnscoped } from './due-evaluation.unscoped.repository';
import { looksAfter, saveLooksAt } from './evaluation-slot.repository';
import type { OnlineEvaluationWorkflows } from './online-evaluation-workflows';

export interface OnlineReconcilerDependencies {
  workflows: OnlineEvaluationWorkflows;
  logger: Logger;
}

/**
 * Wakes every slot that has something overdue and has not looked since, because the process that recorded it crashed,
 * Temporal was down, or its workflow was terminated. See `createExperimentReconciler`.
 */
export function createOnlineEvaluationReconciler(
  { workflows, logger }: OnlineReconcilerDependencies,
  graceMs: number,
): ReconcilerPass {
  const take = createRoundRobin<EvaluationSlot>({
    listWorkspaces: listWorkspacesWithDueEvaluationsUnscoped,
    listAfter: async (workspaceId, position, limit) => {
      const slots = await listOverdueSlots(workspaceId, new Date(currentTimeMs() - graceMs));
      const first = position === null ? 0 : Number(position.id) + 1;
      return slots
        .filter((slot) => slot >= first)
        .slice(0, limit)
        .map((slot) => ({ workspaceId, slot }));
    },
    positionOf: ({ slot }) => ({ at: new Date(0), id: String(slot) }),
    workspaceOf: ({ workspaceId }) => workspaceId,
  });

  return async (signal) => {
    const { entries, isComplete } = await take(MAX_ENTRIES_PER_PASS);
    await reconcileEach(entries, {
      signal,
      reconcile: async (slot) => {
        if (await looksAfter(slot, new Date(currentTimeMs() - graceMs))) return;
        await workflows.wake(slot, 0);
        await saveLooksAt(slot, currentTime());
      },
      onFailure: (slot, error) =>
        logger.warn({ err: error, ...slot }, 'online evaluation could not be reconciled'),
    });
    return { isComplete };
  };
}
