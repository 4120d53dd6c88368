import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import { slidingWindow } from '../workflows/sliding-window';
import type { NoOpActivities } from './no-op-worker';

const { noOp } = proxyActivities<NoOpActivities>({
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '15 seconds',
});

export interface NoOpsInput {
  experimentId: string;
  count: number;
  concurrency: number;
  /** Number of completed items; not 0 when the run was continued as new. */
  done: number;
}

/** An experiment's workflow with no-op activities: the upper bound for experiments. */
export async function runNoOps(input: NoOpsInput): Promise<void> {
  const { experimentId, count, concurrency } = input;
  let taken = input.done;
  await slidingWindow(
    () => concurrency,
    async () => (taken < count && !workflowInfo().continueAsNewSuggested ? taken++ : undefined),
    async (position) => {
      await noOp({ experimentId, itemId: `${experimentId}/${position}` });
    },
  );
  if (taken < count) await continueAsNew<typeof runNoOps>({ ...input, done: taken });
}
