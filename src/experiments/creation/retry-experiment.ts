import type { ClientSession } from 'mongoose';
import { conflict } from '../../platform/errors/error-templates';
import { reopenExperiment } from '../store/experiment.repository';
import { getExperiment } from '../store/get-experiment';
import { reopenFailedItems } from '../store/item.repository';
import { reopenCounted } from '../store/item-counters.repository';
import { type IsRunOpen, releaseFromEndedRun } from './release-experiment';
import { type ExperimentReopener, stillRunning } from './reopening';

/** The operations on optimization runs that experiments need. */
export interface OptimizationRuns {
  isOpen: IsRunOpen;
  /**
   * Reserves the remaining budget of an ended run, in US cents; null: the run has no limit.
   * @throws AppError cost_limit_reached
   */
  reserveBudget(workspaceId: string, runId: string, session: ClientSession): Promise<number | null>;
}

export interface RetryExperimentDependencies {
  optimizationRuns: OptimizationRuns;
  reopener: ExperimentReopener;
}

export function createRetry({ optimizationRuns, reopener }: RetryExperimentDependencies) {
  /**
   * Retries the failed items, within the limits of the workspace and the budget of the experiment's
   * optimization run.
   * @throws AppError experiment_in_use, experiment_running, limit_reached, cost_limit_reached, conflict if no
   * item has failed, temporal_unavailable
   */
  return async function retry(workspaceId: string, id: string): Promise<void> {
    const experiment = await getExperiment(workspaceId, id);
    await releaseFromEndedRun(experiment, optimizationRuns.isOpen);
    await reopener.checkCanReopen(experiment);
    const { optimizationRunId: runId } = experiment;
    await reopener.reopen(workspaceId, async (session) => {
      const budget =
        runId === null ? null : await optimizationRuns.reserveBudget(workspaceId, runId, session);
      const reopened = await reopenExperiment(id, budget, session);
      if (reopened === null) throw stillRunning('running');
      if ((await reopenFailedItems(reopened, session)) === 0) {
        throw conflict('No item of the experiment has failed', {
          loc: ['path', 'experiment_id'],
        });
      }
      await reopenCounted(id, session);
      return reopened;
    });
  };
}
