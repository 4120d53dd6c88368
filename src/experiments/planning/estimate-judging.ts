import type { ConversationService } from '../../conversations/conversation.service';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { ChatModel } from '../../providers/chat-model';
import { type PricedCalls, priceCalls, type Range } from '../../providers/priced-calls';
import { estimateJudging } from './estimate-calls';
import { judgeContextOf, judgingSettingsOf } from './estimated-experiment';
import { measureSample, upToEnds } from './measure-sample';
import { listReplaySizes } from './replay-size.repository';

/** Conversations whose sizes are read; the others are assumed to be like them. */
const MAX_SIZED = 1000;

/** Replies of a conversation to judge; the one in the middle represents all. */
interface JudgedConversation {
  conversationId: string;
  replies: number;
  middleReplyId: string;
}

export interface JudgingEstimateDependencies {
  conversations: Pick<ConversationService, 'findTranscript'>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** @throws AppError model_unknown */
  resolveModel(name: string): ChatModel;
}

export function createJudgingEstimate({
  conversations,
  getIssueConfig,
  resolveModel,
}: JudgingEstimateDependencies) {
  /**
   * Estimates the calls that judge stored replies, like those of an experiment that passes replies through; null for the
   * embedded evaluator.
   * @throws AppError model_unknown, query_timeout
   */
  return async function estimateStoredReplies(
    workspaceId: string,
    evaluator: EvaluatorRecord,
    judged: readonly JudgedConversation[],
    limit: TimeLimit,
  ): Promise<PricedCalls | null> {
    if (evaluator.config === null) return null;
    const judge = resolveModel(evaluator.config.model);
    const issueConfig = await getIssueConfig(workspaceId);
    const step = Math.max(1, judged.length / MAX_SIZED);
    const sized = judged.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
    const ends = new Map(sized.map(({ conversationId, middleReplyId }) => [conversationId, middleReplyId]));
    const sizes = await listReplaySizes(workspaceId, [...ends.keys()], limit, ends);
    const context = judgeContextOf(judge, evaluator.config, issueConfig);
    const sentTo = { model: null, override: null, judge: context, issueConfig };
    const findTranscript = upToEnds(conversations.findTranscript, ends);
    const { rates } = await measureSample(workspaceId, sizes, sentTo, findTranscript, limit.signal);
    const originals = sized.flatMap(({ conversationId, replies }) => {
      const size = sizes.get(conversationId);
      return size === undefined ? [] : Array.from({ length: replies }, () => size);
    });
    const settings = judgingSettingsOf(judge, evaluator.config, context, issueConfig);
    const estimate = estimateJudging({ replayed: [], originals }, rates, { override: null, ...settings });
    const count = judged.reduce((sum, { replies }) => sum + replies, 0);
    return scale(
      priceCalls(evaluator.config.model, judge.price, estimate),
      count / Math.max(1, originals.length),
    );
  };
}

function scale(calls: PricedCalls, factor: number): PricedCalls {
  const scaled = ({ low, high }: Range) => ({ low: low * factor, high: high * factor });
  return {
    model: calls.model,
    calls: scaled(calls.calls),
    inputTokens: scaled(calls.inputTokens),
    outputTokens: scaled(calls.outputTokens),
    costCents: calls.costCents && scaled(calls.costCents),
  };
}
