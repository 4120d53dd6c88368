import type { ClientSession } from 'mongoose';
import type { WorkspaceDeletion } from './workspace-deletion';
import { type DeletionDocument, WorkspaceDeletionModel } from './workspace-deletion.model';

export async function insertDeletion(
  { workspaceId, ...fields }: WorkspaceDeletion,
  session: ClientSession,
): Promise<void> {
  await WorkspaceDeletionModel.create([{ _id: workspaceId, ...fields }], { session });
}

export async function findDeletion(
  workspaceId: string,
  session: ClientSession | null = null,
): Promise<WorkspaceDeletion | null> {
  const deletion = await WorkspaceDeletionModel.findById(workspaceId)
    .session(session)
    .lean<DeletionDocument>();
  if (deletion === null) return null;
  const { _id, ...fields } = deletion;
  return { workspaceId: _id, ...fields };
}

/** Scoped by the user. */
export async function countDeletionsOf(userId: string, since: Date, session: ClientSession): Promise<number> {
  return WorkspaceDeletionModel.countDocuments({ requestedBy: userId, requestedAt: { $gt: since } }).session(
    session,
  );
}

/**
 * Marks a deletion as begun, with the number of documents to delete; does nothing if it has begun or
 * completed.
 */
export async function beginDeletion(workspaceId: string, totalCount: number): Promise<void> {
  await WorkspaceDeletionModel.updateOne(
    { _id: workspaceId, status: 'pending' },
    { $set: { status: 'running', totalCount } },
  );
}

export async function addDeletedCount(workspaceId: string, count: number): Promise<void> {
  await WorkspaceDeletionModel.updateOne({ _id: workspaceId }, { $inc: { deletedCount: count } });
}

/** Marks a deletion as completed; repeated calls do not change the time. */
export async function completeDeletion(workspaceId: string, completedAt: Date): Promise<void> {
  await WorkspaceDeletionModel.updateOne(
    { _id: workspaceId, status: { $ne: 'completed' } },
    { $set: { status: 'completed', completedAt, dueAt: null } },
  );
}

/** Lets the reconciler check a deletion again at `dueAt`, unless it has completed. */
export async function postponeDeletion(workspaceId: string, dueAt: Date): Promise<void> {
  await WorkspaceDeletionModel.updateOne({ _id: workspaceId, dueAt: { $ne: null } }, { $set: { dueAt } });
}
