import { driverCollection } from '../../platform/mongo/driver';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { TimePosition } from '../../platform/time-position';
import type { Experiment } from './experiment';
import { ExperimentModel, type StoredExperiment } from './experiment.model';
import { type ListedExperiment, toExperiment } from './experiment.repository';

/** Experiments examined for a page: intersecting twice 10,000 ids takes the server 10 ms or more. */
const EXAMINED_PER_PAGE = 50;

export interface ComparableExperiment {
  experiment: ListedExperiment;
  /** At least 1. */
  sharedConversations: number;
}

/** The next examined experiments of a workspace, newest first, and those of them that share conversations. */
export interface ComparablePage {
  items: TimePosition[];
  hasMore: boolean;
  comparable: ComparableExperiment[];
}

/** Finds other experiments with conversations of this one after a position; null: from the newest. */
export async function findComparable(
  { id: ownId, workspaceId, conversationIds }: Pick<Experiment, 'id' | 'workspaceId' | 'conversationIds'>,
  position: TimePosition | null,
  limit: TimeLimit,
): Promise<ComparablePage> {
  const { filter, sort } = newestFirst(position);
  const frames = await collection()
    .find({ workspaceId, ...filter }, { projection: { createdAt: 1 }, ...limit.forOperation() })
    .sort(sort)
    .limit(EXAMINED_PER_PAGE + 1)
    .toArray();
  const examined = frames.slice(0, EXAMINED_PER_PAGE);
  const ids = examined.flatMap(({ _id }) => (_id === ownId ? [] : [_id]));
  const inBoth = { $setIntersection: ['$conversationIds', { $literal: conversationIds }] };
  const experiments = await collection()
    .aggregate<StoredExperiment & { sharedConversations: number }>(
      [
        { $match: { _id: { $in: ids }, workspaceId } },
        { $set: { sharedConversations: { $size: inBoth } } },
        { $match: { sharedConversations: { $gt: 0 } } },
        { $unset: 'conversationIds' },
        { $sort: sort },
      ],
      limit.forOperation(),
    )
    .toArray();
  return {
    items: examined.map(({ _id, createdAt }) => ({ id: _id, createdAt })),
    hasMore: frames.length > examined.length,
    comparable: experiments.map(({ sharedConversations, ...stored }) => ({
      experiment: toExperiment(stored),
      sharedConversations,
    })),
  };
}

function collection() {
  return driverCollection<StoredExperiment>(ExperimentModel);
}
