import { AppError } from '../errors/app-error';
import type { Logger } from '../logging';
import type { OnlineEvaluationWorkflows } from '../temporal/online-evaluation-workflows';
import { listDueEvaluations, postponeDueRequest } from './due-evaluation.repository';

/** How many conversations one pass looks after. */
const MOST_TOGETHER = 500;
/** A workflow that runs is not looked after again for so long; it may be waiting for a provider. */
const NEXT_LOOK_MS = 300_000;

export interface OnlineReconcilerDependencies {
  workflows: Pick<OnlineEvaluationWorkflows, 'ensureRunning'>;
  logger: Logger;
}

/**
 * Does for online evaluation what `reconcileExperiments` does for experiments: starts the workflow of every
 * conversation that is due and has none, because whoever noted it died, or Temporal was down.
 * @throws AppError temporal_unavailable: the rest would wait for the same outage
 */
export async function reconcileOnlineEvaluations(
  { workflows, logger }: OnlineReconcilerDependencies,
  graceMs: number,
): Promise<void> {
  for (const due of await listDueEvaluations(new Date(Date.now() - graceMs), MOST_TOGETHER)) {
    const { _id: conversationId, workspaceId } = due;
    try {
      await workflows.ensureRunning(workspaceId, conversationId);
      await postponeDueRequest(due, new Date(Date.now() + NEXT_LOOK_MS));
    } catch (error) {
      if (error instanceof AppError && error.code === 'temporal_unavailable') throw error;
      // The others are not to wait for this one; the next pass tries it again.
      logger.warn({ err: error, conversationId }, 'online evaluation was not reconciled');
    }
  }
}
