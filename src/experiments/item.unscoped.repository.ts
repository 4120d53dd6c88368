import { openItemStatuses } from './experiment';
import { ExperimentItemModel } from './experiment.model';

/** At most `limit` open items of an experiment after `position`, in order. */
export async function listOpenItemsUnscoped(
  experimentId: string,
  position: number,
  limit: number,
): Promise<{ itemId: string; position: number }[]> {
  const found = await ExperimentItemModel.find(
    { experimentId, position: { $gt: position }, status: { $in: openItemStatuses } },
    { position: 1 },
  )
    .sort({ position: 1 })
    .limit(limit)
    .lean<{ _id: string; position: number }[]>();
  return found.map(({ _id, position: at }) => ({ itemId: _id, position: at }));
}

/**
 * The same in the order of the ids, which are hashes: a random order that is fixed when the items are created. Null:
 * from the first.
 */
export async function listOpenItemsByIdUnscoped(
  experimentId: string,
  afterItemId: string | null,
  limit: number,
): Promise<{ itemId: string; position: number }[]> {
  const found = await ExperimentItemModel.find(
    {
      experimentId,
      status: { $in: openItemStatuses },
      ...(afterItemId !== null && { _id: { $gt: afterItemId } }),
    },
    { position: 1 },
  )
    .hint({ experimentId: 1, status: 1, position: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<{ _id: string; position: number }[]>();
  return found.map(({ _id, position }) => ({ itemId: _id, position }));
}
