import {
  ActivityCancellationType,
  type ActivityOptions,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
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
import { firstAttempts, recordRound } from './evaluation-attempts';
import { describeFailure } from './item-failure';

// Failures of providers are part of the result and are retried here. A try of the activity fails only for errors of
// this service.
const evaluationOptions: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '15 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
};

/**
 * Evaluates the new replies of one conversation after a debounce, and repeats that while newer ones arrive. When it is
 * cancelled, it clears the due request; replies without an evaluation are tried again with the next new reply.
 */
export async function evaluateConversation(input: EvaluateConversationInput): Promise<void> {
  const { conversationId } = input;
  let attempts = input.attempts ?? firstAttempts(Date.now());
  let hasNewReplies = false;
  setHandler(repliesStoredSignal, () => {
    hasNewReplies = true;
  });

  /** Debounce: resolves when no reply has arrived for `settleMs`, or after `maxSettleMs`. */
  async function debounce(): Promise<void> {
    const end = Date.now() + input.maxSettleMs;
    for (;;) {
      hasNewReplies = false;
      // By the clock, not by the timer: when each workflow task brings another reply, the timer never ends the wait.
      const restMs = end - Date.now();
      if (restMs <= 0) return;
      if (!(await condition(() => hasNewReplies, Math.min(input.settleMs, restMs)))) return;
    }
  }

  try {
    for (;;) {
      await debounce();
      const requestId = await bookkeeping.findDueEvaluation({ conversationId });
      if (requestId === null && !hasNewReplies) return;
      if (requestId !== null) {
        const failures = await evaluateAll(input);
        const waitMs = recordRound(attempts, failures, input.retryMs, Date.now());
        if (waitMs === null) {
          if (failures.length > 0) log.warn('replies stay unevaluated', { conversationId, failures });
          const isNewerDue = await bookkeeping.clearDueEvaluation({ conversationId, requestId });
          if (!isNewerDue && !hasNewReplies) return;
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
    // Otherwise the reconciler would start the cancelled workflow again.
    await CancellationScope.nonCancellable(() => clearDue(conversationId));
    throw error;
  }
}

/** Evaluates the replies that have no evaluation; returns those that failed. */
async function evaluateAll(input: EvaluateConversationInput): Promise<ReplyFailure[]> {
  const { workspaceId, conversationId, batchSize: limit, evaluationTaskQueue: taskQueue } = input;
  const { evaluateReplies } = proxyActivities<Activities>({ ...evaluationOptions, taskQueue });
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
    // No reply of this workspace can be evaluated, for example because the provider of its judge was removed.
    log.warn('replies stay unevaluated', { conversationId, failure: describeFailure(error) });
  }
  return failures;
}

async function clearDue(conversationId: string): Promise<void> {
  const requestId = await bookkeeping.findDueEvaluation({ conversationId });
  if (requestId !== null) await bookkeeping.clearDueEvaluation({ conversationId, requestId });
}
