import {
  ActivityCancellationType,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import {
  type ExperimentEnding,
  type ExperimentProgress,
  experimentProgressQuery,
  type OpenItem,
  type RunExperimentInput,
} from './contracts';
import { costOfFailure, describeFailure } from './item-failure';
import { ItemQueue } from './item-queue';
import { slidingWindow } from './sliding-window';

// Local, because these take milliseconds and must not queue behind the items of other experiments, which may hold
// every slot of the worker for as long as their models take.
const bookkeeping = proxyLocalActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

// How often a failed item is tried is decided per class of error by the activity interceptor. The long
// limit is for providers that ask to wait: waiting out a 429 is the normal case, giving up is not.
const items = proxyActivities<Activities>({
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '15 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

/** Generates and evaluates every open item of one experiment, at most `concurrency` at a time. */
export async function runExperiment(input: RunExperimentInput): Promise<ExperimentProgress> {
  const { experimentId } = input;
  const progress = input.progress ?? { lastPosition: -1, completed: 0, failed: 0, costCents: 0 };
  setHandler(experimentProgressQuery, () => progress);

  let ending: ExperimentEnding | 'to_be_continued';
  try {
    if (input.progress === null && !(await bookkeeping.beginExperiment({ experimentId }))) return progress;
    ending = await runItems(input, progress);
    // A cancellation that came with the last result would be lost in the change to the next run.
    if (ending === 'to_be_continued' && CancellationScope.current().consideredCancelled) {
      throw new CancelledFailure('Cancelled before continuing as new');
    }
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // The root scope is cancelled by now, so the closing write needs a scope of its own.
    await CancellationScope.nonCancellable(() =>
      bookkeeping.finishExperiment({ experimentId, ending: 'cancelled', costCents: progress.costCents }),
    );
    throw error;
  }
  if (ending === 'to_be_continued') return continueAsNew<typeof runExperiment>({ ...input, progress });
  const { costCents } = progress;
  await CancellationScope.nonCancellable(() =>
    bookkeeping.finishExperiment({ experimentId, ending, costCents }),
  );
  return progress;
}

async function runItems(
  { experimentId, concurrency, maxCostCents, pageSize }: RunExperimentInput,
  progress: ExperimentProgress,
): Promise<ExperimentEnding | 'to_be_continued'> {
  const queue = new ItemQueue<OpenItem>((last) =>
    bookkeeping.listOpenItems({
      experimentId,
      afterPosition: last?.position ?? progress.lastPosition,
      limit: pageSize,
    }),
  );
  let stop: ExperimentEnding | 'to_be_continued' | null = null;

  await slidingWindow(
    concurrency,
    async () => {
      if (maxCostCents !== null && progress.costCents >= maxCostCents) stop ??= 'max_cost_reached';
      if (workflowInfo().continueAsNewSuggested) stop ??= 'to_be_continued';
      return stop === null ? queue.next() : undefined;
    },
    async ({ itemId, position }) => {
      progress.lastPosition = Math.max(progress.lastPosition, position);
      try {
        const { costCents } = await items.evaluateItem({ experimentId, itemId });
        progress.costCents += costCents;
        progress.completed += 1;
      } catch (error) {
        if (isCancellation(error)) throw error;
        progress.costCents += costOfFailure(error);
        // One bad conversation must not sink the run.
        await bookkeeping.failItem({ itemId, failure: describeFailure(error) });
        progress.failed += 1;
      }
    },
  );
  return stop ?? 'finished';
}
