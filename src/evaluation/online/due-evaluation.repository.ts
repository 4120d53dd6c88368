import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { inSession } from '../../platform/mongo/driver';
import { oldestFirst } from '../../platform/mongo/keyset';
import type { Position } from '../../platform/reconciliation/round-robin';
import { type DueEvaluation, DueEvaluationModel } from './due-evaluation.model';

/** Marks conversations as due now, with a new request for each. */
export async function saveDueEvaluations(
  workspaceId: string,
  conversationIds: readonly string[],
  session?: ClientSession,
): Promise<void> {
  const dueAt = currentTime();
  await DueEvaluationModel.bulkWrite(
    conversationIds.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { workspaceId, requestId: randomUUID(), dueAt } },
        upsert: true,
      },
    })),
    inSession(session),
  );
}

/**
 * At most `limit` conversations of a workspace that are due since `before`, oldest first, strictly after
 * `position` (null: from the first).
 */
export function listDueEvaluations(
  workspaceId: string,
  { before, position, limit }: { before: Date; position: Position | null; limit: number },
): Promise<DueEvaluation[]> {
  const { filter, sort } = oldestFirst('dueAt', position);
  return DueEvaluationModel.find({ $and: [{ workspaceId, dueAt: { $lte: before } }, filter] })
    .sort(sort)
    .limit(limit)
    .lean<DueEvaluation[]>();
}

/** Postpones the next check of a request by the reconciler to `dueAt`, unless there is a newer request. */
export async function postponeDueRequest({ _id, requestId }: DueEvaluation, dueAt: Date): Promise<void> {
  await DueEvaluationModel.updateOne({ _id, requestId }, { $set: { dueAt } });
}
