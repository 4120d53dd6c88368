import type { mongo } from 'mongoose';
import type { TimeLimit } from './time-limit';

/**
 * The values of a field among the documents that a query selects, the one with the latest `createdAt` first; at most
 * `max`. `query` is a MongoDB query and must not contain unchecked input.
 */
export async function listLatestValues<Document extends object>(
  collection: mongo.Collection<Document>,
  field: string & keyof Document,
  query: Record<string, unknown>,
  { max, limit }: { max: number; limit: TimeLimit },
): Promise<string[]> {
  const values = await collection
    .aggregate<{ _id: string }>(
      [
        { $match: query },
        { $group: { _id: `$${field}`, latest: { $max: '$createdAt' } } },
        { $sort: { latest: -1, _id: 1 } },
        { $limit: max },
        { $project: { _id: 1 } },
      ],
      { ...limit.forOperation(), allowDiskUse: true },
    )
    .toArray();
  return values.map(({ _id }) => _id);
}
