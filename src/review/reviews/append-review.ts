import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Finding, ReviewState } from '../../conversations/findings/ledger/finding';
import { saveFindings, setFindingReview } from '../../conversations/findings/ledger/finding.repository';
import type { ReviewedMessage } from '../../conversations/storage/reviewed-message.repository';
import { currentTime } from '../../platform/clock';
import { conflict, notFound, roleInsufficient } from '../../platform/errors/error-templates';
import type { Review } from './review';
import { findStanding, insertReview, removeStanding } from './review.repository';
import { addToStanding, isOpenToQueueOwner, noReviews } from './review-standing';
import { decideState } from './review-state';

/**
 * By one reviewer of a finding or reply. Adjudications are not counted, and an item of a queue can always be completed: its
 * reviewer would be offered it again and again.
 */
const MAX_OWN_REVIEWS = 50;

/** A checked review that is not stored yet. */
export interface ReviewDraft
  extends Pick<
    Review,
    'findingId' | 'verdict' | 'span' | 'reason' | 'comment' | 'adjudicatedAs' | 'reviewer'
  > {
  /** Default: a new one. */
  id?: string;
  /** The finding that a person marked with it. */
  newFinding?: Finding;
}

/**
 * Appends a review to the history of a finding or reply, in the caller's transaction, with the state of the finding. Of
 * two concurrent reviews the later transaction is repeated and sees the other. The message is that of `lockMessage`. Reads
 * the latest review alone, which has what all of them say.
 * @throws AppError conflict after `maxOwnReviews` by the reviewer; role_insufficient for an adjudication by a queue's owner
 * unless other reviewers disagree and no admin has decided
 */
export async function appendReview(
  workspaceId: string,
  { id: messageId, conversationId, experimentId, storedAt, expireAt }: ReviewedMessage,
  { id = randomUUID(), newFinding, ...draft }: ReviewDraft,
  session: ClientSession,
  maxOwnReviews = MAX_OWN_REVIEWS,
): Promise<Review> {
  const target = { workspaceId, messageId, findingId: draft.findingId };
  const before = (await findStanding(target, session)) ?? noReviews;
  if (draft.adjudicatedAs === 'queue_owner' && !isOpenToQueueOwner(before, draft.reviewer.userId))
    throw roleInsufficient('admin', 'contributor');
  const own = before.reviewers.find(({ userId }) => userId === draft.reviewer.userId);
  if (draft.adjudicatedAs === null && (own?.count ?? 0) >= maxOwnReviews) {
    const subject = draft.findingId === null ? 'reply' : 'finding';
    throw conflict(`You have written ${maxOwnReviews} reviews of this ${subject}, the maximum`);
  }
  const standing = addToStanding(before, draft);
  const review: Review = {
    ...target,
    ...draft,
    id,
    conversationId,
    experimentId,
    isAdjudication: draft.adjudicatedAs !== null,
    number: standing.number,
    state: decideState(standing.decision, standing.reviewers) ?? draft.verdict,
    createdAt: currentTime(),
    storedAt,
    expireAt,
  };
  if (newFinding !== undefined) await saveFindings([{ ...newFinding, storedAt, expireAt }], session);
  await removeStanding(target, before.number, session);
  await insertReview(review, standing, session);
  if (review.findingId !== null) {
    const isSet = await setFindingReview(workspaceId, review.findingId, review.state as ReviewState, session);
    // A later evaluation deleted it in the meantime.
    if (!isSet) throw notFound('Finding', 'finding_id');
  }
  return review;
}
