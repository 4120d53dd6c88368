import { z } from 'zod';
import { annotationSchema } from '../../conversations/evaluations/evaluation.schema';
import { chosenBySchema } from '../../conversations/wire/conversation.schema';
import { uuidSchema } from '../../platform/http/schemas';
import { experimentStatusSchema, replayedTurnSchema } from '../store/experiment.schema';
import { yardstickSchema } from '../store/judge-version';
import { yardstickWarningSchema } from './judge-version-warning';
import { emptyRepliesSchema, metricComparisonSchema, untestedReasonSchema } from './paired-metrics.schema';

const count = z.int().gte(0);
const expected = z.number().gte(0);

export const comparedExperimentSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    model: z.string(),
    status: experimentStatusSchema,
    pass_through: z.boolean(),
    evaluator_id: uuidSchema,
    evaluator_name: z.string(),
    evaluator_version: z.int(),
    yardstick: yardstickSchema,
    chosen_by: chosenBySchema,
    replay_at: replayedTurnSchema,
  })
  .meta({ id: 'ComparedExperiment' });

export const spanChangeSchema = z
  .object({
    kind: z.enum(['added', 'gone', 'relabelled', 'moved']).meta({ id: 'SpanChangeKind' }),
    label: z.string().describe('The label in the second reply; for `gone`, the label in the first reply'),
    previous_label: z.string().nullable().describe('The label in the first reply; null when added'),
    text: z.string().describe('The text in the second reply; for `gone`, the text in the first reply'),
    first_annotation: annotationSchema.nullable().describe('Null for `added`'),
    second_annotation: annotationSchema.nullable().describe('Null for `gone`'),
  })
  .meta({ id: 'SpanChange' });

export const changedPairSchema = z
  .object({
    conversation_id: uuidSchema,
    replayed_message_id: uuidSchema
      .nullable()
      .describe('The original reply that both replay; null if there is none'),
    sample_index: count.describe('The number of both replies among the samples of their experiments'),
    first_item_id: uuidSchema,
    second_item_id: uuidSchema,
    first_issue_count: count,
    second_issue_count: count,
    changes: z.array(spanChangeSchema).describe('Ordered by place; unchanged spans are omitted'),
    omitted_changes: count.describe('Number of changes of this pair beyond the limit of a page'),
  })
  .meta({ id: 'ChangedPair' });

export const comparisonSchema = z
  .object({
    first: comparedExperimentSchema,
    second: comparedExperimentSchema,
    warning: yardstickWarningSchema.nullable().describe('Null if both are judged by the same yardstick'),
    pairs: z
      .object({
        compared: count.describe('Conversations whose replies have a verdict in both experiments'),
        only_in_first: count.describe('Also those that the second experiment replays at another reply'),
        only_in_second: count,
        without_verdict: count.describe(
          'In both experiments, but without a verdict in at least one of them so far',
        ),
      })
      .meta({ id: 'PairCounts' })
      .describe(
        'Numbers of conversations. `issue_presence`, `issues_per_reply` and `spans` are over the `compared` ones, and ' +
          '`spans` over their replies with the same `sample_index`',
      ),
    issue_presence: z
      .object({
        in_both: expected,
        only_in_first: expected,
        only_in_second: expected,
        in_neither: expected,
        p_value: z
          .number()
          .nullable()
          .describe(
            'Exact two-sided McNemar test of issue / no issue, with several samples a sign-flip test of their shares; null without pairs, and if read early: while a side is ' +
              'running, after `stop_when` has ended it or its source, or after conversations were added',
          ),
        e_value: z
          .number()
          .nullable()
          .describe(
            'Evidence against equal issue rates at any look, decided from 20; null unless read early',
          ),
        interval_low: z.number().nullable(),
        interval_high: z
          .number()
          .nullable()
          .describe(
            '95% confidence sequence of the difference in issue rates, second minus first; null unless read early',
          ),
      })
      .meta({ id: 'IssuePresence' })
      .describe(
        'Conversations by which of their replies have an issue. With several samples, the numbers to expect if one reply ' +
          'of each side was drawn',
      ),
    issues_per_reply: z
      .object({
        first: z.number().nullable(),
        second: z.number().nullable(),
        difference: z.number().nullable().describe('Second minus first'),
        interval_low: z.number().nullable(),
        interval_high: z.number().nullable(),
        confidence: z.number(),
        resamples: count,
      })
      .meta({ id: 'IssuesPerReply' })
      .describe(
        'Means over the conversations, in each over its replies, with a paired percentile bootstrap interval of the difference',
      ),
    metrics: z
      .array(metricComparisonSchema)
      .describe('The second experiment compared with the first, which is the baseline'),
    untested_reason: untestedReasonSchema,
    empty_replies: emptyRepliesSchema,
    spans: z
      .object({
        kept: count,
        relabelled: count,
        moved: count,
        added: count.describe('Only in the second reply'),
        gone: count.describe('Only in the first reply'),
        pairs_without_annotations: count.describe(
          'Pairs excluded from these counts, because their evaluations have been deleted',
        ),
      })
      .meta({ id: 'SpanChangeCounts' })
      .describe('Numbers of annotations by kind of change, over all pairs'),
    items: z
      .array(changedPairSchema)
      .describe('Pairs whose annotations differ, in the order of the first experiment'),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'ExperimentComparison' });
