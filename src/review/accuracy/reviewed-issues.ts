import type { ComparedReview } from '../../conversations/reviews/review.repository';
import { stateOf } from '../../conversations/reviews/review-state';
import { groupBy } from '../../platform/group-by';

/** What people say of a reply together. */
export interface ReviewedIssues {
  hasIssue: boolean;
  /** Null unless every finding is decided: confirmed or rejected. */
  issues: IssueCounts | null;
}

export interface IssueCounts {
  count: number;
  /** Each once. */
  labels: string[];
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
  if (state === 'clean') return { hasIssue: false, issues: { count: 0, labels: [] } };
  const histories = [...targets].flatMap(([findingId, history]) => (findingId === null ? [] : [history]));
  const isDecided = histories.every((history) => stateOf(history) !== 'disputed');
  const confirmed = histories.filter((history) => stateOf(history) === 'confirmed');
  const isComplete = isDecided && confirmed.length > 0 && reportedIds.every((id) => targets.has(id));
  const labels = [...new Set(confirmed.flatMap((history) => labelOf(history) ?? []))];
  return { hasIssue: true, issues: isComplete ? { count: confirmed.length, labels } : null };
}

/** The label that the deciding review confirms. */
function labelOf(history: readonly ComparedReview[]): string | undefined {
  const deciding =
    history.findLast(({ isAdjudication }) => isAdjudication) ?? history.findLast(({ span }) => span !== null);
  return deciding?.span?.label;
}
