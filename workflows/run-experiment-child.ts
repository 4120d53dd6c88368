import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  type ChildWorkflowHandle,
  condition,
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import { type MeasuredRunExperiment, type RunExperimentRequest, runExperimentWorkflow } from './contracts';
import { describeFailure } from './item-failure';
import type { runExperiment } from './run-experiment.workflow';

type ExperimentHandle = ChildWorkflowHandle<typeof runExperiment>;

/**
 * Runs the experiment of a baseline or candidate and returns its outcome once it has ended; cancels it when
 * `isCancelled`. Called again for the same experiment, after the run has continued as new, it continues to wait.
 */
export async function runExperimentToEnd(
  request: RunExperimentRequest,
  isCancelled: () => boolean,
  pollMs: number,
): Promise<MeasuredRunExperiment> {
  let child: ExperimentHandle | null;
  try {
    child = await startExperiment(request);
  } catch (error) {
    return { costCents: 0, verdict: null, error: describeFailure(error) };
  }
  let isCancelRequested = false;
  const mustCancel = () => isCancelled() && !isCancelRequested;
  for (;;) {
    const measurement = await bookkeeping.measureRunExperiment(request);
    if (measurement !== null) return measurement;
    if (child === null) await condition(mustCancel, pollMs);
    else await Promise.race([hasClosed(child), condition(mustCancel)]);
    if (mustCancel()) {
      isCancelRequested = true;
      await cancelExperiment(request.experimentId);
    } else {
      // Closed, or started elsewhere: from now on MongoDB is polled for its end.
      child = null;
    }
  }
}

/** Null when its workflow was started before, by this run or by the reconciler. */
async function startExperiment(request: RunExperimentRequest): Promise<ExperimentHandle | null> {
  const { input, description } = await bookkeeping.storeRunExperiment(request);
  try {
    return await startChild<typeof runExperiment>(runExperimentWorkflow.type, {
      workflowId: runExperimentWorkflow.idOf(request.experimentId),
      args: [input],
      ...description,
      // It outlives this workflow, which may continue as new while the experiment runs.
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}

function hasClosed(child: ExperimentHandle): Promise<void> {
  return child.result().then(
    () => undefined,
    () => undefined,
  );
}

async function cancelExperiment(experimentId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(runExperimentWorkflow.idOf(experimentId)).cancel();
  } catch (error) {
    // It fails when the workflow has closed. The experiment has ended then, and polling finds its outcome.
    log.warn('the experiment of a run was not cancelled', { experimentId, error });
  }
}
