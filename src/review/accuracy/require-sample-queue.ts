import { valueError } from '../../platform/errors/error-templates';
import type { ReviewQueue } from '../queues/store/review-queue';

/**
 * Returns a queue that is a random sample.
 * @param use what only a random sample can do, for the error
 * @throws AppError value_error at `loc` for no queue and for any other one
 */
export function requireSampleQueue(
  queue: ReviewQueue | null,
  use: string,
  about: { loc: string[]; input: string },
): ReviewQueue {
  if (queue === null) throw valueError('no such review queue in this workspace', about);
  if (queue.source.kind !== 'sample')
    throw valueError(`the queue is not a random sample, which alone can ${use}`, about);
  return queue;
}
