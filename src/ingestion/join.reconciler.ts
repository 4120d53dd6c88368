import type { Logger } from '../platform/logging';
import type { ReconcilerPass } from '../platform/reconciliation/pass';
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
    for (const workspaceId of await listWorkspacesWithJoinDueUnscoped()) {
      if (signal.aborted) return { isComplete: false };
      try {
        isComplete = (await traces.joinDue(workspaceId, signal)) && isComplete;
      } catch (error) {
        logger.warn({ err: error, workspaceId }, 'conversations could not be joined; it will be retried');
      }
    }
    return { isComplete };
  };
}
