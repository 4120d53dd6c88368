import { listReportedIds } from '../../conversations/findings/finding.repository';
import { countReviewedFindings } from '../../conversations/findings/reviewed-finding.repository';
import { compileMessageFilter } from '../../conversations/message-filter/message-filter';
import { streamCompletedPrefix } from '../../conversations/review-queues/review-item.repository';
import { findQueue } from '../../conversations/review-queues/review-queue.repository';
import { listReviewsOfMessages } from '../../conversations/reviews/review.repository';
import {
  type JudgedPopulation,
  listPredictions,
  type PredictionRead,
  sumPredictions,
} from '../../conversations/storage/predicted-issues.repository';
import { isSliceOver, nextSlice } from '../../platform/concurrency/work-slices';
import { valueError } from '../../platform/errors/error-templates';
import { groupBy } from '../../platform/group-by';
import { withSnapshot } from '../../platform/mongo/snapshot';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import { populationQuery } from '../queues/population-query';
import { type AuditedReply, type CorrectedRates, correctRates } from './correct-rates';
import { type FindingPrecision, measureFindingPrecision } from './finding-precision';
import { toReviewedIssues } from './reviewed-issues';
import type { Staleness } from './staleness';

export interface AccuracyServiceDependencies {
  /** The id of the evaluator, or of the workspace's default for null. @throws AppError value_error at `loc` */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null, loc: string[]): Promise<{ id: string }>;
  queryTimeoutMs: number;
}

export interface Accuracy extends CorrectedRates {
  queueId: string;
  evaluatorId: string;
  /** Replies with a verdict of the evaluator. */
  population: number;
  /** What has changed since the sample was drawn; the intervals hold where it is empty. */
  stale: Staleness[];
  reviewedCount: number;
  /** Completed replies whose reviewers disagree; left out. */
  disputedCount: number;
  /** Completed replies without a verdict of the evaluator, or deleted; left out. */
  leftOutCount: number;
}

export type AccuracyService = ReturnType<typeof createAccuracyService>;

/** Rates that a reviewed random sample corrects. */
export function createAccuracyService({ chooseEvaluator, queryTimeoutMs }: AccuracyServiceDependencies) {
  return {
    /**
     * Corrects the rates of an evaluator over the replies that a queue samples, by the completed ones. The population are
     * the replies that the filter of the queue selects and that were stored when it was created.
     * @throws AppError query_timeout; value_error for an unknown queue, one that is not a sample, or an unknown
     * evaluator
     */
    async measure(
      workspaceId: string,
      { queueId, evaluatorId }: { queueId: string; evaluatorId: string | null },
      signal: AbortSignal,
    ): Promise<Accuracy> {
      const queueLoc = ['query', 'queue_id'];
      const queue = await findQueue(workspaceId, queueId);
      if (queue === null)
        throw valueError('no such review queue in this workspace', { loc: queueLoc, input: queueId });
      if (queue.source.kind !== 'sample') {
        const problem = 'the queue is not a random sample, which alone can correct a rate';
        throw valueError(problem, { loc: queueLoc, input: queueId });
      }
      const evaluator = await chooseEvaluator(workspaceId, evaluatorId, ['query', 'evaluator_id']);
      const population: JudgedPopulation = {
        query: populationQuery(queue.source),
        evaluatorId: evaluator.id,
        storedBy: queue.createdAt,
      };
      return withinTimeLimit(queryTimeoutMs, signal, async (limit) => {
        return withSnapshot(async (session) => {
          const sums = await sumPredictions(workspaceId, population, { session, limit });
          const { sample, ...counts } = await readSample(workspaceId, population, queue.id, {
            session,
            limit,
          });
          return {
            queueId,
            evaluatorId: evaluator.id,
            population: sums.count,
            stale: sums.count === queue.population ? [] : ['population' as const],
            reviewedCount: sample.length,
            ...counts,
            ...correctRates(sample, sums),
          };
        });
      });
    },

    /**
     * How many of the reviewed findings that a filter selects are confirmed; null: all except in replies of experiments.
     * @throws ValidationError for an invalid filter; AppError query_timeout
     */
    async measureFindings(
      workspaceId: string,
      filter: string | null,
      signal: AbortSignal,
    ): Promise<FindingPrecision> {
      const query =
        filter === null
          ? { experimentId: null }
          : compileMessageFilter(filter, { bounds: 'optional', subject: 'findings' }).query;
      const counts = await withinTimeLimit(queryTimeoutMs, signal, (limit) =>
        countReviewedFindings(workspaceId, query, limit),
      );
      return measureFindingPrecision(counts);
    },
  };
}

async function readSample(
  workspaceId: string,
  population: JudgedPopulation,
  queueId: string,
  read: PredictionRead,
) {
  const { limit } = read;
  const sample: AuditedReply[] = [];
  let disputedCount = 0;
  let leftOutCount = 0;
  for await (const messageIds of streamCompletedPrefix(workspaceId, queueId, limit)) {
    const predictions = await listPredictions(workspaceId, population, messageIds, read);
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
      if (reviewed === 'disputed') disputedCount += 1;
      else if (predicted === undefined || reviewed === null) leftOutCount += 1;
      else sample.push({ reviewed, predicted });
    }
  }
  return { sample, disputedCount, leftOutCount };
}
