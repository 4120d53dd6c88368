import { z } from 'zod';
import { hasValue, isOneOf, lacks, needsOne, unless, when } from '../../../packages/json-schema';
import {
  attemptOutcomes,
  candidateDecisions,
  candidateStatuses,
  decisionParts,
  decisionReasons,
  directions,
  issueMetrics,
  runMetrics,
} from '../../../workflows/optimization-run/run';
import { runStatuses } from '../../../workflows/optimization-run/run-transitions';
import { chosenBySchema } from '../../conversations/wire/conversation.schema';
import { promptTemplateSchema } from '../../experiments/prompts/prompt-template.schema';
import { promptWarningsSchema } from '../../experiments/prompts/prompt-warning.schema';
import { yardstickSchema } from '../../experiments/store/judge-version';
import { metricsSchema, modelSchema } from '../../experiments/wire/experiment.schema';
import { pageSchema } from '../../platform/http/page';
import { failureSchema, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { requireSelection, selectionConditions, selectionFields } from '../../sets/selection.schema';
import { pairedTests } from './optimization-run';

export const runParams = z.object({ run_id: uuidSchema.describe('The id of the run') });

const count = z.int().gte(0);
const labelSchema = z.string().min(1).max(255);
const printableSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\P{C}*$/u, 'must contain only printable characters')
  .describe('Printable characters');

const metricSchema = z.enum(runMetrics).meta({ id: 'ObjectiveMetric' });
const directionSchema = z.enum(directions).meta({ id: 'ObjectiveDirection' });
const relativeToSchema = z.enum(['baseline']).meta({ id: 'ConstraintReference' });
const runStatusSchema = z.enum(runStatuses).meta({ id: 'OptimizationRunStatus' });
const decisionPartSchema = z.enum(decisionParts).meta({ id: 'DecisionPart' });

/** An optional field that is null if absent. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

function labelsIssues({ metric, label }: { metric: string; label: string | null }): boolean {
  return label === null || issueMetrics.some((name) => name === metric);
}
const labelMisplaced = {
  path: ['label'],
  message: `label is only allowed for ${issueMetrics.join(' and ')}`,
};

/** What `labelsIssues` requires, in the OpenAPI document. */
const labelCondition = unless(isOneOf('metric', issueMetrics), lacks('label'));

export const objectiveSchema = z
  .strictObject({
    metric: metricSchema,
    direction: directionSchema,
    label: optional(labelSchema).describe(
      'Counts only issues of this label; for issue_rate and avg_issues_per_evaluation',
    ),
    min_effect: optional(z.number().gt(0)).describe(
      'The smallest difference that matters, in the unit of the metric; decisions say with which power it is found. ' +
        'Default: 0.05 for issue_rate, 10% of the value of the baseline for other metrics',
    ),
  })
  .refine(labelsIssues, labelMisplaced)
  .meta({ id: 'NewObjective', ...labelCondition });

export const constraintSchema = z
  .strictObject({
    metric: metricSchema,
    label: optional(labelSchema).describe('For issue_rate and avg_issues_per_evaluation'),
    min: optional(z.number()).describe('The minimum accepted value, or difference; it or `max` is needed'),
    max: optional(z.number()).describe('The maximum accepted value, or difference'),
    relative_to: optional(relativeToSchema).describe(
      'With "baseline", min and max bound the absolute difference candidate minus baseline, in the unit of the metric. ' +
        'The one-sided 95% bound of the difference must be within them',
    ),
  })
  .refine(labelsIssues, labelMisplaced)
  .refine(({ min, max }) => min !== null || max !== null, { message: 'min or max is required' })
  .meta({ id: 'NewConstraint', ...labelCondition, ...needsOne('min', 'max') });

export const createRunSchema = z
  .strictObject({
    name: z.string().min(1).max(255),
    ...selectionFields,
    model: modelSchema.describe('The model of the baseline, and of candidates without a model'),
    system_prompt: optional(promptTemplateSchema).describe(
      'The system prompt of the baseline; null: the system prompt of each conversation',
    ),
    evaluator_id: optional(uuidSchema).describe("Null: the workspace's default evaluator"),
    objective: objectiveSchema,
    constraints: z.array(constraintSchema).max(20).default([]),
    max_candidates: z.int().gte(1).lte(100).default(10),
    max_attempts: z.int().gte(1).lte(20).default(3).describe('Maximum number of claims of the run'),
    non_retryable_error_codes: z
      .array(printableSchema)
      .max(100)
      .default([])
      .describe('Error codes after which no further attempt is made'),
    lease_seconds: z.int().gte(1).lte(3600).default(60).describe('Duration of a lease without heartbeats'),
    strategy: optional(printableSchema).describe(
      'Which runners are offered the run: those that claim with this strategy. Null: all',
    ),
    max_cost_cents: optional(z.number().gt(0)).describe(
      'Cost limit of the baseline, all candidates and the hold-out, in US cents',
    ),
    holdout_share: z
      .number()
      .gte(0)
      .lte(0.9)
      .default(0.3)
      .describe(
        'Share of the conversations on which the named candidate is decided. Chosen by a hash of their ids, so that ' +
          'runs with equal shares hold out the same conversations. With fewer than 20, all conversations are used',
      ),
  })
  .superRefine(...requireSelection)
  .meta({ id: 'CreateOptimizationRunRequest', ...selectionConditions });

const leaseFields = {
  lease_id: uuidSchema,
  epoch: optional(z.int().gte(1)).describe('The fencing token of the lease; checked if present'),
};
const agentTurnsSchema = z.int().gte(0).lte(1_000_000_000);

export const claimRequestSchema = z
  .strictObject({
    runner_id: z.string().min(1).max(255).describe('The name of the runner process, shown to users'),
    strategies: optional(z.array(printableSchema).max(100)).describe(
      'Claims only runs with one of these strategies, or without one. Null: any run',
    ),
    wait_seconds: z.int().gte(0).lte(30).default(0).describe('How long to wait for a run to become ready'),
  })
  .meta({ id: 'ClaimRunRequest' });

export const runnerListSchema = z
  .object({
    items: z.array(
      z
        .object({
          runner_id: z.string(),
          strategies: z.array(z.string()).nullable().describe('Null: runs of any strategy'),
          seen_at: timestampSchema.describe('When it last asked for a run'),
        })
        .meta({ id: 'OptimizationRunner' }),
    ),
  })
  .meta({ id: 'OptimizationRunnerList' });

export const heartbeatRequestSchema = z
  .strictObject({
    ...leaseFields,
    agent_turns: optional(agentTurnsSchema).describe('Number of agent turns so far'),
  })
  .meta({ id: 'RunHeartbeatRequest' });

export const proposeCandidateSchema = z
  .strictObject({
    ...leaseFields,
    candidate_key: z
      .string()
      .min(1)
      .max(255)
      .describe(
        'Identifies the candidate within the attempt. The same key with the same content is the same candidate',
      ),
    system_prompt: optional(promptTemplateSchema).describe(
      'Null: the system prompt of the run. It or `model` is needed',
    ),
    model: optional(modelSchema).describe('Null: the model of the run'),
    note: optional(z.string().min(1).max(4096)),
  })
  .refine(({ system_prompt, model }) => system_prompt !== null || model !== null, {
    message: 'system_prompt or model is required',
  })
  .meta({ id: 'ProposeCandidateRequest', ...needsOne('system_prompt', 'model') });

export const completeRequestSchema = z
  .strictObject({
    ...leaseFields,
    agent_turns: agentTurnsSchema,
    best_candidate_id: uuidSchema.nullable().describe('Null if none was found, or with choose: "best"'),
    choose: optional(z.enum(['best']).meta({ id: 'CandidateChoice' })).describe(
      'The service takes the best measured candidate of the lease',
    ),
    summary: z.string().max(4096),
  })
  .refine(({ best_candidate_id: named, choose }) => named === null || choose === null, {
    path: ['choose'],
    message: 'choose is only allowed if best_candidate_id is null',
  })
  .meta({
    id: 'CompleteRunRequest',
    ...when(hasValue('choose'), lacks('best_candidate_id')),
  });

export const failRequestSchema = z
  .strictObject({
    ...leaseFields,
    agent_turns: agentTurnsSchema,
    error_code: printableSchema,
    error_message: z.string().max(4096),
  })
  .meta({ id: 'FailRunRequest' });

export const releaseRequestSchema = z
  .strictObject({ ...leaseFields, agent_turns: agentTurnsSchema })
  .meta({ id: 'ReleaseRunRequest' });

const constraintFields = {
  metric: metricSchema,
  label: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  relative_to: relativeToSchema.nullable(),
};

export const attemptSchema = z
  .object({
    epoch: z.int().describe('Incremented with each lease of the run'),
    runner_id: z.string(),
    started_at: timestampSchema,
    ended_at: timestampSchema.nullable(),
    outcome: z
      .enum(attemptOutcomes)
      .meta({ id: 'AttemptOutcome' })
      .nullable()
      .describe('Null while the attempt is in progress'),
    agent_turns: count,
    error: failureSchema.nullable(),
  })
  .meta({ id: 'RunAttempt' });

export const leaseSchema = z
  .object({ lease_id: uuidSchema, epoch: z.int(), expires_at: timestampSchema })
  .meta({ id: 'Lease' });

export const heartbeatSchema = z
  .object({
    expires_at: timestampSchema,
    cancel_requested: z
      .boolean()
      .describe('True if the run was cancelled; the lease has ended and the runner must stop'),
  })
  .meta({ id: 'RunHeartbeat' });

export const assessmentSchema = z
  .object({
    verdict: z.enum(candidateDecisions).meta({ id: 'CandidateVerdict' }),
    objective: z
      .object({
        baseline: z.number().nullable().describe('The value of the objective for the baseline'),
        candidate: z.number().nullable(),
        difference: z.number().nullable().describe('Over the pairs, candidate minus baseline'),
        conversations: count.describe('Conversations on which both were compared'),
        pairs: count.describe(
          'Conversations whose replies have a value of the objective in both experiments',
        ),
        coverage: z
          .number()
          .nullable()
          .describe('Judged replies ÷ all replies, of the baseline or the candidate, whichever is less'),
        test: z.enum(pairedTests).meta({ id: 'PairedTest' }).describe('The paired test'),
        p_value: z
          .number()
          .nullable()
          .describe('Two-sided, of the paired test; not corrected for the candidates'),
        interval_low: z.number().nullable().describe('Interval of the difference; null: unbounded'),
        interval_high: z.number().nullable(),
        confidence: z
          .number()
          .describe('Confidence of the interval; the level of the test is 1 - confidence'),
      })
      .meta({ id: 'ObjectiveAssessment' }),
    constraints: z.array(
      z
        .object({
          ...constraintFields,
          value: z.number().nullable(),
          baseline_value: z
            .number()
            .nullable()
            .describe('This and the following: null unless relative_to is set'),
          difference: z.number().nullable(),
          interval_low: z.number().nullable().describe('One-sided 95% bounds of the difference'),
          interval_high: z.number().nullable(),
          p_value: z.number().nullable().describe('One-sided, of a difference beyond the constraint'),
          pairs: count.nullable(),
          pairs_needed: count
            .nullable()
            .describe('If not shown: the pairs that would do if difference and spread stayed as observed'),
          is_met: z.boolean(),
        })
        .meta({ id: 'ConstraintAssessment' }),
    ),
  })
  .meta({ id: 'CandidateAssessment' });

const partSchema = z
  .object({ conversations: count, pairs: count.describe('Pairs with a value of the objective') })
  .meta({ id: 'DecisionPairs' })
  .nullable();

export const decisionSchema = z
  .object({
    is_accepted: z.boolean().describe('Whether the reported candidate was accepted as the best one'),
    reason: z.enum(decisionReasons).meta({ id: 'DecisionReason' }),
    message: z.string(),
    candidate_id: uuidSchema
      .nullable()
      .describe(
        'The candidate decided on. This and the following: null without a candidate that was measured',
      ),
    decided_on: decisionPartSchema.nullable(),
    p_value: z.number().nullable().describe('Of the paired test of the objective'),
    p_value_adjusted: z
      .number()
      .nullable()
      .describe(
        "By Holm's method, for the candidates tested; includes relative constraints. Null on a hold-out",
      ),
    candidates_tested: count.nullable(),
    search: partSchema.describe('The conversations of the search'),
    holdout: partSchema.describe('Null if all conversations decide'),
    min_effect: z.number().nullable().describe('The smallest difference that matters'),
    power: z
      .number()
      .nullable()
      .describe(
        'The probability that this decision finds min_effect where it exists, from the observed spread of the pairs. ' +
          'Null for max_response_latency_ms, for which there is no formula',
      ),
    assessment: assessmentSchema.nullable().describe('The comparison that decided'),
  })
  .meta({ id: 'RunDecision' });

export const runSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    status: runStatusSchema,
    conversation_ids: z.array(uuidSchema),
    set: z.string().nullable().describe('The set that selected the conversations, `name@version`'),
    filter: z.string().nullable().describe('The message filter that selected the conversations'),
    chosen_by: chosenBySchema,
    model: z.string(),
    system_prompt: z.string().nullable(),
    warnings: promptWarningsSchema,
    evaluator_id: uuidSchema,
    evaluator_name: z.string(),
    evaluator_version: z.int().describe('The version that judges the baseline and all candidates'),
    yardstick: yardstickSchema,
    objective: z
      .object({
        metric: metricSchema,
        direction: directionSchema,
        label: z.string().nullable(),
        min_effect: z.number().nullable().describe('Null: the default'),
      })
      .meta({ id: 'Objective' }),
    constraints: z.array(z.object(constraintFields).meta({ id: 'Constraint' })),
    max_candidates: z.int(),
    max_attempts: z.int().describe('Attempts that were preempted do not count'),
    strategy: z.string().nullable().describe('The strategy of the runners that it is offered to; null: all'),
    non_retryable_error_codes: z.array(z.string()),
    lease_seconds: z.int(),
    max_cost_cents: z.number().nullable(),
    cost_cents: z
      .number()
      .nullable()
      .describe(
        'US cents of the ended experiments of the run, including retries; null if one of them has called a model of ' +
          'unknown price',
      ),
    baseline_experiment_id: uuidSchema.nullable(),
    baseline_metrics: metricsSchema.nullable().describe('Null until measured'),
    candidates_count: count.describe('Candidates that count against max_candidates'),
    attempts: z.array(attemptSchema).describe('Oldest first; the last one may be in progress'),
    epoch: count.describe('The epoch of the latest lease; 0 before the first'),
    lease_expires_at: timestampSchema
      .nullable()
      .describe('Null without a lease. Heartbeats are reflected with a delay of a few seconds'),
    agent_turns: count.describe('As last reported in the latest attempt'),
    cancel_requested: z.boolean(),
    best_candidate_id: uuidSchema.nullable(),
    summary: z.string().nullable(),
    holdout_share: z.number(),
    decided_on: decisionPartSchema.describe(
      'all_conversations: with the p-values of all measured candidates corrected',
    ),
    search_conversations_count: count.describe('Conversations on which candidates are measured'),
    holdout_conversations_count: count.describe('0 if all conversations decide'),
    holdout_candidate_id: uuidSchema
      .nullable()
      .describe('The candidate that is or was measured on the hold-out; null before a runner has named one'),
    holdout_experiment_id: uuidSchema.nullable(),
    decision: decisionSchema.nullable().describe('The decision of the service; null before it is made'),
    error: failureSchema.nullable().describe('Why the run failed; null if it did not'),
    created_at: timestampSchema,
    ready_at: timestampSchema.nullable().describe('When it last became ready; runs are claimed oldest first'),
    completed_at: timestampSchema.nullable().describe('When it ended, with any status'),
    created_by_user_id: uuidSchema.nullable(),
    created_by_user_name: z.string().nullable(),
    created_by_service_account_id: uuidSchema.nullable(),
    created_by_service_account_name: z.string().nullable(),
  })
  .meta({ id: 'OptimizationRun' });

export const runListSchema = pageSchema(runSchema).meta({ id: 'OptimizationRunList' });

export const claimedRunSchema = z.object({ run: runSchema, lease: leaseSchema }).meta({ id: 'ClaimedRun' });

export const candidateSchema = z
  .object({
    id: uuidSchema,
    candidate_key: z.string(),
    status: z.enum(candidateStatuses).meta({ id: 'CandidateStatus' }),
    epoch: z
      .int()
      .describe(
        'The epoch of the lease with which it was last proposed; a run can only complete with candidates of its lease',
      ),
    system_prompt: z.string().nullable(),
    model: z.string().nullable(),
    note: z.string().nullable(),
    warnings: promptWarningsSchema,
    experiment_id: uuidSchema.nullable().describe('Null until its measurement begins'),
    metrics: metricsSchema.nullable().describe('Null until measured'),
    assessment: assessmentSchema.nullable().describe('Null until measured'),
    error: failureSchema.nullable().describe('Why it could not be measured'),
    created_at: timestampSchema,
    measured_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Candidate' });

export const candidateListSchema = pageSchema(candidateSchema).meta({ id: 'CandidateList' });

export const completionSchema = z
  .object({
    status: runStatusSchema,
    agent_turns: count,
    completed_at: timestampSchema.nullable(),
    best_candidate_id: uuidSchema.nullable(),
    decision: decisionSchema
      .nullable()
      .describe('Null while the candidate is measured on the hold-out: read the run until it has ended'),
  })
  .meta({ id: 'RunCompletion' });

export const runFailureSchema = z
  .object({
    status: runStatusSchema,
    agent_turns: count,
    completed_at: timestampSchema.nullable(),
  })
  .meta({ id: 'RunFailure' });

export type CreateRun = z.output<typeof createRunSchema>;
export type HeartbeatRequest = z.output<typeof heartbeatRequestSchema>;
export type ProposeCandidate = z.output<typeof proposeCandidateSchema>;
export type CompleteRequest = z.output<typeof completeRequestSchema>;
export type ReleaseRequest = z.output<typeof releaseRequestSchema>;
export type FailRequest = z.output<typeof failRequestSchema>;
