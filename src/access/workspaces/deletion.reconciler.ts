import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { postponeDeletion } from './workspace-deletion.repository';
import { listDueDeletionsUnscoped } from './workspace-deletion.unscoped.repository';
import type { WorkspaceWorkflows } from './workspace-workflows';

/** A running workflow is checked again after this time. */
const NEXT_CHECK_MS = 300_000;

export interface DeletionReconcilerDependencies {
  workflows: Pick<WorkspaceWorkflows, 'deleteWorkspace'>;
  logger: Logger;
}

/**
 * Starts the workflow of every deletion that has none, because the api crashed after storing the deletion, or
 * Temporal was down. The longest due come first; each workspace has at most one.
 */
export function createDeletionReconciler(
  { workflows, logger }: DeletionReconcilerDependencies,
  graceMs: number,
): ReconcilerPass {
  return async (signal) => {
    const due = await listDueDeletionsUnscoped(new Date(currentTimeMs() - graceMs), MAX_ENTRIES_PER_PASS);
    await reconcileEach(due, {
      signal,
      reconcile: async (workspaceId) => {
        await workflows.deleteWorkspace(workspaceId);
        await postponeDeletion(workspaceId, new Date(currentTimeMs() + NEXT_CHECK_MS));
      },
      onFailure: (workspaceId, error) =>
        logger.warn({ err: error, workspaceId }, 'deletion of a workspace was not reconciled'),
    });
    return { isComplete: due.length < MAX_ENTRIES_PER_PASS };
  };
}
