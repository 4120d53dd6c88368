import { setTimeout as sleep } from 'node:timers/promises';
import type { UpdateDefinition } from '@temporalio/common';
import { hasEnded } from '../../../workflows/optimization-run/run-transitions';
import { notFound, temporalUnavailable } from '../../platform/errors/error-templates';
import type { OptimizationRun } from './optimization-run';
import { closed, type OptimizationWorkflows } from './optimization-workflows';
import { findRun, runExists } from './run.repository';

const RETRIES = 3;
const RETRY_MS = 200;

export type RunUpdates = ReturnType<typeof createRunUpdates>;

/** Sends updates to the workflows of runs. */
export function createRunUpdates({ executeUpdate }: Pick<OptimizationWorkflows, 'executeUpdate'>) {
  /**
   * Returns the result of an update. A run that has ended has no workflow: `updateEnded` then gives the result, by the
   * same rules, from the state that the run left in MongoDB.
   * @throws AppError not_found, temporal_unavailable, temporal_busy, or the code with which the update is refused
   */
  return async function sendUpdate<Result, Message>(
    workspaceId: string,
    runId: string,
    update: UpdateDefinition<Result, [Message]>,
    message: Message,
    updateEnded: (run: OptimizationRun) => Result,
  ): Promise<Result> {
    for (let tries = 0; tries <= RETRIES; tries += 1) {
      if (!(await runExists(workspaceId, runId))) throw notFound('Optimization run', 'run_id');
      // Sent regardless of the copy's status: it may show a change that was lost with a worker.
      const result = await executeUpdate(runId, update, message);
      if (result !== closed) return result;
      const run = await getRun(workspaceId, runId);
      if (hasEnded(run.state.status)) return updateEnded(run);
      // It closed just now, or has not started yet.
      await sleep(RETRY_MS);
    }
    throw temporalUnavailable('the workflow of the run is not running yet', {
      retryAfterMs: 5000,
    });
  };
}

/** @throws AppError not_found, also for a run of another workspace */
export async function getRun(workspaceId: string, id: string): Promise<OptimizationRun> {
  const run = await findRun(workspaceId, id);
  if (run === null) throw notFound('Optimization run', 'run_id');
  return run;
}
