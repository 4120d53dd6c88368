import { setTimeout as sleep } from 'node:timers/promises';
import type { EvaluateDueInput, EvaluationSlot, NextDue } from '../../../workflows/contracts';
import { currentTime, currentTimeMs } from '../../platform/clock';
import { isMongoOutage } from '../../platform/mongo/outage';
import type { EvaluatorRecord } from '../evaluators/evaluator-record';
import type { DueEvaluation } from './due-evaluation.model';
import {
  claimDueEvaluations,
  completeDueEvaluation,
  findNextDueAt,
  listOfSlot,
  postponeDueEvaluation,
} from './due-evaluation.repository';
import { addFailures, completeRound, type EvaluationAttempts, firstAttempts } from './evaluation-attempts';
import { saveLooksAt } from './evaluation-slot.repository';
import {
  type EvaluatedReplies,
  type EvaluationWatch,
  type ReplyEvaluation,
  toFailure,
} from './reply-evaluation';

/** The conversations of a slot that are evaluated at the same time, and the replies of each. */
const CONVERSATIONS_AT_ONCE = 16;
const REPLIES_AT_ONCE = 10;
/** Few, because other slots cannot evaluate what one has claimed. */
const CLAIM_SIZE = 3 * CONVERSATIONS_AT_ONCE;
/** The slots of a workspace. */
const MAX_SLOTS = 4;
/** A slot that has evaluated for this long and has more due than it evaluates gets help. */
const HELP_AFTER_MS = 5000;
/** Claims end after it, so that slots of other workspaces have their turn. */
const DRAIN_MS = 30_000;
/** How long a slot that evaluates waits for more to be due. */
const IDLE_MS = 500;
/** Shorter than the grace period of the reconciler. */
const RENEW_EVERY_MS = 8000;

/** What a slot does for backfills. */
export interface BackfillSteps {
  /** Makes the next conversations due. Returns whether there may be more. */
  listNext(workspaceId: string, backfillId: string): Promise<boolean>;
  /** The version that judges; null if the backfill was cancelled or deleted. */
  findEvaluator(workspaceId: string, backfillId: string): Promise<EvaluatorRecord | null>;
  /** Records a conversation with replies that stay unevaluated. */
  countFailed(workspaceId: string, backfillId: string): Promise<void>;
}

export interface DueEvaluationDependencies {
  replyEvaluation: ReplyEvaluation;
  backfills: BackfillSteps;
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
    let renewal: Promise<void> = Promise.resolve();
    const renewing = setInterval(() => {
      // If it fails, the reconciler at most signals a slot that runs.
      renewal = renew().catch(() => undefined);
    }, RENEW_EVERY_MS);
    try {
      await evaluateAll(dependencies, input, watch);
    } finally {
      clearInterval(renewing);
      // Later it would say that a slot works which has ended.
      await renewal;
    }
    return endOf(input);
  };
}

async function evaluateAll(
  dependencies: DueEvaluationDependencies,
  input: EvaluateDueInput,
  watch: EvaluationWatch,
): Promise<void> {
  const held = await listOfSlot(input.workspaceId, input.slot, CLAIM_SIZE);
  const next = createClaims(dependencies, input, held, watch.signal);
  const lane = async () => {
    for (let claim = await next(); claim !== null; claim = await next()) {
      watch.signal.throwIfAborted();
      await evaluateRecord(dependencies, input, claim.record, watch).finally(claim.end);
    }
  };
  // Nothing may be written after the activity has ended.
  const lanes = await Promise.allSettled(Array.from({ length: CONVERSATIONS_AT_ONCE }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

interface Claim {
  record: DueEvaluation;
  /** Called when it is evaluated. */
  end: () => void;
}

/**
 * Hands out what the slot had and what it claims, one at a time; null at the end. That is when nothing is due and nothing
 * is evaluated, or when the time of the slot is over. An evaluation that takes longer holds up no other: until it ends,
 * the slot claims more.
 */
function createClaims(
  { wakeSlot }: DueEvaluationDependencies,
  { workspaceId, slot }: EvaluateDueInput,
  held: readonly DueEvaluation[],
  signal: AbortSignal,
) {
  const begin = performance.now();
  const elapsedMs = () => performance.now() - begin;
  let claimed = [...held];
  /** Evaluations that began in time. */
  let working = 0;
  let isHelped = slot + 1 === MAX_SLOTS;
  let loading: Promise<void> | null = null;
  let idling: Promise<void> | null = null;

  async function load(): Promise<void> {
    claimed = await claimDueEvaluations(workspaceId, slot, CLAIM_SIZE);
  }

  async function take(): Promise<Claim | null> {
    if (claimed.length === 0) {
      loading ??= load().finally(() => {
        loading = null;
      });
      await loading;
    }
    const record = claimed.shift();
    if (record === undefined) return null;
    const inTime = elapsedMs() <= DRAIN_MS ? 1 : 0;
    working += inTime;
    if (claimed.length > 0 && elapsedMs() > HELP_AFTER_MS) await callHelp();
    return {
      record,
      end: () => {
        working -= inTime;
      },
    };
  }

  async function callHelp(): Promise<void> {
    if (isHelped) return;
    isHelped = true;
    await wakeSlot({ workspaceId, slot: slot + 1 }, currentTime()).catch(() => undefined);
  }

  async function release(): Promise<void> {
    for (const record of claimed.splice(0))
      await postponeDueEvaluation(record, record.attempts, record.dueAt);
  }

  return async function next(): Promise<Claim | null> {
    while (elapsedMs() <= DRAIN_MS || working > 0) {
      const claim = await take();
      if (claim !== null || working === 0) return claim;
      idling ??= sleep(IDLE_MS, undefined, { signal }).finally(() => {
        idling = null;
      });
      await idling;
    }
    await release();
    return null;
  };
}

async function evaluateRecord(
  dependencies: DueEvaluationDependencies,
  { retryMs }: EvaluateDueInput,
  record: DueEvaluation,
  watch: EvaluationWatch,
): Promise<void> {
  const { workspaceId, backfillId } = record;
  const attempts = record.attempts ?? firstAttempts(currentTimeMs());
  const { lastPosition, failures } = await evaluateNext(dependencies, record, attempts.position, watch).catch(
    (error: unknown) => {
      watch.signal.throwIfAborted();
      if (isMongoOutage(error)) throw error;
      watch.onFailure({ dueEvaluation: record._id }, error);
      return { lastPosition: null, failures: [toFailure(error)] };
    },
  );
  const soFar = addFailures(attempts, failures);
  if (lastPosition !== null)
    return postponeDueEvaluation(record, { ...soFar, position: lastPosition }, currentTime());
  const now = currentTimeMs();
  const next = completeRound(soFar, retryMs, now);
  if (next !== null) return postponeDueEvaluation(record, next.attempts, new Date(now + next.waitMs));
  if (soFar.isIncomplete) watch.onFailure({ dueEvaluation: record._id }, givenUp(soFar));
  const isCompleted = await completeDueEvaluation(record);
  if (isCompleted && soFar.isIncomplete && backfillId !== null)
    await dependencies.backfills.countFailed(workspaceId, backfillId);
}

function givenUp({ rounds }: EvaluationAttempts): Error {
  return new Error(`replies stay unevaluated after ${rounds + 1} rounds`);
}

/** Evaluates the next replies of a conversation, or lists the next conversations of a backfill. */
async function evaluateNext(
  { replyEvaluation, backfills }: DueEvaluationDependencies,
  record: DueEvaluation,
  afterPosition: number,
  watch: EvaluationWatch,
): Promise<EvaluatedReplies> {
  const { workspaceId, backfillId, conversationId } = record;
  if (conversationId === null) {
    const isMore = backfillId !== null && (await backfills.listNext(workspaceId, backfillId));
    return { lastPosition: isMore ? -1 : null, failures: [] };
  }
  const batch = { workspaceId, conversationId, afterPosition, limit: REPLIES_AT_ONCE };
  if (backfillId === null) return replyEvaluation.evaluateReplies(batch, watch);
  const evaluator = await backfills.findEvaluator(workspaceId, backfillId);
  if (evaluator === null) return { lastPosition: null, failures: [] };
  return replyEvaluation.evaluateReplies({ ...batch, evaluator }, watch);
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
