import { z } from 'zod';
import { appliedFilterPageSchema, pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { tableFormatSchema } from '../../platform/tables/table-format';
import { annotationSchema } from '../evaluations/evaluation.schema';
import { offsetUnits } from '../storage/converted-offsets.repository';
import { messageFilterParameter } from '../wire/conversation.schema';
import { type Finding, recurringKinds, reviewStates } from './ledger/finding';
import type { FoldedFinding } from './ledger/folded-finding.repository';
import type { RecurringFinding } from './ledger/recurring-finding.repository';

export const findingFilterParameter = messageFilterParameter.describe(
  'A filter of findings. Findings in replies of experiments are excluded, unless it contains `experiment_id` or ' +
    '`conversation_type`',
);

export const listFindingsQuery = z.strictObject({ ...pageQuery(50), filter: findingFilterParameter });

export const exportFindingsQuery = z.strictObject({
  filter: findingFilterParameter,
  format: tableFormatSchema.default('ndjson').describe('Format of the rows'),
  offsets: z
    .enum(offsetUnits)
    .meta({ id: 'OffsetUnit' })
    .default('code_points')
    .describe('What offsets count, those of evidence too: `utf16` as JavaScript and Java do, `utf8` bytes'),
});

const reviewStateSchema = z.enum(reviewStates).meta({ id: 'FindingReviewState' });

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
    item_id: uuidSchema.nullable().describe('The item of the experiment that wrote the message'),
    review: reviewStateSchema.nullable().describe('What the reviews say; null without a review'),
    model: z.string().nullable().describe('The model that wrote the message'),
    created_at: timestampSchema.describe('When the message was written'),
    reported_at: timestampSchema.nullable().describe('When the evaluation was made, or the span marked'),
  })
  .meta({ id: 'Finding', description: 'A span that the latest evaluation by one evaluator reports' });

const listedFindingSchema = findingSchema
  .extend({
    equal_count: z
      .int()
      .gte(1)
      .describe(
        'Findings in this row: this one, and those of the conversation with the same text, label, tool, parameter, ' +
          'evaluator and review that the filter selects. 1 if the filter names `conversation_id`',
      ),
  })
  .meta({ id: 'ListedFinding' });

export const findingListSchema = pageSchema(listedFindingSchema, appliedFilterPageSchema).meta({
  id: 'FindingList',
});

export const recurringFindingsQuery = z.strictObject({
  filter: findingFilterParameter,
  limit: z.int().gt(0).lte(100).default(20).describe('Maximum number of items'),
});

export const recurringFindingListSchema = z
  .object({
    items: z.array(
      z
        .object({
          text: z.string().describe('As the latest finding has it; the others may have another spelling'),
          kind: z.enum(recurringKinds).meta({ id: 'RecurringFindingKind' }),
          key: z.string().describe('The normalized text, which the filter `recurring` accepts'),
          count: z.int().describe('Findings with it, however many evaluators report each'),
          first_seen_at: timestampSchema,
          last_seen_at: timestampSchema,
          tools: z.array(z.string()).describe('The tools whose calls have it; at most 20'),
          models: z.array(z.string()).describe('The models that wrote it; at most 20'),
        })
        .meta({ id: 'RecurringFinding' }),
    ),
  })
  .meta({
    id: 'RecurringFindingList',
    description: 'Texts of findings in at least two conversations, most frequent first',
  });

export const findingDetailSchema = z
  .object({
    id: uuidSchema,
    conversation_id: uuidSchema,
    message_id: uuidSchema,
    review: reviewStateSchema.nullable(),
    reports: z
      .array(
        findingSchema
          .extend({
            is_current: z.boolean().describe('Whether the latest evaluation by this evaluator reports it'),
          })
          .meta({ id: 'FindingReport' }),
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
    calibrated_confidence: finding.calibratedConfidence ?? null,
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
    item_id: finding.itemId,
    review: finding.review,
    model: finding.model,
    created_at: finding.createdAt.toISOString(),
    reported_at: finding.reportedAt?.toISOString() ?? null,
  };
}

export function toListedFindingWire(finding: FoldedFinding): z.input<typeof listedFindingSchema> {
  return { ...toFindingWire(finding), equal_count: finding.equalCount };
}

export function toRecurringWire(
  items: readonly RecurringFinding[],
): z.input<typeof recurringFindingListSchema> {
  return {
    items: items.map(({ text, kind, key, count, firstSeenAt, lastSeenAt, tools, models }) => ({
      text,
      kind,
      key,
      count,
      first_seen_at: firstSeenAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      tools,
      models,
    })),
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
