import type { EvaluatedReplies, ReplyBatch, ReplyFailure } from '../../workflows/contracts';
import type { StoredMessage, Transcript } from '../conversations/conversation';
import type { ConversationService } from '../conversations/conversation.service';
import { AppError, errorCatalog } from '../errors/app-error';
import { type Evaluation, makeEvaluation } from '../evaluations/evaluation';
import { getEvaluations, keepEvaluation } from '../evaluations/evaluation.service';
import type { EvaluatorRecord } from '../evaluators/evaluator.service';
import type { EvaluatorFactory } from '../evaluators/evaluator-factory';
import { judge } from '../evaluators/judge';
import type { VersionedIssueConfig } from '../issue-config/issue-config.service';
import { isMongoOutage, untilStored } from '../mongo/outage';
import type { OnlineEvaluation } from '../workspaces/workspace.service';
import { type OpenReply, onlineEvaluationId, openReplies } from './open-replies';
import { readWithoutStrays } from './read-without-strays';

/** How long a verdict that was paid for waits for the database. */
const STORE_PATIENCE_MS = 120_000;

export interface ReplyEvaluationDependencies {
  conversations: Pick<ConversationService, 'findTranscript' | 'alignWrites' | 'recordVerdicts'>;
  settingsOf(workspaceId: string): Promise<OnlineEvaluation>;
  defaultEvaluatorOf(workspaceId: string): Promise<EvaluatorRecord>;
  makeEvaluator: EvaluatorFactory;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
}

export interface EvaluationWatch {
  signal: AbortSignal;
  /** Told why a reply stays unevaluated for now. */
  onFailure(messageId: string, error: unknown): void;
}

interface Judging extends EvaluationWatch {
  transcript: Transcript;
  record: EvaluatorRecord;
  issueConfig: VersionedIssueConfig;
}

export type ReplyEvaluation = ReturnType<typeof createReplyEvaluation>;

/** Evaluates replies that conversations have got, as their workspace wants it by now. */
export function createReplyEvaluation(dependencies: ReplyEvaluationDependencies) {
  const { conversations, settingsOf, defaultEvaluatorOf, makeEvaluator, getIssueConfig } = dependencies;

  return {
    /**
     * Evaluates the next replies of a conversation that are open. The ids of their evaluations do not depend on the
     * attempt, and a reply that is deleted meanwhile leaves none behind. One that fails does not keep the others
     * from being evaluated.
     * @throws AppError when the workspace has no evaluator, what MongoDB throws in an outage, and the reason of the
     * aborted signal
     */
    async evaluate(batch: ReplyBatch, watch: EvaluationWatch): Promise<EvaluatedReplies> {
      const { workspaceId, conversationId, afterPosition, limit } = batch;
      const { isEnabled, sampleRate } = await settingsOf(workspaceId);
      const found = await readWithoutStrays(conversations, workspaceId, conversationId);
      if (found === null || !isEnabled) return { lastPosition: null, failures: [] };
      const { transcript, judgements } = found;
      const record = await defaultEvaluatorOf(workspaceId);
      const open = openReplies(transcript.messages, judgements, record, sampleRate).filter(
        ({ message }) => message.sequenceNumber > afterPosition,
      );
      const taken = open.slice(0, limit);
      const last = taken.at(-1);
      if (last === undefined) return { lastPosition: null, failures: [] };
      const issueConfig = await getIssueConfig(workspaceId);
      const failures = await evaluateAll(taken, { ...watch, transcript, record, issueConfig });
      return { lastPosition: open.length > limit ? last.message.sequenceNumber : null, failures };
    },
  };

  async function evaluateAll(replies: OpenReply[], judging: Judging): Promise<ReplyFailure[]> {
    const { transcript, signal, onFailure } = judging;
    const { conversation } = transcript;
    const outcomes = await Promise.allSettled(replies.map((reply) => evaluateReply(reply, judging)));
    // Also by what fails something may have been written, after its message or the conversation was deleted.
    if (await conversations.alignWrites(conversation))
      await readWithoutStrays(conversations, conversation.workspaceId, conversation.id);
    signal.throwIfAborted();
    return outcomes.flatMap((outcome, index) => {
      const reply = replies[index];
      if (outcome.status === 'fulfilled' || reply === undefined) return [];
      if (isMongoOutage(outcome.reason)) throw outcome.reason;
      onFailure(reply.message.id, outcome.reason);
      return [toFailure(reply.message.id, outcome.reason)];
    });
  }

  async function evaluateReply({ message, evaluationIds }: OpenReply, judging: Judging): Promise<void> {
    const { workspaceId } = judging.transcript.conversation;
    const evaluations =
      evaluationIds.length === 0
        ? [await judgeReply(message, judging)]
        : await getEvaluations(workspaceId, evaluationIds);
    await conversations.recordVerdicts(evaluations);
  }

  async function judgeReply(reply: StoredMessage, judging: Judging): Promise<Evaluation> {
    const { transcript, record, issueConfig, signal } = judging;
    const { conversation, messages } = transcript;
    const upToReply = messages.slice(0, messages.indexOf(reply) + 1);
    const evaluationKey = onlineEvaluationId(reply.id, record);
    const verdict = await judge(
      makeEvaluator(record),
      { messages: upToReply, tools: conversation.tools, issueConfig },
      { signal, evaluationKey },
    );
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
    const evaluation = makeEvaluation(subject, verdict, evaluationKey);
    return untilStored(() => keepEvaluation(evaluation), { signal, patienceMs: STORE_PATIENCE_MS });
  }
}

function toFailure(messageId: string, error: unknown): ReplyFailure {
  if (!(error instanceof AppError))
    return { messageId, code: 'internal_error', retry: 'transient', retryAfterMs: null };
  const { code, isFinal, retryAfterMs } = error;
  const retry = isFinal ? 'never' : errorCatalog[code].retry;
  return { messageId, code, retry, retryAfterMs: retryAfterMs ?? null };
}
