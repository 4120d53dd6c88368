import { z } from 'zod';
import { isOneOf, lacks, unless } from '../../../packages/json-schema';
import { appliedPageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { reviewerKinds } from '../reviewer/reviewer';
import { adjudicators, findingVerdicts, replyVerdicts } from './review';

export const messageParams = z.object({ message_id: uuidSchema.describe('The id of the message') });

/** An optional text that is null if absent. */
export function textSchema(max: number) {
  return z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text || null);
}

export const commentSchema = textSchema(4096).describe('For people; never evaluated');

const offsetSchema = z.int().gte(0).lte(2_147_483_647);
const labelSchema = z.string().min(1).max(255);
const reasonSchema = textSchema(1024).describe('Why, in a sentence');

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

/** The fields of a review of a finding, without those of its request. */
export const findingReviewShape = {
  verdict: z.enum(findingVerdicts).meta({ id: 'FindingVerdict' }),
  label: optional(labelSchema).describe(
    'Another label of the current issue configuration corrects it. Corrections are for confirmed findings only',
  ),
  start_offset: optional(offsetSchema).describe('Corrects the start; in code points'),
  end_offset: optional(offsetSchema).describe('Corrects the end, which is exclusive; in code points'),
  reason: reasonSchema,
  comment: commentSchema,
};

/** Only what is confirmed can be corrected. */
export function checkCorrection(
  review: z.output<z.ZodObject<typeof findingReviewShape>>,
  context: z.RefinementCtx,
): void {
  if (review.verdict === 'confirmed') return;
  for (const field of ['label', 'start_offset', 'end_offset'] as const) {
    if (review[field] === null) continue;
    const message = 'only a confirmed finding can be corrected';
    context.addIssue({ code: 'custom', path: [field], input: review[field], message });
  }
}

/** What `checkCorrection` requires, in the OpenAPI document. */
export const correctionCondition = unless(
  isOneOf('verdict', ['confirmed']),
  lacks('label', 'start_offset', 'end_offset'),
);

const adjudicationSchema = z
  .boolean()
  .default(false)
  .describe('Decides the state until a later adjudication. For admins, and owners of a queue with the reply');

export const replyVerdictSchema = z.enum(replyVerdicts).meta({ id: 'ReplyVerdict' });

export const reviewReplySchema = z
  .strictObject({
    verdict: replyVerdictSchema.describe(
      '`has_issue`: the reply has at least one issue, found by an evaluator or not',
    ),
    comment: commentSchema,
    adjudication: adjudicationSchema,
  })
  .meta({ id: 'ReviewReplyRequest' });

export const reviewFindingSchema = z
  .strictObject({ ...findingReviewShape, adjudication: adjudicationSchema })
  .superRefine(checkCorrection)
  .meta({ id: 'ReviewFindingRequest', ...correctionCondition });

/** The fields of a span that a person marks. */
export const missedSpanShape = {
  message_part_index: z.int().gte(0).lte(100_000),
  start_offset: offsetSchema.describe('In code points of the text of the part'),
  end_offset: offsetSchema.describe('Exclusive'),
  label: labelSchema.describe('One of the current issue configuration'),
  reason: reasonSchema,
  comment: commentSchema,
};

export const addFindingSchema = z
  .strictObject({ message_id: uuidSchema, ...missedSpanShape })
  .meta({ id: 'AddFindingRequest' });

export const findingParams = z.object({ finding_id: uuidSchema.describe('The id of the finding') });

export const reviewerSchema = z
  .object({
    kind: z
      .enum(reviewerKinds)
      .meta({ id: 'ReviewerKind' })
      .describe('`service_account`: a workspace key, which is the same reviewer as the user who created it'),
    id: uuidSchema,
    name: z.string().describe('At the time of the review'),
  })
  .meta({ id: 'Reviewer' });

export const reviewedSpanSchema = z
  .object({
    message_part_index: z.int(),
    start_offset: z.int(),
    end_offset: z.int(),
    label: z.string(),
  })
  .meta({ id: 'ReviewedSpan', description: 'Offsets are code points, 0-based, end exclusive' });

const states = z.enum([...findingVerdicts, ...replyVerdicts, 'disputed']).meta({ id: 'ReviewState' });

export const reviewSchema = z
  .object({
    id: uuidSchema,
    conversation_id: uuidSchema,
    message_id: uuidSchema,
    finding_id: uuidSchema.nullable().describe('Null: the review is of the whole reply'),
    number: z.int().describe('1 for the first review of the finding or reply'),
    verdict: z.enum([...findingVerdicts, ...replyVerdicts]).meta({ id: 'ReviewVerdict' }),
    span: reviewedSpanSchema
      .nullable()
      .describe('What a confirmed finding was at that time, as corrected by the reviewer'),
    reason: z.string().nullable(),
    comment: z.string().nullable(),
    adjudication: z.boolean(),
    adjudicated_as: z
      .enum(adjudicators)
      .meta({ id: 'Adjudicator' })
      .nullable()
      .describe('Why the reviewer could adjudicate; null for other reviews'),
    state: states.describe('What all reviews of the finding or reply say together, up to this one'),
    reviewer: reviewerSchema,
    created_at: timestampSchema,
  })
  .meta({ id: 'Review' });

export const listReviewsQuery = z.strictObject(pageQuery(50));

export const reviewListSchema = z
  .object({
    items: z.array(reviewSchema),
    state: states.nullable().describe('After all reviews; null without a review'),
    has_more: z.boolean(),
    next_page_cursor: z.string().nullable(),
    query: appliedPageSchema,
  })
  .meta({ id: 'ReviewList' });
