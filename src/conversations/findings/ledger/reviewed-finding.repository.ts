import type { ClientSession } from 'mongoose';
import type { TimeLimit } from '../../../platform/mongo/time-limit';
import { type Finding, type ReviewState, reviewStates } from './finding';
import { findingCollection } from './finding.model';

/** How many findings with one name are confirmed, rejected and disputed by reviews. */
export interface ReviewCount {
  /** An evaluator's id, a label or a tool; null: the finding is not in a call of a tool. */
  name: string | null;
  disputed: number;
  decided: DecidedFindings;
}

/**
 * The confirmed and the rejected findings, as sums over conversations: an outcome is a finding, yes means confirmed.
 */
export interface DecidedFindings {
  clusters: number;
  outcomes: number;
  squaredOutcomes: number;
  yes: number;
  yesClusters: number;
  allYesClusters: number;
  yesTimesOutcomes: number;
  squaredYes: number;
}

/** Counts by who reported the findings and what they are. */
export interface ReviewCounts {
  evaluators: ReviewCount[];
  labels: ReviewCount[];
  tools: ReviewCount[];
}

/** Counts the reviewed current findings that evaluators report; each once per name. */
export async function countReviewedFindings(
  workspaceId: string,
  query: Record<string, unknown>,
  timeLimit: TimeLimit,
): Promise<ReviewCounts> {
  const isReviewed = { review: { $in: [...reviewStates] }, evaluatorId: { $type: 'string' } };
  const [counts] = await findingCollection()
    .aggregate<ReviewCounts>(
      [
        { $match: { $and: [{ workspaceId, isCurrent: true, ...isReviewed }, query] } },
        { $project: { evaluatorId: 1, label: 1, toolName: 1, findingId: 1, conversationId: 1, review: 1 } },
        {
          $facet: {
            evaluators: countByName('$evaluatorId'),
            labels: countByName('$label'),
            tools: countByName('$toolName'),
          },
        },
      ],
      { ...timeLimit.forOperation(), allowDiskUse: true },
    )
    .toArray();
  return counts ?? { evaluators: [], labels: [], tools: [] };
}

function countByName(field: string) {
  const countOf = (review: ReviewState) => ({ $sum: { $cond: [{ $eq: ['$_id.review', review] }, 1, 0] } });
  const countIf = (...conditions: Record<string, unknown>[]) => ({
    $sum: { $cond: [{ $and: conditions }, 1, 0] },
  });
  const outcomes = { $add: ['$confirmed', '$rejected'] };
  const sums: Record<keyof DecidedFindings, unknown> = {
    clusters: countIf({ $gt: [outcomes, 0] }),
    outcomes: { $sum: outcomes },
    squaredOutcomes: { $sum: { $pow: [outcomes, 2] } },
    yes: { $sum: '$confirmed' },
    yesClusters: countIf({ $gt: ['$confirmed', 0] }),
    allYesClusters: countIf({ $gt: ['$confirmed', 0] }, { $eq: ['$rejected', 0] }),
    yesTimesOutcomes: { $sum: { $multiply: ['$confirmed', outcomes] } },
    squaredYes: { $sum: { $pow: ['$confirmed', 2] } },
  };
  return [
    // Several evaluators may report one finding.
    {
      $group: {
        _id: { name: field, conversationId: '$conversationId', findingId: '$findingId', review: '$review' },
      },
    },
    {
      $group: {
        _id: { name: '$_id.name', conversationId: '$_id.conversationId' },
        confirmed: countOf('confirmed'),
        rejected: countOf('rejected'),
        disputed: countOf('disputed'),
      },
    },
    {
      $group: {
        _id: '$_id.name',
        disputed: { $sum: '$disputed' },
        ...sums,
      },
    },
    {
      $project: {
        _id: 0,
        name: '$_id',
        disputed: 1,
        decided: Object.fromEntries(Object.keys(sums).map((sum) => [sum, `$${sum}`])),
      },
    },
  ];
}

/** A finding that an evaluator reports now, with its confidence and what reviewers say of it. */
export type ConfidentFinding = Pick<Finding, 'messageId' | 'confidence' | 'review'>;

/** The findings of messages that an evaluator reports now with a confidence, in no particular order. */
export async function listConfidentFindings(
  workspaceId: string,
  evaluatorId: string,
  messageIds: readonly string[],
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): Promise<ConfidentFinding[]> {
  return findingCollection()
    .find(
      {
        workspaceId,
        messageId: { $in: [...messageIds] },
        evaluatorId,
        isCurrent: true,
        confidence: { $ne: null },
      },
      { session, ...limit.forOperation() },
    )
    .project<ConfidentFinding>({ _id: 0, messageId: 1, confidence: 1, review: 1 })
    .toArray();
}
