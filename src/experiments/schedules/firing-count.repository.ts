import { FiringCountModel, type StoredFiringCount } from './firing-count.model';
import type { Firing } from './schedule';

export async function countFiring({ error }: Firing): Promise<void> {
  await FiringCountModel.updateOne(
    { _id: error?.code ?? 'created' },
    { $inc: { count: 1 } },
    { upsert: true },
  );
}

/** By `created` or the code of the error. Scoped by the result: the counts are of the service, without data of workspaces. */
export async function readFiringCounts(): Promise<Map<string, number>> {
  const counts = await FiringCountModel.find().lean<StoredFiringCount[]>();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}
