import type { ClientSession } from 'mongoose';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import { AppError, type AppErrorOptions } from '../../platform/errors/app-error';
import { inTransaction } from '../../platform/mongo/connection';
import type { ExperimentWorkflows } from '../execution/experiment-workflows';
import { type Experiment, type ExperimentStatus, openExperimentStatuses } from '../store/experiment';

const CLOSING_RETRY_MS = 5000;

export interface ReopeningDependencies {
  workflows: Pick<ExperimentWorkflows, 'hasClosed' | 'ping' | 'start'>;
  /** A version of an evaluator. @throws AppError not_found */
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
  /** @throws AppError limit_reached */
  admit(workspaceId: string, model: string | null, evaluator: EvaluatorRecord): Promise<void>;
  /** In the transaction. @throws AppError limit_reached; not_found if the workspace was deleted */
  admitOpening(workspaceId: string, session: ClientSession): Promise<void>;
}

export type ExperimentReopener = ReturnType<typeof createExperimentReopener>;

/** Starts the next execution of an ended experiment: a retry, or added items. */
export function createExperimentReopener({
  workflows,
  getEvaluatorVersion,
  admit,
  admitOpening,
}: ReopeningDependencies) {
  return { checkCanReopen, reopen };

  /**
   * Checks that an experiment has ended and may be executed again.
   * @throws AppError experiment_running, limit_reached, temporal_unavailable
   */
  async function checkCanReopen(experiment: Experiment): Promise<void> {
    const { id, workspaceId, status, evaluatorId, evaluatorVersion } = experiment;
    if (openExperimentStatuses.includes(status)) throw stillRunning(status);
    // The workflow closes shortly after it has closed the experiment; a start before that would join the old
    // execution.
    if (!(await workflows.hasClosed(id))) throw stillClosing();
    const evaluator = await getEvaluatorVersion(workspaceId, evaluatorId, evaluatorVersion);
    await Promise.all([workflows.ping(), admit(workspaceId, generatingModel(experiment), evaluator)]);
  }

  /**
   * Starts the workflow of the experiment that `open` has opened in a transaction; false if it returned null.
   * @throws errors of `open`; AppError not_found if the workspace was deleted
   */
  async function reopen(
    workspaceId: string,
    open: (session: ClientSession) => Promise<Experiment | null>,
  ): Promise<boolean> {
    const reopened = await inTransaction(async (session) => {
      await admitOpening(workspaceId, session);
      return open(session);
    });
    if (reopened === null) return false;
    await workflows.start(reopened).catch((error: unknown) => {
      // The items are open; the reconciler starts the workflow.
      if (!(error instanceof AppError)) throw error;
    });
    return true;
  }
}

export function stillRunning(status: ExperimentStatus): AppError {
  return experimentRunning('The experiment is still running. Cancel it first', { ctx: { status } });
}

/** The experiment has ended or was deleted, so it cannot be canceled. */
export function stillClosing(): AppError {
  return experimentRunning('The workflow of the experiment is still closing; retry later', {
    retryAfterMs: CLOSING_RETRY_MS,
  });
}

function experimentRunning(problem: string, options: AppErrorOptions): AppError {
  return new AppError('experiment_running', problem, { loc: ['path', 'experiment_id'], ...options });
}

/** The model that generates the replies; null if stored ones are judged. */
function generatingModel({ model, isPassThrough, rejudgedExperimentId }: Experiment): string | null {
  return isPassThrough || rejudgedExperimentId !== null ? null : model;
}
