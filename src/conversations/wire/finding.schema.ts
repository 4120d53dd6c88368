import { z } from 'zod';
import { appliedPageSchema, pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { annotationSchema } from '../evaluations/evaluation.schema';
import { type Finding, reviewStates } from '../findings/finding';
import { messageFilterParameter } from './conversation.schema';

export const findingFilterParameter = messageFilterParameter.describe(
  'A filter of findings. Findings in replies of experiments are excluded, unless it contains `experiment_id` or ' +
    '`conversation_type`',
);

export const listFindingsQuery = z.strictObject({ ...pageQuery(50), filter: findingFilterParameter });

export const findingSchema = z
  .object({
    id: uuidSchema.describe(
      'Stays when the message is evaluated again. Reports of one span by several evaluators have the same id',
    ),
    conversation_id: uuidSchema,
    message_id: uuidSchema,
    ...annotationSchema.shape,
    evaluator_id: uuidSchema.nullable().describe('Null if a person marked the span'),
    evaluator_version: z.int().nullable(),
    evaluation_id: uuidSchema.nullable(),
    issue_config_version: z.int().nullable().describe('Null if the request had its own labels or context'),
    experiment_id: uuidSchema.nullable().describe('The experiment that wrote the message'),
    review: z.enum(reviewStates).nullable().describe('What the reviews say; null without a review'),
    model: z.string().nullable().describe('The model that wrote the message'),
    created_at: timestampSchema.describe('When the message was written'),
    reported_at: timestampSchema.nullable().describe('When the evaluation was made, or the span marked'),
  })
  .meta({ id: 'Finding', description: 'A span that the latest evaluation by one evaluator reports' });

export const findingListSchema = pageSchema(findingSchema).extend({
  query: appliedPageSchema
    .extend({ filter: z.string().nullable() })
    .describe('The parameters as they were applied'),
});

export const findingDetailSchema = z
  .object({
    id: uuidSchema,
    conversation_id: uuidSchema,
    message_id: uuidSchema,
    review: z.enum(reviewStates).nullable(),
    reports: z
      .array(
        findingSchema.extend({
          is_current: z.boolean().describe('Whether the latest evaluation by this evaluator reports it'),
        }),
      )
      .describe('What each evaluator reports of the span'),
  })
  .meta({ id: 'FindingDetail' });

export function toFindingWire(finding: Finding): z.input<typeof findingSchema> {
  return {
    id: finding.id,
    conversation_id: finding.conversationId,
    message_id: finding.messageId,
    text: finding.text,
    label: finding.label,
    explanation: finding.explanation,
    message_part_index: finding.messagePartIndex,
    start_offset: finding.startOffset,
    end_offset: finding.endOffset,
    tool_name: finding.toolName,
    parameter_name: finding.parameterName,
    confidence: finding.confidence,
    evidence: finding.evidence.map((location) => ({
      message_index: location.messageIndex,
      message_part_index: location.messagePartIndex,
      start_offset: location.startOffset,
      end_offset: location.endOffset,
    })),
    evaluator_id: finding.evaluatorId,
    evaluator_version: finding.evaluatorVersion,
    evaluation_id: finding.evaluationId,
    issue_config_version: finding.issueConfigVersion,
    experiment_id: finding.experimentId,
    review: finding.review,
    model: finding.model,
    created_at: finding.createdAt.toISOString(),
    reported_at: finding.reportedAt?.toISOString() ?? null,
  };
}

/** @param reports at least one */
export function toFindingDetailWire(reports: readonly Finding[]): z.input<typeof findingDetailSchema> {
  const [first] = reports as [Finding];
  const { id, conversation_id, message_id, review } = toFindingWire(first);
  return {
    id,
    conversation_id,
    message_id,
    review,
    reports: reports.map((report) => ({ ...toFindingWire(report), is_current: report.isCurrent })),
  };
}
