import type { OnlineEvaluation } from '../../access/workspaces/workspace.repository';
import type { ConversationService } from '../../conversations/conversation.service';
import { makeEvaluation } from '../../conversations/evaluations/evaluation';
import { getEvaluations } from '../../conversations/evaluations/evaluation.repository';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { StoredMessage, Transcript } from '../../conversations/transcript/conversation';
import { AppError, errorCatalog } from '../../platform/errors/app-error';
import { isMongoOutage, retryThroughOutage } from '../../platform/mongo/outage';
import { applyCalibration } from '../../review/calibration/apply-calibration';
import type { ActiveCalibration } from '../../review/calibration/calibration';
import { listActiveCalibrations } from '../../review/calibration/calibration.repository';
import type { EvaluatorFactory } from '../evaluators/evaluator-factory';
import type { EvaluatorRecord } from '../evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../issue-config/issue-config.repository';
import { judge } from '../judgment/judge';
import { BatchJudge } from './batch-judge';
import type { EvaluationFailure } from './evaluation-attempts';
import { deleteOrphanedEvaluations, loadJudgedTranscript } from './judged-transcript';
import { listOpenReplies, type OpenReply, onlineEvaluationId } from './open-replies';

/**
 * A conversation is read once a minute and not for every few replies, because the cost of reading grows with
 * its length. Changed settings of the workspace take effect with the next read.
 */
const READ_FOR_MS = 60_000;
/** How long storing a verdict is retried during an outage of the database. */
const STORE_TIMEOUT_MS = 120_000;

export interface ReplyEvaluationDependencies {
  conversations: Pick<
    ConversationService,
    'admitTranscript' | 'findTranscript' | 'reconcileAfterWrite' | 'storeEvaluation' | 'recordVerdicts'
  >;
  settingsOf(workspaceId: string): Promise<OnlineEvaluation>;
  defaultEvaluatorOf(workspaceId: string): Promise<EvaluatorRecord>;
  createEvaluator: EvaluatorFactory;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** Called before a judge. @throws AppError limit_reached if the workspace has reached its spend limit */
  admitModel?: (workspaceId: string, model: string | null) => Promise<void>;
  /** How long replies are judged on one read of their conversation, in milliseconds. */
  readForMs?: number;
}

export interface EvaluationWatch {
  signal: AbortSignal;
  /** Called with the error of what could not be evaluated in this try: a reply or a conversation, by its id. */
  onFailure(subject: Record<string, string>, error: unknown): void;
}

export interface ReplyBatch {
  workspaceId: string;
  conversationId: string;
  /** Only replies after this position in the conversation; -1 for all. */
  afterPosition: number;
  limit: number;
}

export interface EvaluatedReplies {
  /** Position of the last reply that was evaluated or failed; null when none is left after it. */
  lastPosition: number | null;
  /** Of the replies that have no evaluation yet. */
  failures: EvaluationFailure[];
}

/** What replies are judged with, on one read of their conversation. */
interface JudgingContext extends ReplyEvaluationDependencies, EvaluationWatch {
  transcript: Transcript;
  record: EvaluatorRecord;
  issueConfig: VersionedIssueConfig;
  calibrations: readonly ActiveCalibration[];
  /** Used if the evaluator supports batches. */
  batchJudge: BatchJudge;
}

export type ReplyEvaluation = ReturnType<typeof createReplyEvaluation>;

/** Evaluates new replies of conversations, with the current settings of their workspace. */
export function createReplyEvaluation(dependencies: ReplyEvaluationDependencies) {
  return {
    /**
     * Evaluates the next open replies of a conversation, `limit` at a time. The ids of their evaluations are
     * the same in each try, and a reply that is deleted concurrently leaves no evaluation. A failed reply
     * does not prevent the evaluation of the others.
     * @throws AppError if the workspace has no evaluator, MongoDB errors during an outage, and the abort
     * reason of the signal
     */
    evaluateReplies(batch: ReplyBatch, watch: EvaluationWatch): Promise<EvaluatedReplies> {
      return dependencies.conversations.admitTranscript(batch, watch.signal, () =>
        evaluateBatch(dependencies, batch, watch),
      );
    },
  };
}

async function evaluateBatch(
  dependencies: ReplyEvaluationDependencies,
  batch: ReplyBatch,
  watch: EvaluationWatch,
): Promise<EvaluatedReplies> {
  const { conversations, settingsOf, defaultEvaluatorOf, getIssueConfig } = dependencies;
  const { workspaceId, conversationId, afterPosition, limit } = batch;
  const { isEnabled, sampleRate } = await settingsOf(workspaceId);
  const judgedTranscript = await loadJudgedTranscript(conversations, workspaceId, conversationId);
  if (judgedTranscript === null || !isEnabled) return { lastPosition: null, failures: [] };
  const { transcript, judgments } = judgedTranscript;
  const record = await defaultEvaluatorOf(workspaceId);
  const open = listOpenReplies(transcript.messages, judgments, record, sampleRate).filter(
    ({ message }) => message.sequenceNumber > afterPosition,
  );
  if (open.length === 0) return { lastPosition: null, failures: [] };
  const [issueConfig, calibrations] = await Promise.all([
    getIssueConfig(workspaceId),
    listActiveCalibrations(workspaceId),
  ]);
  const unjudged = open.filter(({ evaluationIds }) => evaluationIds.length === 0);
  const batchJudge = new BatchJudge(
    workspaceId,
    { messages: transcript.messages, tools: transcript.conversation.tools, issueConfig },
    unjudged.map(({ message }) => message),
    watch.signal,
  );
  const judging = { ...dependencies, ...watch, transcript, record, issueConfig, calibrations, batchJudge };
  return evaluateInRounds(judging, open, limit);
}

/** Evaluates at most `limit` replies at a time, on one read of the conversation until it is too old. */
async function evaluateInRounds(
  judging: JudgingContext,
  open: OpenReply[],
  limit: number,
): Promise<EvaluatedReplies> {
  const { conversations, transcript, batchJudge, readForMs = READ_FOR_MS } = judging;
  const endAt = performance.now() + readForMs;
  const failures: EvaluationFailure[] = [];
  let doneCount = 0;
  try {
    do {
      failures.push(...(await evaluateAll(judging, open.slice(doneCount, doneCount + limit))));
      doneCount += limit;
    } while (doneCount < open.length && performance.now() < endAt);
  } finally {
    batchJudge.close();
    // Failed replies may have written too, after their message or the conversation was deleted.
    if (await conversations.reconcileAfterWrite(transcript.conversation))
      await deleteOrphanedEvaluations(transcript.conversation);
  }
  const last = open[doneCount - 1];
  const isMore = last !== undefined && doneCount < open.length;
  return { lastPosition: isMore ? last.message.sequenceNumber : null, failures };
}

async function evaluateAll(judging: JudgingContext, replies: OpenReply[]): Promise<EvaluationFailure[]> {
  const { signal, onFailure } = judging;
  const outcomes = await Promise.allSettled(replies.map((reply) => evaluateReply(judging, reply)));
  signal.throwIfAborted();
  return outcomes.flatMap((outcome, index) => {
    const reply = replies[index];
    if (outcome.status === 'fulfilled' || reply === undefined) return [];
    if (isMongoOutage(outcome.reason)) throw outcome.reason;
    onFailure({ messageId: reply.message.id }, outcome.reason);
    return [toFailure(outcome.reason)];
  });
}

async function evaluateReply(judging: JudgingContext, { message, evaluationIds }: OpenReply): Promise<void> {
  const { workspaceId } = judging.transcript.conversation;
  if (evaluationIds.length === 0) await judgeReply(judging, message);
  else await judging.conversations.recordVerdicts(await getEvaluations(workspaceId, evaluationIds));
}

async function judgeReply(judging: JudgingContext, reply: StoredMessage): Promise<void> {
  const { conversations, record, issueConfig, calibrations, signal } = judging;
  const { conversation } = judging.transcript;
  await judging.admitModel?.(conversation.workspaceId, record.config?.model ?? null);
  const evaluationKey = onlineEvaluationId(reply.id, record);
  const raw = await findVerdict(judging, reply, evaluationKey);
  const subject = {
    workspaceId: conversation.workspaceId,
    conversationId: conversation.id,
    messageId: reply.id,
    experimentId: null,
    itemId: null,
    evaluatorId: record.id,
    evaluatorVersion: record.version,
    issueConfigVersion: issueConfig.version,
    expireAt: conversation.expireAt,
  };
  const verdict = applyCalibration(raw, calibrations, subject);
  const evaluation = makeEvaluation(subject, verdict, evaluationKey);
  await retryThroughOutage(() => conversations.storeEvaluation(evaluation), {
    signal,
    timeoutMs: STORE_TIMEOUT_MS,
  });
}

function findVerdict(judging: JudgingContext, reply: StoredMessage, evaluationKey: string): Promise<Verdict> {
  const { createEvaluator, transcript, record, issueConfig, signal, batchJudge } = judging;
  const { conversation, messages } = transcript;
  const evaluator = createEvaluator(record);
  if (evaluator.evaluateReplies !== undefined) return batchJudge.judge(reply, evaluator.evaluateReplies);
  return judge(
    evaluator,
    { messages: messages.slice(0, messages.indexOf(reply) + 1), tools: conversation.tools, issueConfig },
    { signal, workspaceId: conversation.workspaceId, evaluationKey },
  );
}

/** Whether, and when, to try again. */
export function toFailure(error: unknown): EvaluationFailure {
  if (!(error instanceof AppError)) return { code: 'internal_error', retry: 'transient', retryAfterMs: null };
  const { code, isFinal, retryAfterMs } = error;
  const retry = isFinal ? 'never' : errorCatalog[code].retry;
  return { code, retry, retryAfterMs: retryAfterMs ?? null };
}
