import type { ClientSession, InferSchemaType, QueryFilter } from 'mongoose';
import type { TimePosition } from '../http/cursor';
import { WorkspaceModel } from './workspace.model';

export interface Workspace {
  id: string;
  name: string;
  /** Days after which conversations are removed; null keeps them. */
  retentionDays: number | null;
  createdAt: Date;
}

type StoredWorkspace = InferSchemaType<typeof WorkspaceModel.schema> & { _id: string };

/** @throws the driver's duplicate key error when the id is taken. */
export async function insertWorkspace({ id, ...fields }: Workspace, session: ClientSession): Promise<void> {
  await WorkspaceModel.create([{ _id: id, ...fields, membersVersion: 1 }], { session });
}

export async function findWorkspace(id: string): Promise<Workspace | null> {
  const found = await WorkspaceModel.findById(id).lean();
  return found && toWorkspace(found);
}

/** Those of `ids` after a position, newest first; without `limit` all of them. */
export async function listWorkspacesByIds(
  ids: readonly string[],
  after: TimePosition | null = null,
  limit = 0,
): Promise<Workspace[]> {
  const older: QueryFilter<StoredWorkspace> =
    after === null
      ? {}
      : {
          $or: [
            { createdAt: { $lt: after.createdAt } },
            { createdAt: after.createdAt, _id: { $lt: after.id } },
          ],
        };
  const found = await WorkspaceModel.find({ $and: [{ _id: { $in: ids } }, older] })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean();
  return found.map(toWorkspace);
}

export async function updateWorkspace(
  id: string,
  changes: Partial<Pick<Workspace, 'name' | 'retentionDays'>>,
): Promise<void> {
  await WorkspaceModel.updateOne({ _id: id }, { $set: changes }, { runValidators: true });
}

/**
 * Makes a transaction that changes members conflict with every other one of the workspace. Without a common
 * document, two transactions could each see the other's admin and remove both.
 */
export async function lockMembers(workspaceId: string, session: ClientSession): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $inc: { membersVersion: 1 } }, { session });
}

function toWorkspace(stored: StoredWorkspace): Workspace {
  return {
    id: stored._id,
    name: stored.name,
    retentionDays: stored.retentionDays ?? null,
    createdAt: stored.createdAt,
  };
}
