import { AppError } from '../../platform/errors/app-error';
import type { Experiment } from '../store/experiment';
import { releaseExperiment } from '../store/experiment.repository';

/**
 * Whether an optimization run or its workflow is open and may still read its experiments.
 * @throws AppError temporal_unavailable
 */
export type IsRunOpen = (workspaceId: string, runId: string) => Promise<boolean>;

/**
 * Releases an experiment from its optimization run if that has ended. The release is recorded in the
 * experiment and permanent, so that the following guarded write depends on one document only.
 * @throws AppError experiment_in_use
 */
export async function releaseFromEndedRun(
  { id, workspaceId, optimizationRunId: runId, isReleasedByRun }: Experiment,
  isOpen: IsRunOpen,
): Promise<void> {
  if (runId === null || isReleasedByRun) return;
  if (await isOpen(workspaceId, runId)) {
    throw new AppError('experiment_in_use', 'The optimization run of the experiment is still open', {
      loc: ['path', 'experiment_id'],
      ctx: { optimization_run_id: runId },
    });
  }
  await releaseExperiment(id);
}
