import type { Transcript } from '../conversations/conversation';
import type { ConversationService } from '../conversations/conversation.service';
import type { Message } from '../conversations/message';
import { AppError, errorCatalog } from '../errors/app-error';
import { makeEvaluation } from '../evaluations/evaluation';
import { saveEvaluation } from '../evaluations/evaluation.service';
import type { Evaluator, Verdict } from '../evaluators/evaluator';
import { judge } from '../evaluators/judge';
import { untilStored } from '../mongo/outage';
import type { ChatModel } from '../providers/chat-model';
import { derivedId } from './derived-id';
import type { Experiment, ExperimentItem, ReplySide } from './experiment';
import { changeOpenItem } from './item.repository';
import { lastReplyIndex, promptOf, replySchemaOf } from './replay';

const STORE_PATIENCE_MS = 120_000;

/** An experiment with what its items share. */
export interface RunPlan {
  experiment: Experiment;
  /** Null when the replies are passed through. */
  model: ChatModel | null;
  evaluator: Evaluator;
}

export interface ItemRunnerDependencies {
  conversations: Pick<ConversationService, 'getTranscript' | 'findReply' | 'saveReply'>;
  planOf(experimentId: string): Promise<RunPlan>;
}

interface Reply {
  message: Message;
  side: ReplySide;
  /** The messages the reply answers. */
  prompt: Message[];
}

interface Attempt {
  plan: RunPlan;
  item: ExperimentItem;
  transcript: Transcript;
  signal: AbortSignal;
}

export type ItemRunner = ReturnType<typeof createItemRunner>;

/**
 * Takes one item from wherever an earlier attempt left it to its end. Each step is saved before the next
 * begins, under ids that do not depend on the attempt, so that a repeated attempt neither generates again
 * nor writes twice.
 */
export function createItemRunner({ conversations, planOf }: ItemRunnerDependencies) {
  return { run };

  /** @returns US cents the attempt spent. @throws AppError; class `wait` and `transient` are worth a retry. */
  async function run(
    ids: { experimentId: string; itemId: string },
    { signal }: { signal: AbortSignal },
  ): Promise<{ costCents: number }> {
    const plan = await planOf(ids.experimentId);
    const item = await changeOpenItem(ids.itemId, {
      $set: { status: plan.model === null ? 'evaluating' : 'generating' },
      $inc: { attempts: 1 },
    });
    if (item === null) return { costCents: 0 }; // an earlier attempt ended it, or the run was cancelled
    try {
      const transcript = await conversations.getTranscript(item.workspaceId, item.conversationId);
      return { costCents: await completeItem({ plan, item, transcript, signal }) };
    } catch (error) {
      if (error instanceof AppError && errorCatalog[error.code].retry !== 'never') {
        await changeOpenItem(item.id, { $set: { status: 'queued' } }); // it waits for its next attempt
      }
      throw error;
    }
  }

  async function completeItem(attempt: Attempt): Promise<number> {
    const { item } = attempt;
    const { reply, costUsd } = await obtainReply(attempt);
    const verdict = await judgeReply(attempt, reply.prompt, reply.message);
    const evaluationId = derivedId(item.id, 'reply-evaluation');
    await saveEvaluation(
      makeEvaluation(subjectOf(attempt, derivedId(item.id, 'reply'), item.id), verdict, evaluationId),
    );

    const baseline = await evaluateBaseline(attempt, verdict);
    await changeOpenItem(item.id, {
      $set: {
        status: 'completed',
        completedAt: new Date(),
        reply: { ...reply.side, ...findingsOf(verdict), evaluationId },
        evaluationsReceived: item.evaluationsExpected,
        ...(baseline === null ? {} : { baseline: baseline.side }),
      },
    });
    return costUsd * 100 + (verdict.usage.costCents ?? 0) + (baseline?.costCents ?? 0);
  }

  /** The new reply: the one an earlier attempt saved, the original, or a generated one, which is saved at once. */
  async function obtainReply(attempt: Attempt): Promise<{ reply: Reply; costUsd: number }> {
    const { plan, item, transcript } = attempt;
    const replyId = derivedId(item.id, 'reply');
    const original = transcript.messages[lastReplyIndex(transcript.messages)];
    if (plan.model === null) {
      if (original === undefined || item.baseline === null) throw noReply(item);
      await saveReply(attempt, original, item.baseline);
      const prompt = promptOf(transcript.messages, null);
      return {
        reply: { message: original, side: { ...item.baseline, messageId: replyId }, prompt },
        costUsd: 0,
      };
    }
    const prompt = promptOf(transcript.messages, plan.experiment.systemPromptOverride);
    const saved = item.attempts > 1 ? await conversations.findReply(replyId) : null;
    if (saved !== null) {
      const { model, inputTokens, outputTokens, latencyMs, costUsd } = saved.generation ?? noGeneration;
      const side = {
        ...item.reply,
        messageId: replyId,
        model,
        inputTokens,
        outputTokens,
        latencyMs,
        costUsd,
      };
      // The attempt that paid for it failed, and so never told what it spent.
      return { reply: { message: saved, side, prompt }, costUsd: costUsd ?? 0 };
    }
    return generateReply(attempt, plan.model, prompt);
  }

  async function generateReply(
    attempt: Attempt,
    model: ChatModel,
    prompt: Message[],
  ): Promise<{ reply: Reply; costUsd: number }> {
    const { plan, item, transcript, signal } = attempt;
    const { reasoningConfig, outputSchema } = plan.experiment;
    let hasQueued = false;
    const generated = await model.generate(
      {
        messages: prompt,
        tools: transcript.conversation.tools,
        reasoningConfig,
        replySchema: outputSchema === null ? null : replySchemaOf(outputSchema),
      },
      {
        signal,
        onQueued: async () => {
          hasQueued = true;
          await changeOpenItem(item.id, { $set: { status: 'queued' } });
        },
        onStarted: async () => {
          if (hasQueued) await changeOpenItem(item.id, { $set: { status: 'generating' } });
        },
      },
    );
    const { message, inputTokens, outputTokens, latencyMs, costUsd } = generated;
    const side = {
      ...item.reply,
      messageId: derivedId(item.id, 'reply'),
      model: generated.model,
      inputTokens,
      outputTokens,
      latencyMs,
      costUsd,
    };
    await untilStored(
      () =>
        Promise.all([
          saveReply(attempt, message, {
            ...side,
            provider: generated.provider,
            finishReason: generated.finishReason,
          }),
          changeOpenItem(item.id, { $set: { status: 'evaluating', reply: side } }),
        ]),
      { signal, patienceMs: STORE_PATIENCE_MS },
    );
    return { reply: { message, side, prompt }, costUsd: costUsd ?? 0 };
  }

  function saveReply(
    { item, transcript }: Attempt,
    message: Message,
    generation: Pick<ReplySide, 'model' | 'inputTokens' | 'outputTokens' | 'latencyMs' | 'costUsd'> & {
      provider?: string;
      finishReason?: string | null;
    },
  ): Promise<void> {
    const {
      model,
      inputTokens,
      outputTokens,
      latencyMs,
      costUsd,
      provider = null,
      finishReason = null,
    } = generation;
    const position = lastReplyIndex(transcript.messages);
    return conversations.saveReply({
      id: derivedId(item.id, 'reply'),
      workspaceId: item.workspaceId,
      conversationId: item.conversationId,
      experimentId: item.experimentId,
      itemId: item.id,
      sequenceNumber: position < 0 ? transcript.messages.length : position,
      message: { role: message.role, name: message.name, parts: message.parts },
      generation: { model, provider, inputTokens, outputTokens, latencyMs, costUsd, finishReason },
      createdAt: new Date(),
      expireAt: transcript.conversation.expireAt,
    });
  }

  /** Judges the original reply when no evaluation by this evaluator version exists yet; null when nothing is to do. */
  async function evaluateBaseline(
    attempt: Attempt,
    replyVerdict: Verdict,
  ): Promise<{ side: ReplySide; costCents: number } | null> {
    const { plan, item, transcript } = attempt;
    const { baseline } = item;
    if (baseline?.messageId == null || baseline.evaluationId !== null) return null;
    const original = transcript.messages[lastReplyIndex(transcript.messages)];
    if (original === undefined) return null;
    // A passed-through reply is the original reply: one judgement speaks for both.
    const isSameReply = plan.model === null;
    const verdict = isSameReply
      ? replyVerdict
      : await judgeReply(attempt, promptOf(transcript.messages, null), original);
    const evaluationId = derivedId(item.id, 'baseline-evaluation');
    await saveEvaluation(makeEvaluation(subjectOf(attempt, baseline.messageId, null), verdict, evaluationId));
    const costCents = isSameReply ? 0 : (verdict.usage.costCents ?? 0);
    return { side: { ...baseline, ...findingsOf(verdict), evaluationId }, costCents };
  }
}

const noGeneration = { model: null, inputTokens: null, outputTokens: null, latencyMs: null, costUsd: null };

function judgeReply(
  { plan, transcript, signal }: Attempt,
  prompt: Message[],
  reply: Message,
): Promise<Verdict> {
  const { issueConfig } = plan.experiment;
  return judge(
    plan.evaluator,
    { messages: [...prompt, reply], tools: transcript.conversation.tools, issueConfig },
    { signal },
  );
}

function subjectOf({ plan, item, transcript }: Attempt, messageId: string, itemId: string | null) {
  return {
    workspaceId: item.workspaceId,
    conversationId: item.conversationId,
    messageId,
    experimentId: item.experimentId,
    itemId,
    evaluatorId: plan.experiment.evaluatorId,
    evaluatorVersion: plan.experiment.evaluatorVersion,
    issueConfigVersion: null,
    expireAt: transcript.conversation.expireAt,
  };
}

function findingsOf(verdict: Verdict): Pick<ReplySide, 'findings' | 'hasNoVerdict'> {
  if (verdict.status === 'no_verdict') return { findings: null, hasNoVerdict: true };
  const findings = verdict.annotations.map(({ label, toolName, parameterName }) => ({
    label,
    toolName,
    parameterName,
  }));
  return { findings, hasNoVerdict: false };
}

function noReply(item: ExperimentItem): AppError {
  return new AppError(
    'value_error',
    `Conversation ${item.conversationId} has no assistant reply to pass through`,
  );
}
