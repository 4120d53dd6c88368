import { z } from 'zod';
import { exactlyOne, hasValue, isOneOf, lacks, when } from '../../../packages/json-schema';
import {
  annotationSchema,
  evaluationStatusSchema,
  reasonSchema,
} from '../../conversations/evaluations/evaluation.schema';
import { chosenBySchema } from '../../conversations/wire/conversation.schema';
import { pageSchema } from '../../platform/http/page';
import {
  failureSchema,
  freeFormSchema,
  MAX_KEY_ISSUES,
  pageQuery,
  reportDuplicates,
  timestampSchema,
  uuidSchema,
} from '../../platform/http/schemas';
import { tableFormatSchema } from '../../platform/tables/table-format';
import { isReasoningKey, reasoningKeys } from '../../providers/reasoning-settings';
import { correctedExperimentSchema } from '../../review/accuracy/corrected-rates.schema';
import { rejectStatedChoice, statedChoiceConditions } from '../../sets/conversation-set.schema';
import { requireSelection, selectionConditions, selectionFields } from '../../sets/selection.schema';
import { promptTemplateSchema } from '../prompts/prompt-template.schema';
import { promptWarningsSchema } from '../prompts/prompt-warning.schema';
import { experimentLimits, itemStatuses } from '../store/experiment';
import { experimentStatusSchema, replayedTurnSchema } from '../store/experiment.schema';
import { yardstickSchema } from '../store/judge-version';
import { MAX_SAMPLES_PER_ITEM } from '../store/samples';

export const outputFieldSchema = z
  .strictObject({
    name: z
      .string()
      .regex(
        /^[A-Za-z_][\w-]{0,63}$/,
        'must be 1 to 64 letters, digits, _ or -, and must not start with a digit',
      ),
    type: z.enum(['string', 'number', 'integer', 'boolean']).meta({ id: 'OutputFieldType' }),
    is_list: z.boolean().default(false),
    is_optional: z.boolean().default(false),
  })
  .meta({ id: 'OutputSchemaField' });

const alternativeSchema = z.enum(['two_sided', 'worse']).meta({ id: 'TestAlternative' });

export const stopWhenSchema = z
  .strictObject({
    decided: z.literal(true),
    alpha: z
      .number()
      .gte(0.001)
      .lte(0.2)
      .default(0.05)
      .describe('How probable a wrong decision may be, however often the results are read'),
    min_effect: z
      .number()
      .gte(0.001)
      .lt(1)
      .default(0.05)
      .describe('The smallest difference of the issue rates that matters'),
    alternative: alternativeSchema
      .default('two_sided')
      .describe(
        '`two_sided`: whether the new replies differ. `worse`: whether they have more issues, which fewer pairs show',
      ),
  })
  .meta({ id: 'StopWhen' });

/**
 * The price of a token must depend only on the model: no setting may select another model, tier or paid tool.
 */
function rejectOtherSettings(config: Record<string, unknown>, context: z.RefinementCtx): void {
  const unknownKeys = Object.keys(config).filter((key) => !isReasoningKey(key));
  for (const key of unknownKeys.slice(0, MAX_KEY_ISSUES)) {
    const message = `not a reasoning setting. Accepted: ${reasoningKeys.join(', ')}`;
    context.addIssue({ code: 'custom', path: [key], input: config[key], message });
  }
}

const nameSchema = z.string().min(1).max(255);
export const modelSchema = z.string().min(1).max(255);

const settingFields = {
  model: modelSchema.describe('`name` of the default provider, `provider/name`, or `embedded/extractive`'),
  ...selectionFields,
  replay_at: replayedTurnSchema
    .default('last_reply')
    .describe(
      'Which reply of each conversation is replayed: the last one, or the latest with a finding that no review rejects, ' +
        'of a set with a `finding_filter` with a finding that it selects. An item without one fails',
    ),
  pass_through: z
    .boolean()
    .default(false)
    .describe('Evaluate the original replies instead of generating new ones'),
  evaluator_id: uuidSchema.nullish().transform((id) => id ?? null),
  reasoning_config: freeFormSchema
    .superRefine(rejectOtherSettings)
    .nullish()
    .transform((config) => config ?? null)
    .meta({ propertyNames: { pattern: `^(?:${reasoningKeys.join('|')})$` } })
    .describe(
      `Sent to the provider. Accepted keys: ${reasoningKeys.join(', ')}. Nested keys may not be empty, begin with \`$\`, ` +
        'contain a dot, or be `constructor` or `prototype`',
    ),
  system_prompt_override: promptTemplateSchema.nullish().transform((prompt) => prompt ?? null),
  output_schema: z
    .array(outputFieldSchema)
    .min(1)
    .max(100)
    .superRefine((fields, context) =>
      reportDuplicates(
        fields.map(({ name }) => name),
        context,
        (name) => `duplicate field ${name}`,
      ),
    )
    .nullish()
    .transform((fields) => fields ?? null)
    .describe('Fields of the JSON that replies have to be, with different names'),
  samples_per_item: z
    .int()
    .gte(1)
    .lte(MAX_SAMPLES_PER_ITEM)
    .default(1)
    .describe(
      'Replies to generate for each conversation, each an item; at most 10,000 items in all. Comparisons average them ' +
        'within the conversation. More than one not with `pass_through`, `stop_when` or a seed',
    ),
  concurrency: z.int().gte(1).lte(200).default(20),
  max_cost_cents: z
    .number()
    .gt(0)
    .nullish()
    .transform((cents) => cents ?? null),
  stop_when: stopWhenSchema
    .nullish()
    .transform((rule) => rule ?? null)
    .describe(
      'Ends the experiment once it is shown to be better or worse than the original replies, or without an effect ' +
        'of `min_effect`; by `alternative`, once worse or not worse by `min_effect`. Items start in a random order. ' +
        'Not with `pass_through`',
    ),
};

type Settings = z.output<z.ZodObject<typeof settingFields>>;

function rejectUselessRule({ pass_through, stop_when }: Settings, context: z.RefinementCtx): void {
  if (!pass_through || stop_when === null) return;
  const message = 'stop_when compares new replies with the original ones, which pass_through copies';
  context.addIssue({ code: 'custom', path: ['stop_when'], input: stop_when, message });
}

function rejectUselessSamples(
  { pass_through, stop_when, samples_per_item, reasoning_config }: Settings,
  context: z.RefinementCtx,
): void {
  if (samples_per_item === 1) return;
  const message = pass_through
    ? 'pass_through copies the original replies, so all samples would be the same'
    : stop_when !== null
      ? 'stop_when decides by one reply per conversation. Use more conversations instead of samples'
      : Object.hasOwn(reasoning_config ?? {}, 'seed')
        ? 'reasoning_config has a seed, so all samples would be the same'
        : null;
  if (message === null) return;
  context.addIssue({ code: 'custom', path: ['samples_per_item'], input: samples_per_item, message });
}

const oneSample = { properties: { samples_per_item: { maximum: 1 } } };

/** What the refinements of settings require, in the OpenAPI document. */
const settingConditions = {
  ...selectionConditions,
  dependentSchemas: {
    ...selectionConditions.dependentSchemas,
    pass_through: when(isOneOf('pass_through', [true]), {
      properties: { ...lacks('stop_when').properties, ...oneSample.properties },
    }),
    stop_when: when(hasValue('stop_when'), oneSample),
    reasoning_config: when(
      { properties: { reasoning_config: { type: 'object', required: ['seed'] } } },
      oneSample,
    ),
  },
};

export const createExperimentSchema = z
  .strictObject({ name: nameSchema, ...settingFields })
  .superRefine(...requireSelection)
  .superRefine(rejectUselessRule)
  .superRefine(rejectUselessSamples)
  .meta({ id: 'CreateExperimentRequest', ...settingConditions });

export type CreateExperiment = z.output<typeof createExperimentSchema>;

/** The settings of an experiment that does not need a name yet. */
export const estimateExperimentSchema = z
  .strictObject({ name: nameSchema.optional().describe('Not used'), ...settingFields })
  .superRefine(...requireSelection)
  .superRefine(rejectUselessRule)
  .superRefine(rejectUselessSamples)
  .meta({ id: 'EstimateExperimentRequest', ...settingConditions });

export type EstimateExperiment = z.output<typeof estimateExperimentSchema>;

const count = z.int().gte(0);

export const statusSummarySchema = z
  .object({
    pending: count,
    queued: count,
    generating: count,
    evaluating: count,
    in_progress: count.describe('generating + evaluating'),
    completed: count,
    failed: count,
    skipped: count.describe('Not evaluated, because `stop_when` was decided before; 0 without it'),
    total: count.describe('pending + queued + in_progress + completed + failed + skipped'),
  })
  .meta({ id: 'StatusSummary' });

export const metricsSchema = z
  .object({
    issue_rate: z.number().nullable().describe('Replies with an issue ÷ replies with a verdict, 0..1'),
    total_issues: count,
    cost_per_1k: z
      .number()
      .nullable()
      .describe('Generation cost in US dollars per 1,000 replies of known cost'),
    issue_labels: z.record(z.string(), count),
    total_input_tokens: count,
    total_output_tokens: count,
    avg_input_tokens: z.number().nullable(),
    avg_output_tokens: z.number().nullable(),
    avg_issues_per_evaluation: z.number().nullable(),
    issue_free_message_count: count,
    total_generation_time_ms: z.number(),
    avg_response_latency_ms: z.number().nullable(),
    max_response_latency_ms: z.number().nullable(),
    parameter_issues: z
      .record(z.string(), z.record(z.string(), count))
      .describe('Tool name to parameter name to count'),
    evaluated_count: count.describe('Replies with a verdict: the denominator of issue_rate'),
    no_verdict_count: count.describe(
      'Replies without a verdict because the judge failed; excluded from all rates',
    ),
    not_judgeable_count: count.describe('Replies that the evaluator cannot judge; excluded from all rates'),
    schema_mismatch_count: count.describe(
      'New replies that do not match `output_schema`. They are an issue only if a label covers `schema_mismatch`',
    ),
  })
  .meta({ id: 'Metrics' });

export const decisionSchema = z
  .object({
    outcome: z
      .enum(['better', 'worse', 'no_effect', 'not_worse'])
      .meta({ id: 'ExperimentOutcome' })
      .describe(
        'Of the new replies: fewer issues, more issues, a difference of less than min_effect, or, by the alternative ' +
          '`worse`, at most that many more',
      ),
    e_value: z.number().describe('Evidence against equal issue rates; decided from 1/alpha'),
    interval_low: z.number(),
    interval_high: z
      .number()
      .describe(
        'Confidence sequence at level 1 - alpha of the difference in issue rates, new minus original; of a one-sided ' +
          'decision, each end by itself',
      ),
    n: count.describe('Pairs of replies that both have a verdict'),
    worse_count: count
      .nullable()
      .describe(
        'Of them, pairs in which only the new reply has an issue; null in decisions of earlier versions',
      ),
    better_count: count.nullable().describe('Pairs in which only the original reply has an issue'),
    alpha: z.number(),
    min_effect: z.number(),
    alternative: alternativeSchema,
  })
  .meta({ id: 'ExperimentDecision' });

// Validated on input: validating 10,000 ids again would dominate the cost of a response.
const storedUuidSchema = z.string().meta({ format: 'uuid' });

const omitQuery = z
  .enum(['conversation_ids'])
  .meta({ id: 'OmittedExperimentField' })
  .optional()
  .transform((field) => field ?? null)
  .describe('Omits a long field from the response, for polling');

export const getExperimentQuery = z.strictObject({ omit: omitQuery });
export const listExperimentsQuery = z.strictObject({ ...pageQuery(50), omit: omitQuery });

const costFields = {
  cost_cents: z
    .number()
    .nullable()
    .describe(
      'US cents of all model calls so far, including those of failed items and of retries. A call in flight, or ' +
        'lost with its worker, counts at the price of its input. Null if the price of a called model is unknown; so ' +
        'are the parts that its calls belong to',
    ),
  generation_cost_cents: z.number().nullable().describe('The part of `cost_cents` for new replies'),
  judging_cost_cents: z.number().nullable().describe('The part for verdicts, on original replies too'),
  wasted_cost_cents: z
    .number()
    .nullable()
    .describe('The rest: charged calls without a usable reply, lost calls, and calls in flight'),
};

export const issueRateVarianceSchema = z
  .object({
    conversations_count: count.describe('Conversations with a verdict on a new reply'),
    replies_count: count.describe('Their new replies with a verdict'),
    between_conversations: z.number().describe('Variance of the issue rates of the conversations'),
    within_conversation: z
      .number()
      .describe('Mean variance, among the replies to one conversation, of having an issue'),
    intraclass_correlation: z
      .number()
      .nullable()
      .describe(
        'Share of the variance that is between conversations. Near 1, further samples show nothing; near 0, they are worth ' +
          'as much as further conversations. Null if all replies have an issue, or none has',
      ),
    effective_replies_count: z
      .number()
      .nullable()
      .describe('The issue rate is as precise as that of so many replies to separate conversations'),
  })
  .meta({ id: 'IssueRateVariance' });

export const experimentSchema = z
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
    baseline_metrics: metricsSchema,
    baseline_models: z.array(z.string()),
    conversation_ids: z
      .array(storedUuidSchema)
      .optional()
      .describe('The conversations of the experiment; absent with `omit=conversation_ids`'),
    samples_per_item: count.describe('Replies that are generated for each conversation'),
    set: z.string().nullable().describe('The set that selected the conversations, `name@version`'),
    filter: z.string().nullable().describe('The message filter that selected the conversations'),
    chosen_by: chosenBySchema.describe(
      'How the conversations, or the replies that are replayed, were chosen. `outcome`: the comparison with the original ' +
        'replies has no test, because any rerun is expected to differ from replies that were chosen for failing',
    ),
    replay_at: replayedTurnSchema.describe('Which reply of each conversation is replayed'),
    conversations_added_at: timestampSchema
      .nullable()
      .describe(
        'When conversations were added last; null: never. Comparisons are then valid at any time: they have an e-value ' +
          'instead of a p-value',
      ),
    created_at: timestampSchema,
    requested_at: timestampSchema.describe(
      'When the current or latest execution was requested: at creation, at a retry, or when items were added',
    ),
    completed_at: timestampSchema.nullable(),
    created_by_user_id: uuidSchema.nullable(),
    created_by_user_name: z.string().nullable(),
    created_by_service_account_id: uuidSchema.nullable(),
    created_by_service_account_name: z.string().nullable(),
    optimization_run_id: uuidSchema
      .nullable()
      .describe('The optimization run whose baseline or candidate it measures'),
    rejudged_experiment_id: uuidSchema
      .nullable()
      .describe('The experiment whose stored replies it judges again; nothing is generated'),
    baseline_of_experiment_id: uuidSchema
      .nullable()
      .describe('The experiment that it is a fresh baseline of; null if it is none'),
    reasoning_config: z.record(z.string(), z.unknown()).nullable(),
    system_prompt_override: z.string().nullable(),
    warnings: promptWarningsSchema,
    output_schema: z.array(outputFieldSchema).nullable(),
    concurrency: z.int(),
    limited_by: z
      .enum(experimentLimits)
      .meta({ id: 'ExperimentLimit' })
      .nullable()
      .describe(
        'What holds a running experiment back: `concurrency`, its setting; `provider`, the calls that its provider ' +
          'allows at a time; `share`, slots of the workers that others use or that are reserved for them; `cost_limit`, reached, so that no item ' +
          'starts; `rate_limit`, a 429 of the provider that is waited out. Null while it is not running, or if nothing does',
      ),
    max_cost_cents: z.number().nullable(),
    stop_when: stopWhenSchema.nullable(),
    decided_at: timestampSchema.nullable(),
    decision: decisionSchema.nullable().describe('What ended the experiment; null without a decision so far'),
    model_calls_saved: count
      .nullable()
      .describe('Model calls that the skipped items would have made; null until it ends with a decision'),
    ...costFields,
    total_items_count: count,
    completed_items_count: count,
    evaluations_expected: count,
    evaluations_received: count,
    status_summary: statusSummarySchema,
    metrics: metricsSchema,
    issue_rate_variance: issueRateVarianceSchema
      .nullable()
      .optional()
      .describe(
        'With several samples, how much replies to one conversation differ in having an issue, and how much conversations do. ' +
          'Null until it ends, and without two verdicts on a conversation. Only in the response of `getExperiment`',
      ),
    corrected: correctedExperimentSchema
      .nullable()
      .optional()
      .describe(
        'The rates of the replies, corrected by reviews. Null until it ends, and without a review queue that samples all ' +
          'replies: `{"sample": {"filter": "experiment_id = …", …}}`. Only in the response of `getExperiment`',
      ),
    baseline_corrected: correctedExperimentSchema
      .nullable()
      .optional()
      .describe(
        'The rates of the original replies, corrected by reviews. Null like `corrected`, and without a review queue that ' +
          'samples all of them, for example of the set that the experiment was created with',
      ),
  })
  .meta({ id: 'Experiment' });

export const experimentParams = z.object({ experiment_id: uuidSchema.describe('The id of the experiment') });

export const experimentListSchema = pageSchema(experimentSchema).meta({ id: 'ExperimentList' });

export const rejudgeSchema = z
  .strictObject({
    evaluator_id: uuidSchema
      .nullish()
      .transform((id) => id ?? null)
      .describe('Its latest version judges; by default the default evaluator of the workspace'),
  })
  .meta({ id: 'RejudgeExperimentRequest' });

export const freshBaselineSchema = z
  .strictObject({
    model: modelSchema
      .nullish()
      .transform((model) => model ?? null)
      .describe('By default the model that the original replies name, which has to be the same for all'),
  })
  .meta({ id: 'CreateFreshBaselineRequest' });

export const addItemsSchema = z
  .strictObject({
    ...selectionFields,
    conversation_ids: selectionFields.conversation_ids.describe('Conversations to add'),
    evaluator_id: uuidSchema
      .nullish()
      .describe(
        'Its latest version judges the stored replies, as a separate experiment. Nothing is generated',
      ),
  })
  .superRefine((body, context) => {
    const fields = [body.conversation_ids, body.set, body.filter, body.evaluator_id];
    rejectStatedChoice(body, context);
    if (fields.filter((field) => field != null).length === 1) return;
    const message = 'give one of conversation_ids, set, filter and evaluator_id';
    context.addIssue({ code: 'custom', message });
  })
  .meta({
    id: 'AddExperimentItemsRequest',
    ...exactlyOne('conversation_ids', 'set', 'filter', 'evaluator_id'),
    dependentSchemas: statedChoiceConditions,
  });

export type AddItems = z.output<typeof addItemsSchema>;

const itemStatusSchema = z.enum(itemStatuses).meta({ id: 'ExperimentItemStatus' });

export const itemSchema = z
  .object({
    id: uuidSchema,
    status: itemStatusSchema,
    conversation_id: uuidSchema,
    sample_index: count.describe('Its number among the replies to the conversation, from 0'),
    source_preview: z
      .string()
      .describe('The first 160 characters of the last user message before the replayed reply'),
    replayed_message_id: uuidSchema
      .nullable()
      .describe('The original reply; the messages before it are the prompt. Null if there is none'),
    replayed_message_index: count.nullable().describe('Its index in the conversation, from 0'),
    issue_count: z.int().nullable(),
    baseline_issue_count: z
      .int()
      .nullable()
      .describe(
        'Null until judged, and in items with `sample_index` > 0 where the item with 0 judges the original reply',
      ),
    has_verdict: z.boolean().nullable().describe('Whether the reply was judged; null until evaluated'),
    verdict: evaluationStatusSchema
      .nullable()
      .describe(
        '`no_verdict`: the judge failed. `not_judgeable`: the evaluator cannot judge the reply. Null until evaluated',
      ),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    latency_ms: z.number().nullable(),
    schema_errors: z
      .array(
        z
          .object({
            path: z.string().describe('Dotted path of the value; empty for the reply as a whole'),
            message: z.string(),
          })
          .meta({ id: 'SchemaError' }),
      )
      .nullable()
      .describe(
        'Where the new reply does not match `output_schema`, at most 10; empty if it does. Null without one, until there ' +
          'is a reply, and if that calls a tool',
      ),
    ...costFields,
    created_at: timestampSchema,
    completed_at: timestampSchema.nullable(),
    evaluations_expected: count,
    evaluations_received: count,
    attempts: count,
    error: failureSchema.nullable(),
    queued_reason: failureSchema
      .nullable()
      .describe('Why the last try of a `queued` item failed; null if it waits for its turn'),
  })
  .meta({ id: 'ExperimentItem' });

export const itemListSchema = z
  .object({
    items: z.array(itemSchema),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'ExperimentItemList' });

export const listItemsQuery = z.strictObject({
  ...pageQuery(20),
  status: itemStatusSchema
    .optional()
    .transform((status) => status ?? null)
    .describe('Returns only items with this status'),
});

export const exportItemsQuery = z.strictObject({
  status: listItemsQuery.shape.status,
  format: tableFormatSchema.default('ndjson').describe('Format of the rows'),
});

const replySchema = z
  .object({
    message_id: uuidSchema,
    model: z.string().nullable(),
    parts: z.array(z.looseObject({ type: z.string() }).meta({ id: 'ItemReplyPart' })),
  })
  .meta({ id: 'ItemReply' });

export const itemDetailSchema = itemSchema
  .extend({
    reply: replySchema.nullable().describe('The new reply; in a pass-through experiment, the original reply'),
    annotations: z.array(annotationSchema).nullable().describe('Null until evaluated'),
    verdict_reason: reasonSchema.describe(
      'Why the reply has no verdict or is not judgeable; null if it was judged',
    ),
    baseline_reply: replySchema.nullable(),
    baseline_annotations: z.array(annotationSchema).nullable(),
    baseline_verdict_reason: reasonSchema,
  })
  .meta({ id: 'ExperimentItemDetail' });
