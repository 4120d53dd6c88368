import { isJudged } from '../../conversations/storage/reviewed-message.repository';
import { messageCollection } from '../../conversations/storage/stored-message.model';
import { type JudgedPopulation, judgedQuery, type PredictionRead } from './predicted-issues.repository';

/** The fields of a reply by which traffic is compared. */
export const mixFields = { model: 'generation.model', agent: 'agentName' } as const;

/** More values are not compared: each has less than a thousandth of the replies. */
const MAX_VALUES = 1000;

/** Numbers of replies by the values of a field, null where they have none; of the most frequent values. */
export interface Mix {
  total: number;
  counts: ReadonlyMap<string | null, number>;
}

/** Whether the population has a reply, and whether it has one that `sampled` does not select. */
export async function findOutsiders(
  workspaceId: string,
  population: JudgedPopulation,
  sampled: Record<string, unknown>,
  { session, limit }: PredictionRead,
): Promise<{ hasReplies: boolean; hasOutsiders: boolean }> {
  const selected = judgedQuery(workspaceId, population, { $lte: population.storedBy });
  const exists = async (query: Record<string, unknown>) => {
    const projection = { _id: 1 } as const;
    return (
      (await messageCollection().findOne(query, { session, projection, ...limit.forOperation() })) !== null
    );
  };
  if (!(await exists(selected))) return { hasReplies: false, hasOutsiders: false };
  return { hasReplies: true, hasOutsiders: await exists({ $and: [selected, { $nor: [sampled] }] }) };
}

/** How many replies the population has, or how many of some messages belong to it. */
export function countMembers(
  workspaceId: string,
  population: JudgedPopulation,
  { session, limit }: PredictionRead,
  messageIds?: readonly string[],
): Promise<number> {
  const members = judgedQuery(workspaceId, population, { $lte: population.storedBy });
  const query = messageIds === undefined ? members : { $and: [{ _id: { $in: [...messageIds] } }, members] };
  return messageCollection().countDocuments(query, { session, ...limit.forOperation() });
}

/** How many of the replies that a query selects were stored by then and have a verdict of some evaluator. */
export function countSelected(
  workspaceId: string,
  query: Record<string, unknown>,
  storedBy: Date,
  { session, limit }: PredictionRead,
): Promise<number> {
  const selected = {
    $and: [{ workspaceId, role: 'assistant', storedAt: { $lte: storedBy } }, isJudged, query],
  };
  return messageCollection().countDocuments(selected, { session, ...limit.forOperation() });
}

/** Whether replies of the population were stored after it. */
export async function hasLaterReplies(
  workspaceId: string,
  population: JudgedPopulation,
  { session, limit }: PredictionRead,
): Promise<boolean> {
  const later = judgedQuery(workspaceId, population, { $gt: population.storedBy });
  const projection = { _id: 1 } as const;
  return (
    (await messageCollection().findOne(later, { session, projection, ...limit.forOperation() })) !== null
  );
}

/** The replies of the population by each of `mixFields`, and those that were stored after it. */
export async function countMixes(
  workspaceId: string,
  population: JudgedPopulation,
  { session, limit }: PredictionRead,
): Promise<{ before: Mix; after: Mix }[]> {
  const countMix = async (field: string, storedAt: Record<string, Date>): Promise<Mix> => {
    const query = judgedQuery(workspaceId, population, storedAt);
    const counts = await messageCollection()
      .aggregate<{ _id: string | null; count: number }>(
        [
          { $match: query },
          { $group: { _id: { $ifNull: [`$${field}`, null] }, count: { $sum: 1 } } },
          { $sort: { count: -1, _id: 1 } },
          { $limit: MAX_VALUES },
        ],
        { session, ...limit.forOperation(), allowDiskUse: true },
      )
      .toArray();
    const total = await messageCollection().countDocuments(query, { session, ...limit.forOperation() });
    return { total, counts: new Map(counts.map(({ _id, count }) => [_id, count])) };
  };
  const mixes = [];
  for (const field of Object.values(mixFields)) {
    const after = await countMix(field, { $gt: population.storedBy });
    if (after.total > 0) mixes.push({ before: await countMix(field, { $lte: population.storedBy }), after });
  }
  return mixes;
}
