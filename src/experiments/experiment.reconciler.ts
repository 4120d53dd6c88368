import type { Logger } from '../logging';
import type { ExperimentWorkflows } from '../temporal/experiment-workflows';
import { listOpenExperiments } from './experiment.repository';
import type { ExperimentRuns } from './experiment-runs';

const BATCH = 100;

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
  { workflows, runs, logger }: ReconcilerDependencies,
  graceMs: number,
): Promise<void> {
  for (const experiment of await listOpenExperiments(new Date(Date.now() - graceMs), BATCH)) {
    const status = await workflows.status(experiment.id);
    if (status === 'running') continue;
    if (experiment.status === 'running') {
      logger.warn({ experimentId: experiment.id }, 'experiment lost its workflow');
      await runs.finish({ experimentId: experiment.id, ending: 'workflow_lost' });
    } else {
      logger.warn({ experimentId: experiment.id }, 'experiment had no workflow; starting it');
      await workflows.start(experiment);
    }
  }
}
