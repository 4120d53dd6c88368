import type { ClientSession } from 'mongoose';
import { driverDatabase, inSession } from '../../platform/mongo/driver';

/**
 * What members of a workspace create without end, by collection. Each has documents with `workspaceId` and `storedBytes`,
 * and an index of both, so that counting reads no document. The rooms above own them.
 */
export const createdCollections = {
  schedules: 'schedules',
  review_queues: 'review_queues',
  set_versions: 'conversation_sets',
  evaluator_versions: 'evaluators',
  issue_config_versions: 'issue_configs',
  calibrations: 'calibrations',
  backfills: 'evaluation_backfills',
} as const;

export type CreatedKind = keyof typeof createdCollections;

/** The documents of a kind in a workspace. */
export interface CreatedAmount {
  count: number;
  bytes: number;
}

export async function readCreatedAmount(
  workspaceId: string,
  kind: CreatedKind,
  session?: ClientSession,
): Promise<CreatedAmount> {
  const [amount] = await driverDatabase()
    .collection(createdCollections[kind])
    .aggregate<CreatedAmount>(
      [
        { $match: { workspaceId } },
        { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$storedBytes' } } },
      ],
      inSession(session),
    )
    .toArray();
  return { count: amount?.count ?? 0, bytes: amount?.bytes ?? 0 };
}
