import {
  ActivityCancellationType,
  type ActivityOptions,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  patched,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import {
  type Activities,
  type EvaluateConversationInput,
  type EvaluatedReplies,
  type ReplyFailure,
  repliesStoredSignal,
} from './contracts';
import { firstAttempts, waitBeforeNext } from './evaluation-attempts';
import { describeFailure } from './item-failure';

// What a provider makes fail is in the answer and is waited out here; an attempt fails for reasons of our own.
const evaluationOptions: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '15 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
};

/**
 * Evaluates the new replies of one conversation, once they have settled, and again as long as newer ones come.
 * Cancelled, it gives up what is due; what it leaves unevaluated is tried again with the next new reply.
 */
export async function evaluateConversation(input: EvaluateConversationInput): Promise<void> {
  const { conversationId } = input;
  let attempts = input.attempts ?? firstAttempts(Date.now());
  let isTold = false;
  setHandler(repliesStoredSignal, () => {
    isTold = true;
  });

  /** Resolves when no reply has come for a while, or replies have come for too long. */
  async function settle(): Promise<void> {
    const end = Date.now() + input.maxSettleMs;
    for (;;) {
      isTold = false;
      // Not left to the timer: where every task brings another reply it is never the timer that ends the wait.
      const restMs = end - Date.now();
      if (restMs <= 0 && patched('settle-by-clock')) return;
      if (!(await condition(() => isTold, Math.min(input.settleMs, Math.max(restMs, 1))))) return;
    }
  }

  try {
    for (;;) {
      await settle();
      const requestId = await bookkeeping.findDueEvaluation({ conversationId });
      if (requestId === null && !isTold) return;
      if (requestId !== null) {
        const failures = await evaluateAll(input);
        const waitMs = waitBeforeNext(attempts, failures, input.retryMs, Date.now());
        if (waitMs === null) {
          if (failures.length > 0) log.warn('replies stay unevaluated', { conversationId, failures });
          const isNewerDue = await bookkeeping.clearDueEvaluation({ conversationId, requestId });
          if (!isNewerDue && !isTold) return;
          attempts = firstAttempts(Date.now());
        } else {
          await sleep(waitMs);
        }
      }
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof evaluateConversation>({ ...input, attempts });
      }
    }
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // Otherwise the reconciler would start again what somebody wants to end.
    await CancellationScope.nonCancellable(() => giveUp(conversationId));
    throw error;
  }
}

/** Goes through the replies that have no evaluation; answers those that still have none. */
async function evaluateAll(input: EvaluateConversationInput): Promise<ReplyFailure[]> {
  const { workspaceId, conversationId, batchSize: limit, evaluationTaskQueue } = input;
  const { evaluateReplies } = proxyActivities<Activities>({
    ...evaluationOptions,
    ...(evaluationTaskQueue !== undefined && { taskQueue: evaluationTaskQueue }),
  });
  const failures: ReplyFailure[] = [];
  try {
    let position: number | null = -1;
    while (position !== null) {
      const evaluated: EvaluatedReplies = await evaluateReplies({
        workspaceId,
        conversationId,
        afterPosition: position,
        limit,
      });
      failures.push(...evaluated.failures);
      position = evaluated.lastPosition;
    }
  } catch (error) {
    if (isCancellation(error)) throw error;
    // Nothing of this workspace can be evaluated, say because its judge's provider is not configured any more.
    log.warn('replies stay unevaluated', { conversationId, failure: describeFailure(error) });
  }
  return failures;
}

async function giveUp(conversationId: string): Promise<void> {
  const requestId = await bookkeeping.findDueEvaluation({ conversationId });
  if (requestId !== null) await bookkeeping.clearDueEvaluation({ conversationId, requestId });
}
