import type { Review } from './review';

type StateReview<Verdict extends string> = Pick<Review<Verdict>, 'verdict' | 'isAdjudication' | 'reviewer'>;

/** The state after a history of reviews, oldest first; null without a review. */
export function stateOf<Verdict extends string>(
  history: readonly StateReview<Verdict>[],
): Verdict | 'disputed' | null {
  return decideState(
    history.findLast(({ isAdjudication }) => isAdjudication),
    latestOfEach(history),
  );
}

/**
 * The latest adjudication decides. Without one, the latest review of each reviewer counts: the verdict that all of them
 * have, or `disputed`. Null without a review.
 */
export function decideState<Verdict extends string>(
  decision: { verdict: Verdict } | null | undefined,
  latest: readonly { verdict: Verdict }[],
): Verdict | 'disputed' | null {
  if (decision) return decision.verdict;
  const verdicts = new Set(latest.map(({ verdict }) => verdict));
  const [first = null] = verdicts;
  return verdicts.size > 1 ? 'disputed' : first;
}

/** The latest review of each reviewer, adjudications left out, in the order of their first reviews. */
export function latestOfEach<One extends StateReview<string>>(history: readonly One[]): One[] {
  const latest = new Map<string, One>();
  for (const review of history) {
    if (!review.isAdjudication) latest.set(review.reviewer.userId, review);
  }
  return [...latest.values()];
}
