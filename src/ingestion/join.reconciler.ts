import type { Logger } from '../platform/logging';
import { type ReconcilerPass, reconcileEach } from '../platform/reconciliation/pass';
import type { TraceService } from './trace.service';
import { listWorkspacesWithJoinDueUnscoped } from './trace-history.unscoped.repository';

/** Continues the joins of conversations that exports have left, some of each workspace in a pass. */
export function createJoinReconciler({
  traces,
  logger,
}: {
  traces: Pick<TraceService, 'joinDue'>;
  logger: Logger;
}): ReconcilerPass {
  return async (signal) => {
    let isComplete = true;
    await reconcileEach(await listWorkspacesWithJoinDueUnscoped(), {
      signal,
      reconcile: async (workspaceId) => {
        isComplete = (await traces.joinDue(workspaceId, signal)) && isComplete;
      },
      onFailure: (workspaceId, error) =>
        logger.warn({ err: error, workspaceId }, 'conversations could not be joined; it will be retried'),
    });
    return { isComplete: isComplete && !signal.aborted };
  };
}
