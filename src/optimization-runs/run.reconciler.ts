import type { Logger } from '../logging';
import type { OptimizationWorkflows } from '../temporal/optimization-workflows';
import type { OptimizationRun } from './optimization-run';
import { saveRunState, streamOpenRuns } from './run.repository';
import { workflowLost } from './run-changes';
import type { RunState } from './run-state';

export interface RunReconcilerDependencies {
  workflows: Pick<OptimizationWorkflows, 'isRunning' | 'start' | 'askToSave'>;
  logger: Logger;
}

/** The end of a lease is copied at once, and its extension soon: later than this the copy cannot be right. */
const COPIED_WITHIN_MS = 15_000;

/**
 * Does for optimization runs what `reconcileExperiments` does for experiments: starts the workflow of every run
 * that was stored but never taken up, and closes those whose workflow was ended from outside. A run whose lease has
 * ended without a trace in MongoDB, because a worker died with the claim, is copied anew, so that it is offered again.
 */
export async function reconcileRuns(dependencies: RunReconcilerDependencies, graceMs: number): Promise<void> {
  for await (const run of streamOpenRuns(new Date(Date.now() - graceMs))) {
    try {
      await reconcile(run, dependencies);
    } catch (error) {
      // The others are not to wait for this one; the next pass tries it again.
      dependencies.logger.warn({ err: error, runId: run.id }, 'optimization run was not reconciled');
    }
  }
}

async function reconcile(
  run: OptimizationRun,
  { workflows, logger }: RunReconcilerDependencies,
): Promise<void> {
  if (await workflows.isRunning(run.id)) {
    if (isLeaseLongOver(run.state)) await workflows.askToSave(run.id);
    return;
  }
  if (run.state.revision === 0) {
    logger.warn({ runId: run.id }, 'optimization run had no workflow; starting it');
    await workflows.start(run);
    return;
  }
  logger.warn({ runId: run.id }, 'optimization run lost its workflow');
  workflowLost(run.state, Date.now());
  // One more than what was read: a last copy that the workflow wrote meanwhile has a greater number, and wins.
  await saveRunState(run.id, { ...run.state, revision: run.state.revision + 1 });
}

function isLeaseLongOver({ lease }: RunState): boolean {
  return lease !== null && Date.parse(lease.expiresAt) < Date.now() - COPIED_WITHIN_MS;
}
