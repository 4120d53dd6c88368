import { openItemStatuses } from './experiment';
import { ExperimentItemModel } from './experiment.model';

/** A page of open items in the order in which they start. */
export interface OpenItemPage {
  experimentId: string;
  /** Exclusive. */
  afterPosition: number;
  /** If given, items are in the order of their ids after this one; null: from the first. */
  afterItemId?: string | null;
  limit: number;
}

/**
 * Open items of an experiment by position or by id. Ids are hashes: their order is random, and fixed when the items are
 * created.
 */
export async function listOpenItemsUnscoped({
  experimentId,
  afterPosition,
  afterItemId,
  limit,
}: OpenItemPage): Promise<{ itemId: string; position: number }[]> {
  const isByPosition = afterItemId === undefined;
  const after = afterItemId == null ? {} : { _id: { $gt: afterItemId } };
  const items = await ExperimentItemModel.find(
    {
      experimentId,
      status: { $in: openItemStatuses },
      ...(isByPosition ? { position: { $gt: afterPosition } } : after),
    },
    { position: 1 },
  )
    .hint({ experimentId: 1, status: 1, position: 1 })
    .sort(isByPosition ? { position: 1 } : { _id: 1 })
    .limit(limit)
    .lean<{ _id: string; position: number }[]>();
  return items.map(({ _id, position }) => ({ itemId: _id, position }));
}
