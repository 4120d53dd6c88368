import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { postponeRetentionChange } from './workspace.repository';
import { listDueRetentionChangesUnscoped } from './workspace.unscoped.repository';
import type { WorkspaceWorkflows } from './workspace-workflows';

/** A running workflow is checked again after this time. */
const NEXT_CHECK_MS = 300_000;

export interface RetentionReconcilerDependencies {
  workflows: Pick<WorkspaceWorkflows, 'ensureRetentionApplied'>;
  logger: Logger;
}

/**
 * Starts the workflow of every changed retention that has none, because the api crashed after storing the
 * change, or Temporal was down. The longest due come first; each workspace has at most one, so none delays
 * another's.
 */
export function createRetentionReconciler(
  { workflows, logger }: RetentionReconcilerDependencies,
  graceMs: number,
): ReconcilerPass {
  return async (signal) => {
    const before = new Date(currentTimeMs() - graceMs);
    const changes = await listDueRetentionChangesUnscoped(before, MAX_ENTRIES_PER_PASS);
    await reconcileEach(changes, {
      signal,
      reconcile: async ({ workspaceId, changeId }) => {
        await workflows.ensureRetentionApplied(workspaceId);
        await postponeRetentionChange(workspaceId, changeId, new Date(currentTimeMs() + NEXT_CHECK_MS));
      },
      onFailure: ({ workspaceId }, error) =>
        logger.warn({ err: error, workspaceId }, 'changed retention was not reconciled'),
    });
    return { isComplete: changes.length < MAX_ENTRIES_PER_PASS };
  };
}
