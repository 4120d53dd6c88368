import type { Review, ReviewStanding } from './review';
import { decideState } from './review-state';

export const noReviews: ReviewStanding = { number: 0, decision: null, reviewers: [] };

/** The standing after another review. */
export function addToStanding(
  { number, decision, reviewers }: ReviewStanding,
  { verdict, adjudicatedAs, reviewer: { userId } }: Pick<Review, 'verdict' | 'adjudicatedAs' | 'reviewer'>,
): ReviewStanding {
  if (adjudicatedAs !== null)
    return { number: number + 1, decision: { verdict, as: adjudicatedAs }, reviewers };
  const isOwn = (one: { userId: string }) => one.userId === userId;
  const before = reviewers.find(isOwn);
  const own = { userId, verdict, count: (before?.count ?? 0) + 1 };
  return {
    number: number + 1,
    decision,
    reviewers: before ? reviewers.map((one) => (isOwn(one) ? own : one)) : [...reviewers, own],
  };
}

/**
 * Whether the owner of a queue may decide: while other reviewers disagree, and no admin has decided. The owner cannot create
 * the disagreement.
 */
export function isOpenToQueueOwner({ decision, reviewers }: ReviewStanding, ownerId: string): boolean {
  const others = reviewers.filter(({ userId }) => userId !== ownerId);
  return decision?.as !== 'admin' && decideState(null, others) === 'disputed';
}
