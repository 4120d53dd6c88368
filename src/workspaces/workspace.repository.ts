import type { ClientSession, InferSchemaType } from 'mongoose';
import { newestFirst } from '../mongo/keyset';
import type { TimePosition } from '../time-position';
import { WorkspaceModel } from './workspace.model';

/** Which new replies of a workspace are evaluated in the background. */
export interface OnlineEvaluation {
  isEnabled: boolean;
  /** The share of the replies, 0..1. */
  sampleRate: number;
}

/** What a workspace has that never said anything else. */
export const defaultOnlineEvaluation: OnlineEvaluation = { isEnabled: false, sampleRate: 1 };

export interface Workspace {
  id: string;
  name: string;
  /** Days after which conversations are removed; null keeps them. */
  retentionDays: number | null;
  onlineEvaluation: OnlineEvaluation;
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

/** Those of `ids` after a position, newest first; a limit of 0 is none. */
export async function listWorkspacesByIds(
  ids: readonly string[],
  after: TimePosition | null,
  limit: number,
): Promise<Workspace[]> {
  const { filter, sort } = newestFirst(after);
  const found = await WorkspaceModel.find({ _id: { $in: ids }, ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return found.map(toWorkspace);
}

/** Changes what is given; of `onlineEvaluation` too. */
export async function updateWorkspace(
  id: string,
  {
    onlineEvaluation = {},
    ...changes
  }: Partial<Pick<Workspace, 'name' | 'retentionDays'>> & { onlineEvaluation?: Partial<OnlineEvaluation> },
): Promise<void> {
  const ofEvaluation = Object.entries(onlineEvaluation).map(([field, value]) => [
    `onlineEvaluation.${field}`,
    value,
  ]);
  await WorkspaceModel.updateOne(
    { _id: id },
    { $set: { ...changes, ...Object.fromEntries(ofEvaluation) } },
    { runValidators: true },
  );
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
    onlineEvaluation: {
      isEnabled: stored.onlineEvaluation?.isEnabled ?? defaultOnlineEvaluation.isEnabled,
      sampleRate: stored.onlineEvaluation?.sampleRate ?? defaultOnlineEvaluation.sampleRate,
    },
    createdAt: stored.createdAt,
  };
}
