import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { createRoundRobin } from '../../platform/reconciliation/round-robin';
import type { DueEvaluation } from './due-evaluation.model';
import { listDueEvaluations, postponeDueRequest } from './due-evaluation.repository';
import { listWorkspacesWithDueEvaluationsUnscoped } from './due-evaluation.unscoped.repository';
import type { OnlineEvaluationWorkflows } from './online-evaluation-workflows';

/** Interval between checks of a running workflow, which may be waiting for a provider. */
const NEXT_CHECK_MS = 300_000;

export interface OnlineReconcilerDependencies {
  workflows: Pick<OnlineEvaluationWorkflows, 'ensureRunning'>;
  logger: Logger;
}

/**
 * Starts the workflow of every due conversation that has none, because the process that recorded it crashed
 * or Temporal was down. See `createExperimentReconciler`.
 */
export function createOnlineEvaluationReconciler(
  { workflows, logger }: OnlineReconcilerDependencies,
  graceMs: number,
): ReconcilerPass {
  const take = createRoundRobin<DueEvaluation>({
    listWorkspaces: listWorkspacesWithDueEvaluationsUnscoped,
    listAfter: (workspaceId, position, limit) =>
      listDueEvaluations(workspaceId, { before: new Date(currentTimeMs() - graceMs), position, limit }),
    positionOf: ({ dueAt, _id }) => ({ at: dueAt, id: _id }),
    workspaceOf: ({ workspaceId }) => workspaceId,
  });

  return async (signal) => {
    const { entries, isComplete } = await take(MAX_ENTRIES_PER_PASS);
    await reconcileEach(entries, {
      signal,
      reconcile: async (due) => {
        await workflows.ensureRunning(due.workspaceId, due._id);
        await postponeDueRequest(due, new Date(currentTimeMs() + NEXT_CHECK_MS));
      },
      onFailure: ({ _id: conversationId }, error) =>
        logger.warn({ err: error, conversationId }, 'online evaluation could not be reconciled'),
    });
    return { isComplete };
  };
}
