import {
  ActivityCancellationType,
  type ActivityOptions,
  condition,
  continueAsNew,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { type Activities, type DrainEvaluationsInput, evaluationsDueSignal } from './contracts';

// The state is in MongoDB, so a try that fails is repeated for as long as it takes.
const drainOptions: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '20 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
};

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Evaluates what is due in a workspace, batch after batch, and ends when nothing is. What is to be done is read from
 * MongoDB: a signal only says when to look.
 */
export async function drainEvaluations(input: DrainEvaluationsInput): Promise<void> {
  const { workspaceId, slot, pauseMs, retryMs, evaluationTaskQueue: taskQueue } = input;
  const { evaluateDue } = proxyActivities<Activities>({ ...drainOptions, taskQueue });
  let lookAt = Date.now() + input.waitMs;
  setHandler(evaluationsDueSignal, ({ inMs }) => {
    lookAt = Math.min(lookAt, Date.now() + inMs);
  });

  while (lookAt !== NEVER) {
    await waitUntil(() => lookAt);
    lookAt = NEVER;
    const { nextInMs } = await evaluateDue({ workspaceId, slot, retryMs });
    if (nextInMs !== null) {
      // What is due at different times is evaluated together.
      const nextAt = Date.now() + (nextInMs === 0 ? 0 : Math.max(nextInMs, pauseMs));
      lookAt = Math.min(lookAt, nextAt);
    }
    if (lookAt !== NEVER && workflowInfo().continueAsNewSuggested) {
      const waitMs = Math.max(0, lookAt - Date.now());
      return continueAsNew<typeof drainEvaluations>({ ...input, waitMs });
    }
  }
}

/** Resolves at the time that `timeOf` returns, which may become earlier meanwhile. */
async function waitUntil(timeOf: () => number): Promise<void> {
  for (let time = timeOf(); time > Date.now(); time = timeOf()) {
    await condition(() => timeOf() < time, time - Date.now());
  }
}
