import type { ConversationService } from '../../conversations/conversation.service';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { ChatModel } from '../../providers/chat-model';
import { type PricedCalls, priceCalls, type Range, sumCosts } from '../../providers/priced-calls';
import type { SelectConversations, SelectedConversations } from '../../sets/select-conversations';
import { calledModels, costLimitLoc } from '../creation/called-models';
import { rejectEarlyStop } from '../creation/early-stop';
import { listReplaySources } from '../creation/replay-sources';
import { rejectUnknownConversations } from '../creation/store-experiment';
import { rejectTooManyItems } from '../store/samples';
import type { EstimateExperiment } from '../wire/experiment.schema';
import { estimateCalls } from './estimated-experiment';
import { upToEnds } from './measure-sample';
import { listReplaySizes } from './replay-size.repository';

export interface EstimateServiceDependencies {
  conversations: Pick<ConversationService, 'findTranscript' | 'listFlaggedReplies' | 'listSources'>;
  selectConversations: SelectConversations;
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at body.evaluator_id */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  /** @throws AppError model_price_unknown at `loc` */
  checkPrice(model: string, loc: string[]): void;
  /** @throws AppError model_unknown */
  resolveModel(name: string): ChatModel;
  /** Time limit of an estimate. */
  queryTimeoutMs: number;
}

/** What an experiment would call and cost. */
export interface ExperimentEstimate {
  conversations: number;
  items: number;
  /** Conversations whose tokens were counted. */
  countedItems: number;
  /** Null if replies are passed through. */
  generation: PricedCalls | null;
  /** Null for the embedded evaluator. */
  judging: PricedCalls | null;
  /** US cents; null if a price is unknown. */
  costCents: Range | null;
}

export type EstimateService = ReturnType<typeof createEstimateService>;

export function createEstimateService(dependencies: EstimateServiceDependencies) {
  const { conversations, resolveModel } = dependencies;
  return { estimateExperiment };

  /**
   * Estimates the model calls, tokens and cost of an experiment, with the checks of its creation.
   * @throws AppError model_unknown, model_price_unknown, query_timeout; ValidationError for unknown conversations
   */
  async function estimateExperiment(
    workspaceId: string,
    request: EstimateExperiment,
    signal: AbortSignal,
  ): Promise<ExperimentEstimate> {
    const name = request.pass_through ? null : request.model;
    if (name !== null) dependencies.checkModel(name);
    const selection = await dependencies.selectConversations(workspaceId, request, signal);
    const { conversationIds } = selection;
    rejectEarlyStop(request, selection.chosenBy);
    const ends = await findFlaggedReplies(workspaceId, selection, request, signal);
    // Items without a flagged reply fail before they call a model.
    const replayedIds = ends === null ? conversationIds : conversationIds.filter((id) => ends.has(id));
    return withinTimeLimit(dependencies.queryTimeoutMs, signal, async (limit) => {
      const [evaluator, issueConfig, sizes] = await Promise.all([
        dependencies.chooseEvaluator(workspaceId, request.evaluator_id),
        dependencies.getIssueConfig(workspaceId),
        listReplaySizes(workspaceId, replayedIds, limit, ends ?? undefined),
      ]);
      rejectUnknownConversations(replayedIds, sizes);
      rejectTooManyItems(conversationIds.length, request.samples_per_item);
      if (request.max_cost_cents !== null) {
        for (const one of calledModels(name, evaluator)) dependencies.checkPrice(one, costLimitLoc);
      }
      const model = name === null ? null : resolveModel(name);
      const judge = evaluator.config && resolveModel(evaluator.config.model);
      const subject = { workspaceId, request, model, judge, evaluator, issueConfig, sizes };
      const findTranscript =
        ends === null ? conversations.findTranscript : upToEnds(conversations.findTranscript, ends);
      const estimated = await estimateCalls(subject, findTranscript, limit);
      const generation =
        estimated.generation && priceCalls(request.model, model?.price ?? null, estimated.generation);
      const judging =
        estimated.judging &&
        priceCalls(evaluator.config?.model ?? '', judge?.price ?? null, estimated.judging);
      return {
        conversations: conversationIds.length,
        items: conversationIds.length * request.samples_per_item,
        countedItems: estimated.countedItems,
        generation,
        judging,
        costCents: sumCosts([generation, judging].filter((calls) => calls !== null)),
      };
    });
  }

  /**
   * By conversation, the id of the flagged reply to replay; null if last replies are.
   * @throws ValidationError for unknown conversations
   */
  async function findFlaggedReplies(
    workspaceId: string,
    selection: SelectedConversations,
    { replay_at: replayAt }: EstimateExperiment,
    signal: AbortSignal,
  ): Promise<Map<string, string> | null> {
    if (replayAt === 'last_reply') return null;
    const sources = await listReplaySources(dependencies, workspaceId, selection, replayAt, signal);
    rejectUnknownConversations(selection.conversationIds, sources);
    return new Map(
      [...sources].flatMap(([id, { reply }]) => (reply === null ? [] : [[id, reply.messageId] as const])),
    );
  }
}
