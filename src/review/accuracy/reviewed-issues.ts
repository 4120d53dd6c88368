import type { ComparedReview } from '../../conversations/reviews/review.repository';
import { stateOf } from '../../conversations/reviews/review-state';
import { groupBy } from '../../platform/group-by';

/** What people say of a reply together. */
export interface ReviewedIssues {
  issueCount: number;
  /** Each once. */
  labels: string[];
}

/**
 * What the reviews of a reply and its findings say together; null if the reply as a whole is not reviewed, and
 * `disputed` if its reviewers disagree. A reply that has an issue has at least one, also when no finding is confirmed.
 */
export function toReviewedIssues(reviews: readonly ComparedReview[]): ReviewedIssues | 'disputed' | null {
  const targets = groupBy(reviews, ({ findingId }) => findingId);
  const state = stateOf(targets.get(null) ?? []);
  if (state === null || state === 'disputed') return state;
  if (state === 'clean') return { issueCount: 0, labels: [] };
  const confirmed = [...targets].filter(
    ([findingId, history]) => findingId !== null && stateOf(history) === 'confirmed',
  );
  const labels = confirmed.flatMap(
    ([, history]) => history.findLast(({ span }) => span !== null)?.span?.label ?? [],
  );
  return { issueCount: Math.max(1, confirmed.length), labels: [...new Set(labels)] };
}
