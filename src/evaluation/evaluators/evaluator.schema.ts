import { z } from 'zod';
import { type TrafficSetting, trafficSettings } from '../../../packages/detector';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema, versionSchema } from '../../platform/http/schemas';
import { defaultJudgeConfig, type JudgeConfig } from '../llm-judge/judge-config';
import { type EvaluatorRecord, evaluatorKinds } from './evaluator-record';

const judgeConfigSchema = z
  .strictObject({
    model: z.string().min(1).max(255).describe('`name` of the default provider, or `provider/name`'),
    timeout_ms: z
      .int()
      .gt(0)
      .lte(600_000)
      .default(defaultJudgeConfig.timeoutMs)
      .describe('Timeout of a model call in milliseconds'),
    context_tokens: z
      .int()
      .gte(4_000)
      .lte(10_000_000)
      .default(defaultJudgeConfig.contextTokens)
      .describe(
        'Context window of the model in tokens, including its reply. Longer conversations are judged in windows',
      ),
    verify: z
      .boolean()
      .default(defaultJudgeConfig.verify)
      .describe(
        'Whether the model checks each finding a second time, with its evidence; unconfirmed findings are dropped. ' +
          'Costs one call per finding. If a call fails, there is no verdict',
      ),
  })
  .meta({ id: 'JudgeConfig' });

const trafficSchema = z
  .enum(trafficSettings)
  .meta({ id: 'Traffic' })
  .describe(
    'The kind of conversations, which decides what a score means; `auto` recognizes it for each reply',
  );

const nameSchema = z.string().min(1).max(255);

export const createEvaluatorSchema = z
  .discriminatedUnion(
    'kind',
    [
      z
        .strictObject({
          kind: z.literal('grounding'),
          name: nameSchema,
          config: z
            .strictObject({ traffic: trafficSchema.default('auto') })
            .meta({ id: 'GroundingConfig' })
            .nullish(),
        })
        .meta({ id: 'CreateGroundingEvaluatorRequest' }),
      z
        .strictObject({ kind: z.literal('llm_judge'), name: nameSchema, config: judgeConfigSchema })
        .meta({ id: 'CreateLlmJudgeRequest' }),
    ],
    { error: `kind must be ${evaluatorKinds.join(' or ')}` },
  )
  .meta({ id: 'CreateEvaluatorRequest' });

const groundingConfigChangeSchema = z
  .strictObject({ traffic: trafficSchema })
  .meta({ id: 'GroundingConfigChange' });

export const changeEvaluatorSchema = z
  .strictObject({
    name: nameSchema.optional(),
    config: z
      .union([judgeConfigSchema, groundingConfigChangeSchema])
      .meta({ id: 'EvaluatorConfigChange' })
      .optional(),
    is_default: z.boolean().optional(),
  })
  .meta({ id: 'ChangeEvaluatorRequest' });

export const evaluatorParams = z.object({ id: uuidSchema.describe('The id of the evaluator') });
export const evaluatorVersionParams = evaluatorParams.extend({
  version: versionSchema.describe('The number of the version'),
});
export const listEvaluatorsQuery = z.strictObject(pageQuery(50));

export const evaluatorSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    kind: z
      .enum(evaluatorKinds)
      .meta({ id: 'EvaluatorKind' })
      .describe('`grounding` is embedded and needs no network; `llm_judge` calls a language model'),
    config: z
      .object({
        model: z.string().nullable().describe('Null for grounding'),
        timeout_ms: z.int().nullable().describe('Null for grounding'),
        context_tokens: z.int().nullable().describe('Null for grounding'),
        verify: z.boolean().nullable().describe('Null for grounding'),
        traffic: trafficSchema.nullable().describe('Null for judges'),
      })
      .meta({ id: 'EvaluatorConfig' }),
    version: z
      .int()
      .describe(
        'Incremented with each change of name or config; results reference the version that produced them',
      ),
    is_default: z.boolean().describe('Whether it is used when a request names no evaluator'),
    created_at: timestampSchema,
  })
  .meta({ id: 'Evaluator' });

export const evaluatorListSchema = pageSchema(evaluatorSchema).meta({ id: 'EvaluatorList' });

type ConfigWire = NonNullable<
  z.output<typeof createEvaluatorSchema | typeof changeEvaluatorSchema>['config']
>;

/** The settings of an evaluator, each absent that the request does not have. */
export function fromConfigWire(config: ConfigWire | null | undefined): {
  config?: JudgeConfig;
  traffic?: TrafficSetting;
} {
  if (!config) return {};
  return 'traffic' in config ? config : { config: fromJudgeConfigWire(config) };
}

export function fromJudgeConfigWire(config: z.output<typeof judgeConfigSchema>): JudgeConfig {
  return {
    model: config.model,
    timeoutMs: config.timeout_ms,
    contextTokens: config.context_tokens,
    verify: config.verify,
  };
}

export function toEvaluatorWire(record: EvaluatorRecord): z.input<typeof evaluatorSchema> {
  return {
    id: record.id,
    name: record.name,
    kind: record.kind,
    config: {
      model: record.config?.model ?? null,
      timeout_ms: record.config?.timeoutMs ?? null,
      context_tokens: record.config?.contextTokens ?? null,
      verify: record.config?.verify ?? null,
      traffic: record.traffic,
    },
    version: record.version,
    is_default: record.isDefault,
    created_at: record.createdAt.toISOString(),
  };
}
