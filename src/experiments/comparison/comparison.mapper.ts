import type { z } from 'zod';
import { CONFIDENCE } from '../../../packages/statistics';
import { toAnnotationWire } from '../../conversations/evaluations/evaluation.schema';
import type { Experiment } from '../store/experiment';
import { toJudgeVersionWire } from '../store/judge-version';
import type {
  changedPairSchema,
  comparedExperimentSchema,
  comparisonSchema,
  spanChangeSchema,
} from './comparison.schema';
import type { Comparison } from './comparison.service';
import { warnOfJudgeVersions } from './judge-version-warning';
import { toEmptyRepliesWire, toMetricComparisonWire } from './paired-metrics.mapper';
import type { ChangedPair } from './span-comparison';
import type { SpanChange } from './span-diff';

/** All fields except the list, which is paged. */
export function toComparisonWire({
  first,
  second,
  pairing,
  presence,
  issuesPerReply,
  metrics,
  untestedReason,
  emptyReplies,
  spans,
}: Comparison): Omit<z.input<typeof comparisonSchema>, 'items' | 'next_cursor' | 'has_more'> {
  const { interval } = issuesPerReply;
  return {
    first: toExperimentWire(first),
    second: toExperimentWire(second),
    warning: warnOfJudgeVersions(first, second),
    pairs: {
      compared: pairing.conversations.length,
      only_in_first: pairing.onlyInFirst,
      only_in_second: pairing.onlyInSecond,
      without_verdict: pairing.withoutVerdict,
    },
    issue_presence: {
      in_both: presence.inBoth,
      only_in_first: presence.onlyInFirst,
      only_in_second: presence.onlyInSecond,
      in_neither: presence.inNeither,
      p_value: presence.pValue,
      e_value: presence.anytime?.eValue ?? null,
      interval_low: presence.anytime?.intervalLow ?? null,
      interval_high: presence.anytime?.intervalHigh ?? null,
    },
    issues_per_reply: {
      first: issuesPerReply.first,
      second: issuesPerReply.second,
      difference: issuesPerReply.difference,
      interval_low: interval?.low ?? null,
      interval_high: interval?.high ?? null,
      confidence: CONFIDENCE,
      resamples: interval?.resamples ?? 0,
    },
    metrics: metrics.map(toMetricComparisonWire),
    untested_reason: untestedReason,
    empty_replies: toEmptyRepliesWire(emptyReplies),
    spans: { ...spans.totals, pairs_without_annotations: spans.pairsWithoutAnnotations },
  };
}

export function toChangedPairWire(pair: ChangedPair): z.input<typeof changedPairSchema> {
  return {
    conversation_id: pair.conversationId,
    replayed_message_id: pair.replayedMessageId,
    sample_index: pair.sampleIndex,
    first_item_id: pair.first.itemId,
    second_item_id: pair.second.itemId,
    first_issue_count: pair.first.issueCount,
    second_issue_count: pair.second.issueCount,
    changes: pair.changes.map(toChangeWire),
    omitted_changes: pair.omittedChanges,
  };
}

function toChangeWire({ kind, first, second }: SpanChange): z.input<typeof spanChangeSchema> {
  const { label, text } = second ?? first;
  return {
    kind,
    label,
    previous_label: first?.label ?? null,
    text,
    first_annotation: first && toAnnotationWire(first),
    second_annotation: second && toAnnotationWire(second),
  };
}

function toExperimentWire(experiment: Experiment): z.input<typeof comparedExperimentSchema> {
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
    chosen_by: experiment.chosenBy,
    replay_at: experiment.replayAt,
  };
}
