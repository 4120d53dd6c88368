import { z } from 'zod';
import { notJudgeableReasons } from '../../../packages/detector';
import { judgeableMessagesSchema, type Notices, toolsSchema } from '../../../packages/formats';
import type { Evaluation } from '../../conversations/evaluations/evaluation';
import {
  annotationSchema,
  calibratedShape,
  coverageSchema,
  toAnnotationWire,
  toCalibratedWire,
  toCoverageWire,
  toUsageWire,
  usageSchema,
} from '../../conversations/evaluations/evaluation.schema';
import { externalIdSchema, tagsSchema } from '../../conversations/wire/conversation.schema';
import { messageVerdictStatusSchema } from '../../conversations/wire/message-list.schema';
import { noticesSchema, toNoticesWire } from '../../conversations/wire/notices.schema';
import { uuidSchema } from '../../platform/http/schemas';
import { domainContextSchema } from '../issue-config/issue-config.schema';
import { issueLabelsSchema } from '../issue-config/issue-label.schema';
import { type IssueConfigWarning, issueConfigWarningSchema } from '../issue-config/uncovered-kinds';
import { generationInfoSchema } from './generation-info';

const configSchema = z
  .strictObject({
    labels: issueLabelsSchema.nullish(),
    domain_context: domainContextSchema.optional(),
    evaluator_id: uuidSchema.nullish(),
  })
  .meta({
    id: 'DetectionConfig',
    description:
      'Overrides for this request. Fields that are absent or null have the values of the workspace',
  });

export const detectionRequestSchema = z
  .strictObject({
    messages: judgeableMessagesSchema.describe(
      'In the OpenAI chat format. The last message must be from the assistant; it is evaluated',
    ),
    store_conversation: z
      .boolean()
      .default(true)
      .describe('If false, nothing is stored, and the two ids of the response cannot be looked up'),
    external_id: externalIdSchema
      .nullish()
      .describe(
        'Your own id of the conversation. Detections with the same one, turn by turn, are stored as one ' +
          'conversation: what is new is added, and each message is counted once. 409 if an earlier message differs',
      ),
    tags: tagsSchema.nullish().describe('Tags of the stored conversation, added to those of earlier turns'),
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
      .describe('Probability of at least one issue; null if the evaluator reports none'),
    ...calibratedShape,
    evaluator: z
      .object({ id: uuidSchema, version: z.int() })
      .meta({ id: 'EvaluatorReference' })
      .describe('The evaluator that was used'),
    verdict: messageVerdictStatusSchema.describe(
      '`not_judgeable`: the evaluator cannot judge the message, which is neither clean nor an issue',
    ),
    verdict_reason: z
      .enum(notJudgeableReasons)
      .meta({ id: 'NotJudgeableReason' })
      .nullable()
      .describe('Why the message cannot be judged; null if `verdict` is `completed`'),
    unanchored: z
      .int()
      .describe('Findings dropped because their quote is not in the message, or their label is unknown'),
    coverage: coverageSchema,
    warnings: z
      .array(issueConfigWarningSchema)
      .describe(
        'What the embedded evaluator does not look for with the labels of `config`; empty without, and for judges',
      ),
    notices: noticesSchema,
  })
  .meta({ id: 'Detection' });

/** A detection without a verdict responds with an error instead. */
export function toDetectionWire(
  evaluation: Evaluation,
  warnings: IssueConfigWarning[],
  notices: Notices | null,
): z.input<typeof detectionSchema> {
  const notJudgeable = notJudgeableReasons.find((reason) => reason === evaluation.reason) ?? null;
  return {
    annotations: evaluation.annotations.map(toAnnotationWire),
    usage: toUsageWire(evaluation.usage),
    evaluation_id: evaluation.id,
    conversation_id: evaluation.conversationId,
    score: evaluation.score,
    ...toCalibratedWire(evaluation),
    evaluator: { id: evaluation.evaluatorId, version: evaluation.evaluatorVersion },
    verdict: notJudgeable === null ? 'completed' : 'not_judgeable',
    verdict_reason: notJudgeable,
    unanchored: evaluation.unanchored,
    coverage: toCoverageWire(evaluation.coverage),
    warnings,
    ...toNoticesWire(notices),
  };
}
