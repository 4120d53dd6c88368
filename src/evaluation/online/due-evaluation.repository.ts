import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { oldestFirst } from '../../platform/mongo/keyset';
import type { Position } from '../../platform/reconciliation/round-robin';
import { type DueEvaluation, DueEvaluationModel } from './due-evaluation.model';

/** Notes that conversations are due from now on, with a new request for each. */
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
    session === undefined ? {} : { session },
  );
}

/** The latest request for a conversation; null when it is not due. */
export async function findDueRequest(conversationId: string): Promise<string | null> {
  const found = await DueEvaluationModel.findById(conversationId, { requestId: 1 }).lean();
  return found?.requestId ?? null;
}

/** Forgets a request that is done with. True when a newer one has come. */
export async function clearDueRequest(conversationId: string, requestId: string): Promise<boolean> {
  await DueEvaluationModel.deleteOne({ _id: conversationId, requestId });
  return (await DueEvaluationModel.exists({ _id: conversationId })) !== null;
}

/** Every workspace with a conversation that is due, once. */
export function listWorkspacesWithDueEvaluations(): Promise<string[]> {
  return DueEvaluationModel.distinct('workspaceId');
}

/**
 * At most `limit` conversations of a workspace that have been due since `before`, the longest due first, those
 * strictly after `position`; null: from the first.
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

/** Lets the reconciler look after a request again at `dueAt`, unless a newer one has come. */
export async function postponeDueRequest({ _id, requestId }: DueEvaluation, dueAt: Date): Promise<void> {
  await DueEvaluationModel.updateOne({ _id, requestId }, { $set: { dueAt } });
}
