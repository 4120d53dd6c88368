import { populationQuery } from '../queues/population-query';
import { streamCompletedPrefix } from '../queues/store/review-item.repository';
import type { QueueSource, ReviewQueue } from '../queues/store/review-queue';
import { listSampleQueues } from '../queues/store/review-queue.repository';
import type { JudgedPopulation, PredictionRead } from './predicted-issues.repository';
import { countMembers, findOutsiders } from './sampled-population.repository';

/** Samples that are tried, of an experiment or a workspace: older ones are mostly stale. */
const MAX_SAMPLES = 20;

/** Which replies are asked for; null: of no experiment in particular. */
export type RateQuery = Pick<JudgedPopulation, 'query' | 'evaluatorId'> & { experimentId: string | null };

export interface ChosenSample {
  queue: ReviewQueue;
  population: JudgedPopulation;
}

/**
 * The sample with the most reviews that covers the replies of a query; ties go to the newest. Null if no sample covers
 * the replies stored by then. The choice depends on numbers of reviews, not on their verdicts.
 */
export async function chooseSample(
  workspaceId: string,
  { query, evaluatorId, experimentId }: RateQuery,
  read: PredictionRead,
): Promise<ChosenSample | null> {
  let best: (ChosenSample & { reviewed: number }) | null = null;
  for (const queue of await listSampleQueues(workspaceId, experimentId, MAX_SAMPLES)) {
    const population = populationOf(queue, evaluatorId, query);
    const sampled = populationQuery(queue.source);
    const part = { ...population, query };
    const { hasReplies, hasOutsiders } = await findOutsiders(workspaceId, part, sampled, read);
    if (!hasReplies || hasOutsiders) continue;
    const reviewedCount = await countReviewed(workspaceId, queue, population, read);
    if (best === null || reviewedCount > best.reviewed) best = { queue, population, reviewed: reviewedCount };
  }
  return best;
}

/** The replies that a queue was drawn from, or those that a query selects of them. */
export function populationOf(
  { source, createdAt }: { source: QueueSource; createdAt: Date },
  evaluatorId: string,
  query?: Record<string, unknown>,
): JudgedPopulation {
  const sampled = populationQuery(source);
  return {
    query: query === undefined ? sampled : { $and: [sampled, query] },
    evaluatorId,
    storedBy: createdAt,
  };
}

async function countReviewed(
  workspaceId: string,
  queue: ReviewQueue,
  population: JudgedPopulation,
  read: PredictionRead,
): Promise<number> {
  let count = 0;
  for await (const messageIds of streamCompletedPrefix(workspaceId, queue.id, read.limit))
    count += await countMembers(workspaceId, population, read, messageIds);
  return count;
}
