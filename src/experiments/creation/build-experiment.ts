import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import type { BaselineEvaluation } from '../../conversations/evaluations/evaluation.repository';
import type { ConversationSource } from '../../conversations/transcript/conversation';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import { currentTime } from '../../platform/clock';
import { derivedId } from '../../platform/derived-id';
import type { SelectedConversations } from '../../sets/select-conversations';
import { BASELINE_BATCH_SIZE, listBaselines } from '../execution/baseline-evaluations';
import { toOutputFields } from '../execution/reply-schema';
import {
  type Creator,
  type Experiment,
  type ExperimentItem,
  emptySide,
  type ReplySide,
} from '../store/experiment';
import type { CreateExperiment } from '../wire/experiment.schema';
import { createItem, evaluationsExpectedOf } from './create-item';
import { repliesChosenBy } from './replay-sources';

/** The conversations of an experiment, and how they were selected. */
type ExperimentSelection = Omit<SelectedConversations, 'findingFilter'>;

/** Builds a pending experiment from a request, without warnings. */
export function buildExperiment(
  workspaceId: string,
  id: string,
  request: CreateExperiment,
  { conversationIds, set, filter, chosenBy }: ExperimentSelection,
  creator: Creator,
  evaluator: EvaluatorRecord,
  { labels, domainContext, version: issueConfigVersion }: Omit<VersionedIssueConfig, 'createdAt'>,
): Experiment {
  const createdAt = currentTime();
  return {
    id,
    workspaceId,
    name: request.name,
    model: request.model,
    isPassThrough: request.pass_through,
    rejudgedExperimentId: null,
    baselineOfExperimentId: null,
    evaluatorId: evaluator.id,
    evaluatorVersion: evaluator.version,
    evaluatorName: evaluator.name,
    issueConfig: { labels, domainContext },
    issueConfigVersion,
    conversationIds,
    samplesPerItem: request.samples_per_item,
    set,
    filter,
    chosenBy: repliesChosenBy(request.replay_at, chosenBy),
    replayAt: request.replay_at,
    conversationsAddedAt: null,
    isSourceDecided: false,
    reasoningConfig: request.reasoning_config,
    systemPromptOverride: request.system_prompt_override,
    warnings: [],
    outputSchema: toOutputFields(request.output_schema),
    concurrency: request.concurrency,
    maxCostCents: request.max_cost_cents,
    stopWhen: request.stop_when && {
      alpha: request.stop_when.alpha,
      minEffect: request.stop_when.min_effect,
      ...(request.stop_when.alternative === 'worse' && { alternative: 'worse' }),
    },
    decision: null,
    decidedAt: null,
    modelCallsSaved: null,
    status: 'pending',
    executionNumber: 0,
    creator,
    optimizationRunId: null,
    isReleasedByRun: false,
    createdAt,
    requestedAt: createdAt,
    completedAt: null,
    costCents: 0,
    costs: null,
    reservedCents: null,
    load: null,
    windowLimit: null,
    tally: null,
  };
}

/**
 * Builds the items of the conversations from number `firstConversation` on, one per sample, with the original reply as
 * the baseline, and its evaluation if there is one.
 */
export async function buildItems(
  experiment: Experiment,
  sources: Map<string, ConversationSource>,
  firstConversation = 0,
): Promise<ExperimentItem[]> {
  const items: ExperimentItem[] = [];
  for (
    let start = firstConversation;
    start < experiment.conversationIds.length;
    start += BASELINE_BATCH_SIZE
  ) {
    const batch = experiment.conversationIds.slice(start, start + BASELINE_BATCH_SIZE);
    const messageIds = batch.flatMap((id) => sources.get(id)?.reply?.messageId ?? []);
    const evaluations = await listBaselines(experiment, messageIds);
    for (const [offset, conversationId] of batch.entries()) {
      if (isSliceOver()) await nextSlice();
      items.push(
        ...buildItemsOf(experiment, start + offset, conversationId, sources.get(conversationId), evaluations),
      );
    }
  }
  return items;
}

function buildItemsOf(
  { id, workspaceId, requestedAt, executionNumber, samplesPerItem }: Experiment,
  conversationNumber: number,
  conversationId: string,
  source: ConversationSource | undefined,
  evaluations: Map<string, BaselineEvaluation>,
): ExperimentItem[] {
  const baseline = baselineOf(source, evaluations);
  return Array.from({ length: samplesPerItem }, (_, sampleIndex) =>
    createItem({
      id: derivedId(`${id}/${conversationNumber}/${sampleIndex}`, 'item'),
      workspaceId,
      experimentId: id,
      position: conversationNumber * samplesPerItem + sampleIndex,
      conversationId,
      sampleIndex,
      sourcePreview: source?.preview ?? '',
      replayedIndex: source?.reply?.sequenceNumber ?? null,
      baseline,
      evaluationsExpected: evaluationsExpectedOf({ sampleIndex, baseline }),
      createdAt: requestedAt,
      executionNumber,
    }),
  );
}

function baselineOf(
  source: ConversationSource | undefined,
  evaluations: Map<string, BaselineEvaluation>,
): ReplySide | null {
  if (source === undefined || source.reply === null) return null;
  const { messageId, generation } = source.reply;
  const evaluation = evaluations.get(messageId);
  return {
    ...emptySide,
    messageId,
    evaluationId: evaluation?.id ?? null,
    model: generation?.model ?? null,
    inputTokens: generation?.inputTokens ?? null,
    outputTokens: generation?.outputTokens ?? null,
    latencyMs: generation?.latencyMs ?? null,
    costUsd: generation?.costUsd ?? null,
    findings: evaluation?.findings ?? null,
  };
}
