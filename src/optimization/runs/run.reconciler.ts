import { workflowLost } from '../../../workflows/optimization-run/run-changes';
import type { RunState } from '../../../workflows/optimization-run/run-state';
import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { createRoundRobin } from '../../platform/reconciliation/round-robin';
import type { OpenRun } from './optimization-run';
import type { OptimizationWorkflows } from './optimization-workflows';
import { findRun, listOpenRuns, saveRunState } from './run.repository';
import { listWorkspacesWithOpenRunsUnscoped } from './run.unscoped.repository';

export interface RunReconcilerDependencies {
  workflows: Pick<OptimizationWorkflows, 'listRunning' | 'isRunning' | 'start' | 'requestSave'>;
  logger: Logger;
}

/** Changes of a lease are copied to MongoDB within a few seconds; a copy that expired earlier is stale. */
const COPIED_WITHIN_MS = 15_000;

/**
 * Starts the workflow of every run that was stored but never started, and closes runs whose workflow was
 * terminated, like `createExperimentReconciler`. If the expiry of a lease was not copied to MongoDB because a
 * worker crashed, the workflow is asked to copy its state, so that the run becomes ready again.
 */
export function createRunReconciler(
  { workflows, logger }: RunReconcilerDependencies,
  graceMs: number,
): ReconcilerPass {
  const take = createRoundRobin<OpenRun>({
    listWorkspaces: listWorkspacesWithOpenRunsUnscoped,
    listAfter: (workspaceId, position, limit) =>
      listOpenRuns(workspaceId, { createdBefore: new Date(currentTimeMs() - graceMs), position, limit }),
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    workspaceOf: ({ workspaceId }) => workspaceId,
  });

  return async (signal) => {
    const { entries, isComplete } = await take(MAX_ENTRIES_PER_PASS);
    if (entries.length === 0) return { isComplete };
    const runningIds = await workflows.listRunning(entries.map(({ id }) => id));
    await reconcileEach(entries, {
      signal,
      reconcile: (run) => reconcile(run, runningIds.has(run.id)),
      onFailure: ({ id: runId }, error) =>
        logger.warn({ err: error, runId }, 'optimization run could not be reconciled'),
    });
    return { isComplete };
  };

  async function reconcile(
    { id: runId, workspaceId, state }: OpenRun,
    isListedAsRunning: boolean,
  ): Promise<void> {
    if (isListedAsRunning || (await workflows.isRunning(runId))) {
      if (isLeaseLongOver(state)) await workflows.requestSave(runId);
      return;
    }
    if (state.revision === 0) {
      const run = await findRun(workspaceId, runId);
      if (run === null) return;
      logger.warn({ runId }, 'optimization run had no workflow; starting it');
      await workflows.start(run);
      return;
    }
    logger.warn({ runId }, 'optimization run lost its workflow');
    workflowLost(state, currentTimeMs());
    // Incremented by one: a last copy that the workflow wrote concurrently has a greater revision, and wins.
    await saveRunState(runId, { ...state, revision: state.revision + 1 });
  }
}

function isLeaseLongOver({ lease }: RunState): boolean {
  return lease !== null && Date.parse(lease.expiresAt) < currentTimeMs() - COPIED_WITHIN_MS;
}
