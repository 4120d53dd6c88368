import type { z } from 'zod';
import type { Reviewer } from '../reviewer/reviewer';
import type { FindingReviewRequest } from './draft-reviews';
import type { Review, ReviewedSpan } from './review';
import type {
  findingReviewShape,
  missedSpanShape,
  reviewedSpanSchema,
  reviewerSchema,
  reviewSchema,
} from './review.schema';
import type { MissedSpan } from './review.service';

export function toReviewWire(review: Review): z.input<typeof reviewSchema> {
  return {
    id: review.id,
    conversation_id: review.conversationId,
    message_id: review.messageId,
    finding_id: review.findingId,
    number: review.number,
    verdict: review.verdict,
    span: review.span && toSpanWire(review.span),
    reason: review.reason,
    comment: review.comment,
    adjudication: review.isAdjudication,
    state: review.state,
    adjudicated_as: review.adjudicatedAs ?? null,
    reviewer: toReviewerWire(review.reviewer),
    created_at: review.createdAt.toISOString(),
  };
}

export function toReviewerWire({ kind, id, name }: Reviewer): z.input<typeof reviewerSchema> {
  return { kind, id, name };
}

function toSpanWire(span: ReviewedSpan): z.input<typeof reviewedSpanSchema> {
  return {
    message_part_index: span.messagePartIndex,
    start_offset: span.startOffset,
    end_offset: span.endOffset,
    label: span.label,
  };
}

export function toFindingReviewRequest(
  body: z.output<z.ZodObject<typeof findingReviewShape>>,
): FindingReviewRequest {
  return {
    verdict: body.verdict,
    label: body.label,
    startOffset: body.start_offset,
    endOffset: body.end_offset,
    reason: body.reason,
    comment: body.comment,
  };
}

export function toMissedSpanRequest(body: z.output<z.ZodObject<typeof missedSpanShape>>): MissedSpan {
  return {
    messagePartIndex: body.message_part_index,
    startOffset: body.start_offset,
    endOffset: body.end_offset,
    label: body.label,
    reason: body.reason,
    comment: body.comment,
  };
}
