import { groupBy } from '../../platform/group-by';
import type { ReviewItem } from '../queues/store/review-queue';
import type { Reviewer } from '../reviewer/reviewer';
import type { ReviewedSpan } from '../reviews/review';
import type { ComparedReview } from '../reviews/review.repository';
import { latestOfEach } from '../reviews/review-state';

/** What one reviewer says of a reply: whether it has an issue, and the spans that are one. */
export interface Judgment {
  reviewer: Reviewer;
  hasIssue: boolean;
  spans: ReviewedSpan[];
}

/** What each reviewer who completed an item says of it, by the latest reviews; adjudications are left out. */
export function toJudgments(
  { completions }: Pick<ReviewItem, 'completions'>,
  reviews: readonly ComparedReview[],
): Judgment[] {
  const targets = [...groupBy(reviews, ({ findingId }) => findingId ?? '').values()];
  const latest = groupBy(targets.flatMap(latestOfEach), ({ reviewer }) => reviewer.userId);
  return completions.flatMap(({ reviewer }) => {
    const own = latest.get(reviewer.userId) ?? [];
    const ofReply = own.find(({ findingId }) => findingId === null);
    if (ofReply === undefined) return [];
    const spans = own.flatMap(({ span }) => span ?? []);
    return [{ reviewer, hasIssue: ofReply.verdict === 'has_issue', spans }];
  });
}
