import type { Logger } from '../logging';
import type { ExperimentWorkflows } from '../temporal/experiment-workflows';
import type { Experiment } from './experiment';
import { streamOpenExperiments } from './experiment.repository';
import type { ExperimentRuns } from './experiment-runs';

export interface ReconcilerDependencies {
  workflows: ExperimentWorkflows;
  runs: Pick<ExperimentRuns, 'finish'>;
  logger: Logger;
}

/**
 * Closes the hole between MongoDB and Temporal: starts the workflow of every experiment that was stored but
 * never started (the api died in between), and closes those whose workflow was ended from outside. Any
 * number of workers may do it at once: the workflow id makes starting twice harmless, and closing is a
 * guarded transition. `graceMs` leaves the api the time to start what it has just stored.
 */
export async function reconcileExperiments(
  dependencies: ReconcilerDependencies,
  graceMs: number,
): Promise<void> {
  for await (const experiment of streamOpenExperiments(new Date(Date.now() - graceMs))) {
    try {
      await reconcile(experiment, dependencies);
    } catch (error) {
      // The others are not to wait for this one; the next pass tries it again.
      dependencies.logger.warn({ err: error, experimentId: experiment.id }, 'experiment was not reconciled');
    }
  }
}

async function reconcile(
  experiment: Experiment,
  { workflows, runs, logger }: ReconcilerDependencies,
): Promise<void> {
  if (await workflows.isRunning(experiment.id)) return;
  if (experiment.status === 'running') {
    logger.warn({ experimentId: experiment.id }, 'experiment lost its workflow');
    await runs.finish({ experimentId: experiment.id, ending: 'workflow_lost' });
  } else {
    logger.warn({ experimentId: experiment.id }, 'experiment had no workflow; starting it');
    await workflows.start(experiment);
  }
}
