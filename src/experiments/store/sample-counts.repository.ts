import type { EqualGroups } from '../../../packages/statistics';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { itemCollection } from './experiment.model';
import type { ExperimentKey } from './item.repository';
import { MAX_ITEMS } from './samples';

// Hinted: the planner may choose the index of the workspace, which reads the items of all its experiments.
const positionIndex = { experimentId: 1, position: 1 } as const;

/**
 * Counts the conversations of an experiment by how many of their new replies have a verdict, and an issue, among its first
 * `maxItems` items.
 */
export async function countSamples(
  { id: experimentId, workspaceId }: ExperimentKey,
  { maxItems = MAX_ITEMS, limit }: { maxItems?: number; limit: TimeLimit },
): Promise<EqualGroups[]> {
  const hasIssue = { $gt: [{ $size: '$reply.findings' }, 0] };
  return itemCollection()
    .aggregate<EqualGroups>(
      [
        { $match: { experimentId, workspaceId } },
        { $sort: { position: 1 } },
        { $limit: maxItems },
        { $match: { status: 'completed', 'reply.findings': { $type: 'array' } } },
        {
          $group: {
            _id: '$conversationId',
            count: { $sum: 1 },
            yes: { $sum: { $cond: [hasIssue, 1, 0] } },
          },
        },
        { $group: { _id: { count: '$count', yes: '$yes' }, groups: { $sum: 1 } } },
        { $project: { _id: 0, count: '$_id.count', yes: '$_id.yes', groups: 1 } },
      ],
      { ...limit.forOperation(), hint: positionIndex },
    )
    .toArray();
}
