import type { EvaluateDueInput, EvaluationSlot, NextDue } from '../../../workflows/contracts';
import { currentTime, currentTimeMs } from '../../platform/clock';
import { isMongoOutage } from '../../platform/mongo/outage';
import type { DueEvaluation } from './due-evaluation.model';
import {
  claimDueEvaluations,
  completeDueEvaluation,
  findNextDueAt,
  listOfSlot,
  postponeDueEvaluation,
} from './due-evaluation.repository';
import { addFailures, completeRound, firstAttempts } from './evaluation-attempts';
import { saveLooksAt } from './evaluation-slot.repository';
import { type EvaluationWatch, type ReplyEvaluation, toFailure } from './reply-evaluation';

/** The conversations of a slot that are evaluated at the same time, and the replies of each. */
const CONVERSATIONS_AT_ONCE = 8;
const REPLIES_AT_ONCE = 10;
const CLAIM_SIZE = 100;
/** The slots of a workspace. */
const MAX_SLOTS = 4;
/** A slot that has evaluated for this long and found a full batch gets help. */
const HELP_AFTER_MS = 5000;
/** No evaluation begins later, so that slots of other workspaces have their turn. */
const DRAIN_MS = 30_000;
/** Shorter than the grace period of the reconciler. */
const RENEW_EVERY_MS = 8000;

export interface DueEvaluationDependencies {
  replyEvaluation: ReplyEvaluation;
  /** Starts the slot, or signals it, unless it looks that early anyway. */
  wakeSlot(slot: EvaluationSlot, dueAt: Date): Promise<void>;
}

export type EvaluateDue = ReturnType<typeof createEvaluateDue>;

export function createEvaluateDue(dependencies: DueEvaluationDependencies) {
  /**
   * Evaluates the due conversations of a workspace for about half a minute. A failure of one does not prevent the
   * others, and is tried again later. Repeated after a crash, it continues with what the slot had.
   * @throws MongoDB errors during an outage, and the abort reason of the signal
   */
  return async function evaluateDue(input: EvaluateDueInput, watch: EvaluationWatch): Promise<NextDue> {
    const renew = () => saveLooksAt(input, currentTime());
    await renew();
    // A failed renewal only makes the reconciler signal a slot that runs.
    const renewing = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
    try {
      await evaluateAll(dependencies, input, watch);
    } finally {
      clearInterval(renewing);
    }
    return endOf(input);
  };
}

async function evaluateAll(
  dependencies: DueEvaluationDependencies,
  input: EvaluateDueInput,
  watch: EvaluationWatch,
): Promise<void> {
  const next = createClaims(dependencies, input);
  const lane = async () => {
    for (let record = await next(); record !== null; record = await next()) {
      watch.signal.throwIfAborted();
      await evaluateRecord(dependencies, input, record, watch);
    }
  };
  // Nothing may be written after the activity has ended.
  const lanes = await Promise.allSettled(Array.from({ length: CONVERSATIONS_AT_ONCE }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Hands out what the slot had and what it claims, one at a time, until its time is over; null at the end. */
function createClaims({ wakeSlot }: DueEvaluationDependencies, input: EvaluateDueInput) {
  const { workspaceId, slot } = input;
  const begin = performance.now();
  const elapsedMs = () => performance.now() - begin;
  let claimed: DueEvaluation[] = [];
  let loading: Promise<void> | null = null;
  let isFirst = true;

  async function load(): Promise<void> {
    if (isFirst) claimed = await listOfSlot(workspaceId, slot, CLAIM_SIZE);
    isFirst = false;
    if (claimed.length > 0) return;
    claimed = await claimDueEvaluations(workspaceId, slot, CLAIM_SIZE);
    const isBacklog = claimed.length === CLAIM_SIZE && elapsedMs() > HELP_AFTER_MS;
    if (isBacklog && slot + 1 < MAX_SLOTS)
      await wakeSlot({ workspaceId, slot: slot + 1 }, currentTime()).catch(() => undefined);
  }

  return async function next(): Promise<DueEvaluation | null> {
    if (elapsedMs() > DRAIN_MS) {
      for (const record of claimed.splice(0))
        await postponeDueEvaluation(record, record.attempts, record.dueAt);
      return null;
    }
    if (claimed.length === 0) {
      loading ??= load().finally(() => {
        loading = null;
      });
      await loading;
    }
    return claimed.shift() ?? null;
  };
}

async function evaluateRecord(
  { replyEvaluation }: DueEvaluationDependencies,
  { retryMs }: EvaluateDueInput,
  record: DueEvaluation,
  watch: EvaluationWatch,
): Promise<void> {
  const { workspaceId, _id: conversationId } = record;
  const attempts = record.attempts ?? firstAttempts(currentTimeMs());
  const batch = { workspaceId, conversationId, afterPosition: attempts.position, limit: REPLIES_AT_ONCE };
  const { lastPosition, failures } = await replyEvaluation
    .evaluateReplies(batch, watch)
    .catch((error: unknown) => {
      watch.signal.throwIfAborted();
      if (isMongoOutage(error)) throw error;
      watch.onFailure({ conversationId }, error);
      return { lastPosition: null, failures: [toFailure(error)] };
    });
  const soFar = addFailures(attempts, failures);
  if (lastPosition !== null)
    return postponeDueEvaluation(record, { ...soFar, position: lastPosition }, currentTime());
  const now = currentTimeMs();
  const next = completeRound(soFar, retryMs, now);
  if (next === null) await completeDueEvaluation(record);
  else await postponeDueEvaluation(record, next.attempts, new Date(now + next.waitMs));
}

/** Records when the slot looks next. */
async function endOf(slot: EvaluationSlot): Promise<NextDue> {
  for (;;) {
    const dueAt = await findNext(slot);
    if (dueAt !== null && dueAt <= currentTime()) return { nextInMs: 0 };
    await saveLooksAt(slot, dueAt);
    // What became due before that was saved may have relied on this look.
    const again = await findNext(slot);
    if (again === null || (dueAt !== null && dueAt <= again))
      return { nextInMs: dueAt === null ? null : Math.max(1, dueAt.getTime() - currentTimeMs()) };
  }
}

/** When a slot has something to do next; null: never. Slot 0 waits, the others only help. */
async function findNext({ workspaceId, slot }: EvaluationSlot): Promise<Date | null> {
  const dueAt = await findNextDueAt(workspaceId);
  return dueAt === null || slot === 0 || dueAt <= currentTime() ? dueAt : null;
}
