import { randomUUID } from 'node:crypto';
import type { ReviewedMessage } from '../../conversations/storage/reviewed-message.repository';
import { valueError } from '../../platform/errors/error-templates';
import type { Reviewer } from '../reviewer/reviewer';
import type { ReviewDraft } from '../reviews/append-review';
import {
  draftFindingReview,
  draftMissedSpans,
  draftReplyReview,
  type FindingReviewRequest,
  findReport,
} from '../reviews/draft-reviews';
import { createReplyTexts } from '../reviews/reply-texts';
import type { ReplyVerdict } from '../reviews/review';
import type { MissedSpan } from '../reviews/review.service';

/** A reviewer's verdicts on an item: on the reply, on its findings, and the spans that evaluators missed. */
export interface CompletionRequest {
  verdict: ReplyVerdict;
  comment: string | null;
  findings: (FindingReviewRequest & { findingId: string })[];
  missed: MissedSpan[];
}

/**
 * Checks the reviews of a completed item.
 * @throws ValidationError; AppError value_error if a finding is not of the reply
 */
export async function draftCompletion(
  workspaceId: string,
  message: ReviewedMessage,
  { verdict, comment, findings, missed }: CompletionRequest,
  { reviewer, labels }: { reviewer: Reviewer; labels: readonly string[] },
): Promise<ReviewDraft[]> {
  const context = { reviewer, labels, textOf: createReplyTexts(workspaceId, message.id) };
  const drafts = [draftReplyReview({ verdict, comment }, reviewer)];
  for (const [index, { findingId, ...request }] of findings.entries()) {
    const loc = ['body', 'findings', String(index)];
    const finding = await findReport(workspaceId, findingId);
    if (finding?.messageId !== message.id)
      throw valueError('the reply has no such finding', { loc: [...loc, 'finding_id'], input: findingId });
    drafts.push(await draftFindingReview(finding, request, { ...context, loc }));
  }
  if (missed.length === 0) return drafts;
  const spans = missed.map((span, index) => {
    return { ...span, id: randomUUID(), loc: ['body', 'missed', String(index)] };
  });
  return [...drafts, ...(await draftMissedSpans(message.id, spans, { workspaceId, ...context }))];
}
