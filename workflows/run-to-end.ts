import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  type ChildWorkflowHandle,
  condition,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import type { MeasuredRunExperiment, RunExperimentRequest } from './contracts';
import { describeFailure } from './item-failure';
import type { runExperiment } from './run-experiment.workflow';

type ExperimentHandle = ChildWorkflowHandle<typeof runExperiment>;

/**
 * Runs the experiment of a baseline or candidate and answers what it came to, once it has ended; it is cancelled
 * when `isGivenUp`. Called again for the same experiment, after the run has continued as new, it goes on waiting.
 */
export async function runToEnd(
  request: RunExperimentRequest,
  isGivenUp: () => boolean,
  pollMs: number,
): Promise<MeasuredRunExperiment> {
  let child: ExperimentHandle | null;
  try {
    child = await startExperiment(request);
  } catch (error) {
    return { costCents: 0, verdict: null, error: describeFailure(error) };
  }
  let isAskedToStop = false;
  const mustStop = () => isGivenUp() && !isAskedToStop;
  for (;;) {
    const measured = await bookkeeping.measureRunExperiment(request);
    if (measured !== null) return measured;
    if (child === null) await condition(mustStop, pollMs);
    else await Promise.race([hasClosed(child), condition(mustStop)]);
    if (mustStop()) {
      isAskedToStop = true;
      await stopExperiment(request.experimentId);
    } else {
      // Closed, or never heard of: that MongoDB knows of its end is a matter of polling.
      child = null;
    }
  }
}

/** Null when its workflow was started before, by this run or by the reconciler. */
async function startExperiment(request: RunExperimentRequest): Promise<ExperimentHandle | null> {
  const { input, description } = await bookkeeping.storeRunExperiment(request);
  try {
    return await startChild<typeof runExperiment>('runExperiment', {
      workflowId: workflowIdOf(request.experimentId),
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

async function stopExperiment(experimentId: string): Promise<void> {
  // It fails when the experiment has ended, which is as good.
  await getExternalWorkflowHandle(workflowIdOf(experimentId))
    .cancel()
    .catch(() => undefined);
}

function workflowIdOf(experimentId: string): string {
  return `experiment/${experimentId}`;
}
