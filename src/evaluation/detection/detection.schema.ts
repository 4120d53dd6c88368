import { z } from 'zod';
import type { Evaluation } from '../../conversations/evaluations/evaluation';
import {
  annotationSchema,
  coverageSchema,
  toAnnotationWire,
  toCoverageWire,
  toUsageWire,
  usageSchema,
} from '../../conversations/evaluations/evaluation.schema';
import { judgeableMessagesSchema, toolsSchema } from '../../conversations/transcript/chat-message.schema';
import { uuidSchema } from '../../platform/http/schemas';
import { domainContextSchema, issueLabelsSchema } from '../issue-config/issue-config.schema';
import { generationInfoSchema } from './generation-info';

const configSchema = z
  .strictObject({
    labels: issueLabelsSchema.nullish(),
    domain_context: domainContextSchema.optional(),
    evaluator_id: uuidSchema.nullish(),
  })
  .meta({
    id: 'DetectionConfig',
    description: 'For this request alone; what is absent or null is as the workspace has it',
  });

export const detectionRequestSchema = z
  .strictObject({
    messages: judgeableMessagesSchema.describe(
      'In OpenAI chat form; the last one, by the assistant, is judged',
    ),
    store_conversation: z
      .boolean()
      .default(true)
      .describe('When false nothing is stored, and the two ids of the answer lead nowhere'),
    generation_info: generationInfoSchema.nullish(),
    config: configSchema.nullish(),
    tools: toolsSchema.nullish().describe('The tools that the assistant could call'),
  })
  .meta({ id: 'DetectionRequest' });
export type DetectionRequest = z.output<typeof detectionRequestSchema>;

export const detectionSchema = z
  .object({
    annotations: z.array(annotationSchema),
    usage: usageSchema,
    evaluation_id: uuidSchema,
    conversation_id: uuidSchema,
    score: z
      .number()
      .nullable()
      .describe('Probability of at least one issue, null where the evaluator gives none'),
    evaluator: z.object({ id: uuidSchema, version: z.int() }).describe('Who judged'),
    unanchored: z.int().describe('Findings dropped because their quote is not in the message'),
    coverage: coverageSchema.nullable().describe('Null where it was not recorded'),
  })
  .meta({ id: 'Detection' });

export function toDetectionWire(evaluation: Evaluation): z.input<typeof detectionSchema> {
  return {
    annotations: evaluation.annotations.map(toAnnotationWire),
    usage: toUsageWire(evaluation.usage),
    evaluation_id: evaluation.id,
    conversation_id: evaluation.conversationId,
    score: evaluation.score,
    evaluator: { id: evaluation.evaluatorId, version: evaluation.evaluatorVersion },
    unanchored: evaluation.unanchored,
    coverage: evaluation.coverage && toCoverageWire(evaluation.coverage),
  };
}
