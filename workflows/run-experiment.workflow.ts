import {
  ActivityCancellationType,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type Activities,
  type ExperimentEnding,
  type ExperimentProgress,
  experimentProgressQuery,
  type ItemWindow,
  type OpenItem,
  type PairOutcome,
  type RunExperimentInput,
} from './contracts';
import { describeFailure } from './item-failure';
import { ItemQueue } from './item-queue';
import { PairedOrder } from './paired-order';
import { slidingWindow } from './sliding-window';
import { decide } from './stopping-rule';

// Local, because these take milliseconds and must not queue behind the items of other experiments, which may hold
// every slot of the worker for as long as their models take.
const bookkeeping = proxyLocalActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

// How often a failed item is tried is decided per class of error by `item-executor.ts`. The long
// limit is for providers that ask to wait: waiting out a 429 is the normal case, failing is not.
const items = proxyActivities<Activities>({
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '15 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

const WAIT_FOR_SHARE = '5 seconds';

/** Generates and evaluates every open item of one experiment, at most `concurrency` at a time. */
export async function runExperiment(input: RunExperimentInput): Promise<ExperimentProgress> {
  const { experimentId, executionNumber } = input;
  const execution = { experimentId, executionNumber };
  const progress = input.progress ?? { lastPosition: -1, completed: 0, failed: 0, costCents: 0 };
  const share: ItemWindow = { window: input.window ?? null };
  setHandler(experimentProgressQuery, () => progress);

  let ending: ExperimentEnding | 'to_be_continued';
  try {
    if (input.progress === null) {
      const begun = await bookkeeping.beginExperiment(execution);
      if (begun === false) return progress;
      share.window = begun.window;
      if (input.stopWhen !== undefined) {
        progress.pairs =
          executionNumber > 0
            ? await bookkeeping.countPairs(execution)
            : { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
      }
    }
    ending = await runItems(input, progress, share);
    // A cancellation that came with the last result would be lost in the change to the next run.
    if (ending === 'to_be_continued' && CancellationScope.current().consideredCancelled) {
      throw new CancelledFailure('Cancelled before continuing as new');
    }
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // The root scope is cancelled by now, so the closing write needs a separate scope.
    await CancellationScope.nonCancellable(() =>
      bookkeeping.finishExperiment({ ...execution, ending: 'cancelled', ...decisionOf(progress) }),
    );
    throw error;
  }
  if (ending === 'to_be_continued') {
    return continueAsNew<typeof runExperiment>({ ...input, progress, window: share.window });
  }
  await CancellationScope.nonCancellable(() =>
    bookkeeping.finishExperiment({ ...execution, ending, ...decisionOf(progress) }),
  );
  return progress;
}

function decisionOf({ decision }: ExperimentProgress) {
  return decision && { decision };
}

async function runItems(
  { experimentId, executionNumber, concurrency, maxCostCents, pageSize, stopWhen }: RunExperimentInput,
  progress: ExperimentProgress,
  share: ItemWindow,
): Promise<ExperimentEnding | 'to_be_continued'> {
  const queue = new ItemQueue<OpenItem>((last) =>
    bookkeeping.listOpenItems({
      experimentId,
      afterPosition: last?.position ?? progress.lastPosition,
      ...(stopWhen && { afterItemId: last?.itemId ?? progress.lastItemId ?? null }),
      limit: pageSize,
    }),
  );
  let stop: ExperimentEnding | 'to_be_continued' | null = null;
  const { pairs } = progress;
  const order = pairs && new PairedOrder(pairs);

  async function nextItem(): Promise<OpenItem | undefined> {
    if (maxCostCents !== null && progress.costCents >= maxCostCents) stop ??= 'max_cost_reached';
    if (workflowInfo().continueAsNewSuggested) stop ??= 'to_be_continued';
    return stop === null && progress.decision === undefined ? queue.next() : undefined;
  }

  async function evaluate({ itemId, position }: OpenItem): Promise<void> {
    progress.lastPosition = Math.max(progress.lastPosition, position);
    if (stopWhen !== undefined) progress.lastItemId = itemId;
    const recordPair = order?.start();
    let outcome: PairOutcome | null = null;
    try {
      const { costCents, window, pair } = await items.evaluateItem({ experimentId, itemId, executionNumber });
      progress.costCents += costCents;
      progress.completed += 1;
      if (window !== undefined) share.window = window;
      outcome = pair ?? null;
    } catch (error) {
      if (isCancellation(error)) throw error;
      // One bad conversation must not fail the experiment.
      const failure = describeFailure(error);
      const { costCents } = await bookkeeping.failItem({ itemId, executionNumber, failure });
      progress.costCents += costCents;
      progress.failed += 1;
    }
    recordPair?.(outcome);
    await decideOnce();
  }

  async function decideOnce(): Promise<void> {
    if (stopWhen === undefined || pairs === undefined) return;
    while (progress.decision === undefined && order?.countNext()) {
      const decision = decide(pairs, stopWhen);
      if (decision === null) continue;
      // Set before the activity: from here no item starts.
      progress.decision = { ...decision, decidedAtMs: Date.now() };
      await bookkeeping.recordDecision({ experimentId, executionNumber, decision: progress.decision });
    }
  }

  const limit = () => Math.min(concurrency, share.window ?? concurrency);
  while (!(await slidingWindow(limit, nextItem, evaluate)) && progress.decision === undefined) {
    // Older experiments of the workspace have all of its share.
    await sleep(WAIT_FOR_SHARE);
    share.window = (await bookkeeping.findItemWindow({ experimentId })).window;
    if (workflowInfo().continueAsNewSuggested) return 'to_be_continued';
  }
  return progress.decision === undefined ? (stop ?? 'finished') : 'decided';
}
