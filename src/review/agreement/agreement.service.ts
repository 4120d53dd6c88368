import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { notFound } from '../../platform/errors/error-templates';
import { groupBy } from '../../platform/group-by';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import { streamSharedItems } from '../queues/store/review-item.repository';
import { findQueue } from '../queues/store/review-queue.repository';
import { listReviewsOfMessages } from '../reviews/review.repository';
import { type Agreement, computeAgreement } from './agreement';
import { AgreementTally } from './agreement-tally';
import { toJudgments } from './judged-items';

export type AgreementService = ReturnType<typeof createAgreementService>;

/** How far the reviewers of a queue agree. */
export function createAgreementService({ queryTimeoutMs }: { queryTimeoutMs: number }) {
  return {
    /** Over the items that at least two reviewers have completed. @throws AppError not_found, query_timeout */
    async measure(workspaceId: string, queueId: string, signal: AbortSignal): Promise<Agreement> {
      const queue = await findQueue(workspaceId, queueId);
      if (queue === null) throw notFound('Review queue', 'queue_id');
      return withinTimeLimit(queryTimeoutMs, signal, async (limit) => {
        const tally = new AgreementTally(queue.reviewersPerItem);
        for await (const items of streamSharedItems(queue, limit)) {
          const ids = items.map(({ messageId }) => messageId);
          const reviews = groupBy(
            await listReviewsOfMessages(workspaceId, ids, limit),
            ({ messageId }) => messageId,
          );
          for (const item of items) {
            tally.add(toJudgments(item, reviews.get(item.messageId) ?? []));
            if (isSliceOver()) await nextSlice(limit.signal);
          }
        }
        return computeAgreement(tally);
      });
    },
  };
}
