import type { z } from 'zod';
import type { ShareVariance } from '../../../packages/statistics';
import type { Decision } from '../../../workflows/contracts';
import type { Evaluation } from '../../conversations/evaluations/evaluation';
import { toAnnotationWire } from '../../conversations/evaluations/evaluation.schema';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { StoredMessage } from '../../conversations/transcript/conversation';
import { toPartsWire } from '../../conversations/wire/conversation.mapper';
import { toPromptWarningsWire } from '../prompts/prompt-warning.schema';
import type { Costs } from '../store/costs';
import type { ReplySide } from '../store/experiment';
import { toJudgeVersionWire } from '../store/judge-version';
import type {
  decisionSchema,
  experimentSchema,
  issueRateVarianceSchema,
  itemDetailSchema,
  itemSchema,
  outputFieldSchema,
} from '../wire/experiment.schema';
import { toMetricsWire, toStatusSummaryWire } from '../wire/tally.mapper';
import type { ExperimentView } from './experiment-view';
import type { ItemDetail } from './item-detail';
import type { ItemView } from './item-view';

export function toExperimentWire(experiment: ExperimentView): z.input<typeof experimentSchema> {
  const { tally } = experiment;
  return {
    id: experiment.id,
    name: experiment.name,
    model: experiment.model,
    status: experiment.status,
    pass_through: experiment.isPassThrough,
    evaluator_id: experiment.evaluatorId,
    evaluator_name: experiment.evaluatorName,
    evaluator_version: experiment.evaluatorVersion,
    yardstick: toJudgeVersionWire(experiment),
    baseline_metrics: toMetricsWire(tally.baselineMetrics),
    baseline_models: tally.baselineModels,
    ...(experiment.conversationIds && { conversation_ids: experiment.conversationIds }),
    samples_per_item: experiment.samplesPerItem,
    set: experiment.set,
    filter: experiment.filter,
    chosen_by: experiment.chosenBy,
    replay_at: experiment.replayAt,
    conversations_added_at: experiment.conversationsAddedAt?.toISOString() ?? null,
    created_at: experiment.createdAt.toISOString(),
    requested_at: experiment.requestedAt.toISOString(),
    completed_at: experiment.completedAt?.toISOString() ?? null,
    created_by_user_id: experiment.creator.userId,
    created_by_user_name: experiment.creator.userName,
    created_by_service_account_id: experiment.creator.serviceAccountId,
    created_by_service_account_name: experiment.creator.serviceAccountName,
    optimization_run_id: experiment.optimizationRunId,
    rejudged_experiment_id: experiment.rejudgedExperimentId,
    baseline_of_experiment_id: experiment.baselineOfExperimentId,
    reasoning_config: experiment.reasoningConfig,
    system_prompt_override: experiment.systemPromptOverride,
    warnings: toPromptWarningsWire(experiment.warnings),
    output_schema:
      experiment.outputSchema?.map(({ name, type, isList, isOptional }) => ({
        name,
        type: type as z.input<typeof outputFieldSchema>['type'],
        is_list: isList,
        is_optional: isOptional,
      })) ?? null,
    concurrency: experiment.concurrency,
    limited_by: experiment.limitedBy,
    max_cost_cents: experiment.maxCostCents,
    stop_when: experiment.stopWhen && {
      decided: true,
      alpha: experiment.stopWhen.alpha,
      min_effect: experiment.stopWhen.minEffect,
      alternative: experiment.stopWhen.alternative ?? 'two_sided',
    },
    decided_at: experiment.decidedAt?.toISOString() ?? null,
    decision: experiment.decision && toDecisionWire(experiment.decision),
    model_calls_saved: experiment.modelCallsSaved,
    ...toCostsWire(experiment.costs),
    total_items_count: tally.statusSummary.total,
    completed_items_count: tally.statusSummary.completed,
    evaluations_expected: tally.evaluationsExpected,
    evaluations_received: tally.evaluationsReceived,
    status_summary: toStatusSummaryWire(tally.statusSummary),
    metrics: toMetricsWire(tally.metrics),
  };
}

function toDecisionWire(decision: Decision): z.input<typeof decisionSchema> {
  return {
    outcome: decision.outcome,
    e_value: decision.eValue,
    interval_low: decision.intervalLow,
    interval_high: decision.intervalHigh,
    n: decision.pairs,
    worse_count: decision.worsePairs ?? null,
    better_count: decision.betterPairs ?? null,
    alpha: decision.alpha,
    min_effect: decision.minEffect,
    alternative: decision.alternative ?? 'two_sided',
  };
}

export function toIssueRateVarianceWire(variance: ShareVariance): z.input<typeof issueRateVarianceSchema> {
  return {
    conversations_count: variance.groups,
    replies_count: variance.outcomes,
    between_conversations: variance.between,
    within_conversation: variance.within,
    intraclass_correlation: variance.intraclassCorrelation,
    effective_replies_count: variance.effectiveOutcomes,
  };
}

export function toItemWire(item: ItemView): z.input<typeof itemSchema> {
  const verdict = verdictOf(item.reply);
  return {
    id: item.id,
    status: item.status,
    conversation_id: item.conversationId,
    sample_index: item.sampleIndex,
    source_preview: item.sourcePreview,
    replayed_message_id: item.baseline?.messageId ?? null,
    replayed_message_index: item.replayedIndex,
    issue_count: item.reply.findings?.length ?? null,
    baseline_issue_count: item.baseline?.findings?.length ?? null,
    has_verdict: verdict && verdict === 'completed',
    verdict,
    input_tokens: item.reply.inputTokens,
    output_tokens: item.reply.outputTokens,
    latency_ms: item.reply.latencyMs,
    schema_errors: item.reply.schemaErrors,
    ...toCostsWire(item.costs),
    created_at: item.createdAt.toISOString(),
    completed_at: item.completedAt?.toISOString() ?? null,
    evaluations_expected: item.evaluationsExpected,
    evaluations_received: item.evaluationsReceived,
    attempts: item.attempts,
    error: item.error,
    queued_reason: item.status === 'queued' ? item.queuedReason : null,
  };
}

export function toItemDetailWire(detail: ItemDetail): z.input<typeof itemDetailSchema> {
  const { item, reply, evaluation, baselineReply, baselineEvaluation } = detail;
  return {
    ...toItemWire(item),
    reply: toReplyWire(reply, item.reply),
    annotations: toAnnotationsWire(evaluation),
    verdict_reason: evaluation?.reason ?? null,
    baseline_reply: toReplyWire(baselineReply, item.baseline),
    baseline_annotations: toAnnotationsWire(baselineEvaluation),
    baseline_verdict_reason: baselineEvaluation?.reason ?? null,
  };
}

function toCostsWire({ totalCents, generationCents, judgingCents, wastedCents }: Costs) {
  return {
    cost_cents: totalCents,
    generation_cost_cents: generationCents,
    judging_cost_cents: judgingCents,
    wasted_cost_cents: wastedCents,
  };
}

function verdictOf({ findings, hasNoVerdict, isNotJudgeable }: ReplySide): Verdict['status'] | null {
  if (hasNoVerdict) return 'no_verdict';
  if (isNotJudgeable) return 'not_judgeable';
  return findings === null ? null : 'completed';
}

function toReplyWire(message: StoredMessage | null, side: ReplySide | null) {
  if (message === null) return null;
  return { message_id: message.id, model: side?.model ?? null, parts: toPartsWire(message.parts) };
}

function toAnnotationsWire(evaluation: Evaluation | null) {
  return evaluation?.status === 'completed' ? evaluation.annotations.map(toAnnotationWire) : null;
}
