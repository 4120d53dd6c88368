import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { listReportedIds } from '../../conversations/findings/ledger/finding.repository';
import { groupBy } from '../../platform/group-by';
import { streamCompletedPrefix } from '../queues/store/review-item.repository';
import type { ReviewQueue } from '../queues/store/review-queue';
import { listReviewsOfMessages } from '../reviews/review.repository';
import { type CorrectedRates, correctRates } from './correct-rates';
import type { Staleness } from './corrected-rates.schema';
import {
  type JudgedPopulation,
  listPredictions,
  type PredictedIssues,
  type PredictionRead,
  type PredictionSums,
  sumPredictions,
} from './predicted-issues.repository';
import { type ReviewedIssues, toReviewedIssues } from './reviewed-issues';

/** What corrects the rates of which replies. */
export interface SampledTarget {
  queue: ReviewQueue;
  /** The replies that the rates are of: all that the queue was drawn from, or a part of them. */
  population: JudgedPopulation;
  experimentId: string | null;
}

/** A completed item of a sample. */
export interface SampledReply {
  reviewed: ReviewedIssues;
  predicted: PredictedIssues;
}

/** The completed items of a sample that are in the population, and the predictions for all of it. */
export interface AuditedSample extends SampledTarget {
  sample: SampledReply[];
  sums: PredictionSums;
  /** Completed replies whose reviewers disagree: the hard ones, so without them the sample is not random. */
  disputedCount: number;
  /** Other completed replies: not in the population, or without a review of the whole reply. */
  leftOutCount: number;
}

/** The corrected rates of a population; none while a reply is disputed. */
export interface SampledAccuracy extends CorrectedRates {
  queueId: string;
  experimentId: string | null;
  evaluatorId: string;
  /** Replies with a verdict of the evaluator. */
  population: number;
  stale: Staleness[];
  reviewedCount: number;
  disputedCount: number;
  leftOutCount: number;
}

/** @param labels further labels that have a rate */
export function toSampledAccuracy(
  audited: AuditedSample,
  stale: Staleness[],
  labels: readonly string[] = [],
): SampledAccuracy {
  const { queue, experimentId, population, sample, sums, disputedCount, leftOutCount } = audited;
  return {
    queueId: queue.id,
    experimentId,
    evaluatorId: population.evaluatorId,
    population: sums.count,
    stale,
    reviewedCount: sample.length,
    disputedCount,
    leftOutCount,
    ...correctRates(disputedCount === 0 ? sample : [], sums, labels),
  };
}

/**
 * Reads the completed items before the first open one. In a population that is a part of what the queue was drawn from,
 * they are a random sample too, given how many of them are in it: Cochran, "Sampling Techniques", 3rd ed. 1977, 2.12.
 */
export async function readAuditedSample(
  workspaceId: string,
  target: SampledTarget,
  read: PredictionRead,
): Promise<AuditedSample> {
  const { queue, population } = target;
  const audited: AuditedSample = {
    ...target,
    sums: await sumPredictions(workspaceId, population, read),
    sample: [],
    disputedCount: 0,
    leftOutCount: 0,
  };
  for await (const messageIds of streamCompletedPrefix(workspaceId, queue.id, read.limit))
    await addReplies(audited, workspaceId, messageIds, read);
  return audited;
}

async function addReplies(
  audited: AuditedSample,
  workspaceId: string,
  messageIds: readonly string[],
  read: PredictionRead,
): Promise<void> {
  const { limit } = read;
  const predictions = await listPredictions(workspaceId, audited.population, messageIds, read);
  const [reviews, reported] = await Promise.all([
    listReviewsOfMessages(workspaceId, messageIds, limit),
    listReportedIds(workspaceId, messageIds, limit),
  ]);
  const predictionOf = new Map(predictions.map((prediction) => [prediction.messageId, prediction]));
  const reviewsOf = groupBy(reviews, ({ messageId }) => messageId);
  for (const messageId of messageIds) {
    if (isSliceOver()) await nextSlice(limit.signal);
    const predicted = predictionOf.get(messageId);
    const reviewed = toReviewedIssues(reviewsOf.get(messageId) ?? [], reported.get(messageId) ?? []);
    if (predicted === undefined || reviewed === null) audited.leftOutCount += 1;
    else if (reviewed === 'disputed') audited.disputedCount += 1;
    else audited.sample.push({ reviewed, predicted });
  }
}
