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
