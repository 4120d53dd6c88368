import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { createRoundRobin } from '../../platform/reconciliation/round-robin';
import { type OpenExperiment, openExperimentStatuses } from '../store/experiment';
import { findExperiment, listOpenExperiments } from '../store/experiment.repository';
import { listWorkspacesWithOpenExperimentsUnscoped } from '../store/experiment.unscoped.repository';
import type { ExperimentBookkeeping } from './experiment-bookkeeping';
import type { ExperimentWorkflows } from './experiment-workflows';

export interface ReconcilerDependencies {
  workflows: Pick<ExperimentWorkflows, 'listRunning' | 'isRunning' | 'start'>;
  runs: Pick<ExperimentBookkeeping, 'finishExperiment'>;
  logger: Logger;
}

/**
 * Reconciles MongoDB with Temporal: starts the workflow of every experiment that was stored but never started
 * (the API server crashed in between), and closes experiments whose workflow was terminated. Any number of
 * workers may run it concurrently: the workflow id makes starting idempotent, and closing is a guarded
 * transition. `graceMs` gives the API server time to start an experiment that it has just stored.
 */
export function createExperimentReconciler(
  { workflows, runs, logger }: ReconcilerDependencies,
  graceMs: number,
): ReconcilerPass {
  const requestedBefore = () => new Date(currentTimeMs() - graceMs);
  const take = createRoundRobin<OpenExperiment>({
    listWorkspaces: listWorkspacesWithOpenExperimentsUnscoped,
    listAfter: (workspaceId, position, limit) =>
      listOpenExperiments(workspaceId, { requestedBefore: requestedBefore(), position, limit }),
    positionOf: ({ requestedAt, id }) => ({ at: requestedAt, id }),
    workspaceOf: ({ workspaceId }) => workspaceId,
  });

  return async (signal) => {
    const { entries, isComplete } = await take(MAX_ENTRIES_PER_PASS);
    if (entries.length === 0) return { isComplete };
    const runningIds = await workflows.listRunning(entries.map(({ id }) => id));
    await reconcileEach(
      entries.filter(({ id }) => !runningIds.has(id)),
      {
        signal,
        reconcile,
        onFailure: ({ id: experimentId }, error) =>
          logger.warn({ err: error, experimentId }, 'experiment could not be reconciled'),
      },
    );
    return { isComplete };
  };

  async function reconcile({ id: experimentId, workspaceId, requestedAt }: OpenExperiment): Promise<void> {
    // Read before querying Temporal: a running experiment then has a workflow unless it was lost. If it were
    // read after, a retry whose workflow was started in between would be closed.
    const experiment = await findExperiment(workspaceId, experimentId);
    // It may have ended, or have been retried, since it was listed.
    if (experiment === null || !openExperimentStatuses.includes(experiment.status)) return;
    if (experiment.requestedAt.getTime() !== requestedAt.getTime()) return;
    if (await workflows.isRunning(experimentId)) return;
    if (experiment.status === 'running') {
      const { executionNumber } = experiment;
      logger.warn({ experimentId, executionNumber }, 'experiment lost its workflow');
      await runs.finishExperiment({ experimentId, executionNumber, ending: 'workflow_lost' });
    } else {
      logger.warn({ experimentId }, 'experiment had no workflow; starting it');
      await workflows.start(experiment);
    }
  }
}
