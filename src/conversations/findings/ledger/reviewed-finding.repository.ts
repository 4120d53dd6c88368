import type { ClientSession } from 'mongoose';
import type { TimeLimit } from '../../../platform/mongo/time-limit';
import { type Finding, type ReviewState, reviewStates } from './finding';
import { findingCollection } from './finding.model';

/** How many findings with one name have reviews that say the same. */
export interface ReviewCount {
  /** An evaluator's id, a label or a tool; null: the finding is not in a call of a tool. */
  name: string | null;
  review: ReviewState;
  count: number;
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
  const by = (field: string) => [
    // Several evaluators may report one finding.
    { $group: { _id: { name: field, findingId: '$findingId', review: '$review' } } },
    { $group: { _id: { name: '$_id.name', review: '$_id.review' }, count: { $sum: 1 } } },
    { $project: { _id: 0, name: '$_id.name', review: '$_id.review', count: 1 } },
  ];
  const [counts] = await findingCollection()
    .aggregate<ReviewCounts>(
      [
        { $match: { $and: [{ workspaceId, isCurrent: true, ...isReviewed }, query] } },
        { $project: { evaluatorId: 1, label: 1, toolName: 1, findingId: 1, review: 1 } },
        { $facet: { evaluators: by('$evaluatorId'), labels: by('$label'), tools: by('$toolName') } },
      ],
      { ...timeLimit.forOperation(), allowDiskUse: true },
    )
    .toArray();
  return counts ?? { evaluators: [], labels: [], tools: [] };
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
