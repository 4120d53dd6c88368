import type { ClientSession } from 'mongoose';
import { messageCollection } from '../../conversations/storage/stored-message.model';
import type { TimeLimit } from '../../platform/mongo/time-limit';

/** Replies that an evaluator has judged. */
export interface JudgedPopulation {
  /** A MongoDB query without unchecked input; selects among the replies. */
  query: Record<string, unknown>;
  evaluatorId: string;
  /** Only replies that were stored until then. */
  storedBy: Date;
}

/** Sums and what they are compared with have to be of one snapshot. */
export interface PredictionRead {
  session: ClientSession;
  limit: TimeLimit;
}

/** What an evaluator says of a reply. */
export interface PredictedIssues {
  messageId: string;
  evaluationId: string;
  issueCount: number;
  /** Each once. */
  labels: string[];
}

/** The sums of what an evaluator says of the replies of a population. */
export interface PredictionSums {
  count: number;
  /** Replies with an issue. */
  flagged: number;
  issues: number;
  issuesSquared: number;
  /** Replies by the labels of their issues. */
  labels: { label: string; flagged: number }[];
  /** The versions that the verdicts were reached with, each pair once. */
  versions: VerdictVersions[];
}

export interface VerdictVersions {
  evaluatorVersion: number;
  /** Null: labels of a request. */
  issueConfigVersion: number | null;
}

/** Sums up the latest completed verdicts of the evaluator over the population. */
export async function sumPredictions(
  workspaceId: string,
  population: JudgedPopulation,
  { session, limit }: PredictionRead,
): Promise<PredictionSums> {
  const [sums] = await messageCollection()
    .aggregate<{
      totals: Omit<PredictionSums, 'labels' | 'versions'>[];
      labels: { _id: string; flagged: number }[];
      versions: { _id: VerdictVersions }[];
    }>(
      [
        ...predictionsOf(workspaceId, population),
        {
          $facet: {
            totals: [
              {
                $group: {
                  _id: null,
                  count: { $sum: 1 },
                  flagged: { $sum: { $cond: [{ $gt: ['$issueCount', 0] }, 1, 0] } },
                  issues: { $sum: '$issueCount' },
                  issuesSquared: { $sum: { $multiply: ['$issueCount', '$issueCount'] } },
                },
              },
              { $project: { _id: 0 } },
            ],
            labels: [{ $unwind: '$labels' }, { $group: { _id: '$labels', flagged: { $sum: 1 } } }],
            versions: [
              {
                $group: {
                  _id: { evaluatorVersion: '$evaluatorVersion', issueConfigVersion: '$issueConfigVersion' },
                },
              },
            ],
          },
        },
      ],
      { ...limit.forOperation(), session, allowDiskUse: true },
    )
    .toArray();
  const labels = (sums?.labels ?? []).map(({ _id: label, flagged }) => ({ label, flagged }));
  const versions = (sums?.versions ?? []).map(({ _id }) => _id);
  const none = { count: 0, flagged: 0, issues: 0, issuesSquared: 0 };
  return { ...(sums?.totals[0] ?? none), labels, versions };
}

/** What the evaluator says of those messages that belong to the population, in no particular order. */
export async function listPredictions(
  workspaceId: string,
  population: JudgedPopulation,
  messageIds: readonly string[],
  { session, limit }: PredictionRead,
): Promise<PredictedIssues[]> {
  return messageCollection()
    .aggregate<PredictedIssues>(
      [
        { $match: { _id: { $in: [...messageIds] } } },
        ...predictionsOf(workspaceId, population),
        { $project: { _id: 0, messageId: '$_id', evaluationId: 1, issueCount: 1, labels: 1 } },
      ],
      { ...limit.forOperation(), session },
    )
    .toArray();
}

/** Which evaluation the latest verdict of an evaluator on a message is of. */
export interface VerdictSource {
  messageId: string;
  conversationId: string;
  evaluationId: string;
}

/** The sources of the verdicts of the evaluator on those messages that it has judged, in no particular order. */
export async function listVerdictSources(
  workspaceId: string,
  evaluatorId: string,
  messageIds: readonly string[],
  { session, limit }: PredictionRead,
): Promise<VerdictSource[]> {
  return messageCollection()
    .find(
      { _id: { $in: [...messageIds] }, workspaceId, verdicts: { $elemMatch: { evaluatorId } } },
      { session, ...limit.forOperation() },
    )
    .project<{ _id: string; conversationId: string; verdicts: [{ evaluationId: string }] }>({
      conversationId: 1,
      verdicts: { $elemMatch: { evaluatorId } },
    })
    .map(({ _id, conversationId, verdicts: [{ evaluationId }] }) => ({
      messageId: _id,
      conversationId,
      evaluationId,
    }))
    .toArray();
}

/** The MongoDB query of the replies of a population; `storedAt` selects by when they were stored. */
export function judgedQuery(
  workspaceId: string,
  { query, evaluatorId }: Omit<JudgedPopulation, 'storedBy'>,
  storedAt: Record<string, Date>,
) {
  const isPrediction = { evaluatorId, status: 'completed' };
  return {
    $and: [{ workspaceId, role: 'assistant', storedAt }, { verdicts: { $elemMatch: isPrediction } }, query],
  };
}

/** Stages that give `issueCount`, `labels` and the versions of each reply of the population. */
function predictionsOf(workspaceId: string, population: JudgedPopulation) {
  const { evaluatorId, storedBy } = population;
  const prediction = {
    $first: { $filter: { input: '$verdicts', cond: { $eq: ['$$this.evaluatorId', evaluatorId] } } },
  };
  return [
    { $match: judgedQuery(workspaceId, population, { $lte: storedBy }) },
    { $project: { prediction } },
    {
      $project: {
        evaluationId: '$prediction.evaluationId',
        issueCount: '$prediction.issueCount',
        labels: { $setUnion: ['$prediction.findings.label', []] },
        evaluatorVersion: '$prediction.evaluatorVersion',
        issueConfigVersion: '$prediction.issueConfigVersion',
      },
    },
  ];
}
