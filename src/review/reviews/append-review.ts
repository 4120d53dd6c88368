import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Finding, ReviewState } from '../../conversations/findings/ledger/finding';
import { saveFindings, setFindingReview } from '../../conversations/findings/ledger/finding.repository';
import type { ReviewedMessage } from '../../conversations/storage/reviewed-message.repository';
import { currentTime } from '../../platform/clock';
import { conflict, notFound } from '../../platform/errors/error-templates';
import type { Review } from './review';
import { insertReview, listHistory } from './review.repository';
import { stateOf } from './review-state';

// Each review reads the history of its finding or reply.
const MAX_REVIEWS = 1000;

/** A checked review that is not stored yet. */
export interface ReviewDraft
  extends Pick<
    Review,
    'findingId' | 'verdict' | 'span' | 'reason' | 'comment' | 'isAdjudication' | 'reviewer'
  > {
  /** Default: a new one. */
  id?: string;
  /** The finding that a person marked with it. */
  newFinding?: Finding;
}

/**
 * Appends a review to the history of a finding or reply, in the caller's transaction, with the state of the finding. Of
 * two concurrent reviews the later transaction is repeated and sees the other. The message is that of `lockMessage`.
 * @throws AppError conflict if there are 1,000 reviews
 */
export async function appendReview(
  workspaceId: string,
  { id: messageId, conversationId, experimentId, storedAt, expireAt }: ReviewedMessage,
  { id = randomUUID(), newFinding, ...draft }: ReviewDraft,
  session: ClientSession,
): Promise<Review> {
  const target = { workspaceId, messageId, findingId: draft.findingId };
  const history = await listHistory(target, session);
  if (history.length >= MAX_REVIEWS) {
    const subject = draft.findingId === null ? 'reply' : 'finding';
    throw conflict(`The ${subject} has ${MAX_REVIEWS} reviews, the maximum`);
  }
  const review: Review = {
    ...target,
    ...draft,
    id,
    conversationId,
    experimentId,
    number: (history.at(-1)?.number ?? 0) + 1,
    state: stateOf([...history, draft]) ?? draft.verdict,
    createdAt: currentTime(),
    storedAt,
    expireAt,
  };
  if (newFinding !== undefined) await saveFindings([{ ...newFinding, storedAt, expireAt }], session);
  await insertReview(review, session);
  if (review.findingId !== null) {
    const isSet = await setFindingReview(workspaceId, review.findingId, review.state as ReviewState, session);
    // A later evaluation deleted it in the meantime.
    if (!isSet) throw notFound('Finding', 'finding_id');
  }
  return review;
}
