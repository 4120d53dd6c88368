import { groupBy } from '../../platform/group-by';
import type { ReviewedSpan } from '../reviews/review';
import type { ComparedReview } from '../reviews/review.repository';
import { stateOf } from '../reviews/review-state';

/** What people say of a reply together. */
export interface ReviewedIssues {
  hasIssue: boolean;
  /** The confirmed findings; null unless every finding is decided: confirmed or rejected. */
  issues: ReviewedSpan[] | null;
}

/**
 * What the reviews of a reply and its findings say together; null if the reply as a whole is not reviewed, and
 * `disputed` if its reviewers disagree.
 * @param reportedIds the findings that evaluators report now
 */
export function toReviewedIssues(
  reviews: readonly ComparedReview[],
  reportedIds: readonly string[],
): ReviewedIssues | 'disputed' | null {
  const targets = groupBy(reviews, ({ findingId }) => findingId);
  const state = stateOf(targets.get(null) ?? []);
  if (state === null || state === 'disputed') return state;
  if (state === 'clean') return { hasIssue: false, issues: [] };
  const histories = [...targets].flatMap(([findingId, history]) => (findingId === null ? [] : [history]));
  const isDecided = histories.every((history) => stateOf(history) !== 'disputed');
  const confirmed = histories.filter((history) => stateOf(history) === 'confirmed');
  const isComplete = isDecided && confirmed.length > 0 && reportedIds.every((id) => targets.has(id));
  return {
    hasIssue: true,
    issues: isComplete ? confirmed.flatMap((history) => spanOf(history) ?? []) : null,
  };
}

/** The span that the deciding review confirms; every confirming review has one. */
function spanOf(history: readonly ComparedReview[]): ReviewedSpan | null {
  const deciding =
    history.findLast(({ isAdjudication }) => isAdjudication) ?? history.findLast(({ span }) => span !== null);
  return deciding?.span ?? null;
}
