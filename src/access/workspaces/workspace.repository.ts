import type { ClientSession, InferSchemaType } from 'mongoose';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { createRetentionChange, type RetentionChange } from './retention-change';
import { WorkspaceModel } from './workspace.model';

/** Settings of the background evaluation of new replies. */
export interface OnlineEvaluation {
  isEnabled: boolean;
  /** The share of replies to evaluate, 0..1. */
  sampleRate: number;
}

/** The settings of a workspace that is created without any. */
export const defaultOnlineEvaluation: OnlineEvaluation = { isEnabled: false, sampleRate: 1 };

/** The tags whose values analytics count by themselves in a workspace that has chosen none. */
const defaultAnalyticsTags = ['environment'];

export interface Workspace {
  id: string;
  name: string;
  /** Days after which conversations are removed; null: never. */
  retentionDays: number | null;
  /** The latest change of the retention; null when it never changed. */
  retentionChange: RetentionChange | null;
  onlineEvaluation: OnlineEvaluation;
  /** The keys of the tags whose values analytics count by themselves. */
  analyticsTags: string[];
  createdAt: Date;
}

/** A workspace as it is created. */
export type NewWorkspace = Omit<Workspace, 'analyticsTags'>;

type StoredWorkspace = InferSchemaType<typeof WorkspaceModel.schema> & { _id: string };

/** @throws the driver's duplicate key error when the id is taken. */
export async function insertWorkspace(
  { id, ...fields }: NewWorkspace,
  createdBy: string,
  session: ClientSession,
): Promise<void> {
  await WorkspaceModel.create([{ _id: id, ...fields, createdBy, membersVersion: 1 }], { session });
}

/** The number of existing workspaces that a user has created. Scoped by the user. */
export async function countCreatedWorkspaces(userId: string, session: ClientSession): Promise<number> {
  return WorkspaceModel.countDocuments({ createdBy: userId }).session(session);
}

export async function findWorkspace(
  workspaceId: string,
  session: ClientSession | null = null,
): Promise<Workspace | null> {
  const workspace = await WorkspaceModel.findById(workspaceId).session(session).lean();
  return workspace && toWorkspace(workspace);
}

/** Deletes the document of a workspace and returns its content; null when there is none. */
export async function removeWorkspace(id: string, session: ClientSession): Promise<Workspace | null> {
  const workspace = await WorkspaceModel.findOneAndDelete({ _id: id }, { session }).lean();
  return workspace && toWorkspace(workspace);
}

/**
 * The workspaces of `ids` after a position, newest first; a limit of 0 returns none. Scoped by the workspaces.
 */
export async function listWorkspacesByIds(
  ids: readonly string[],
  after: TimePosition | null,
  limit: number,
): Promise<Workspace[]> {
  const { filter, sort } = newestFirst(after);
  const workspaces = await WorkspaceModel.find({ _id: { $in: ids }, ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return workspaces.map(toWorkspace);
}

/** Updates the given fields, also inside `onlineEvaluation`. For the retention use `changeRetention`. */
export async function updateWorkspace(
  id: string,
  {
    onlineEvaluation = {},
    ...changes
  }: Partial<Pick<Workspace, 'name'>> & { onlineEvaluation?: Partial<OnlineEvaluation> },
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
 * Sets a new retention together with the change that applies it to stored documents; does nothing for the
 * same retention.
 */
export async function changeRetention(
  id: string,
  retentionDays: number | null,
  { changeId, now }: { changeId: string; now: Date },
): Promise<void> {
  await WorkspaceModel.updateOne(
    { _id: id, retentionDays: { $ne: retentionDays } },
    { $set: { retentionDays, retentionChange: createRetentionChange(changeId, now) } },
    { runValidators: true },
  );
}

/** Sets the tags that analytics count; false when they are the same. */
export async function changeAnalyticsTags(
  id: string,
  analyticsTags: readonly string[],
  session: ClientSession,
): Promise<boolean> {
  const { modifiedCount } = await WorkspaceModel.updateOne(
    { _id: id },
    { $set: { analyticsTags } },
    { session, runValidators: true },
  );
  return modifiedCount > 0;
}

/** Records progress of a change of retention; false when a newer one has replaced it. */
export async function updateRetentionChange(
  id: string,
  changeId: string,
  progress: Partial<Omit<RetentionChange, 'id' | 'requestedAt'>>,
): Promise<boolean> {
  const fields = Object.entries(progress).map(([field, value]) => [`retentionChange.${field}`, value]);
  const { matchedCount } = await WorkspaceModel.updateOne(
    { _id: id, 'retentionChange.id': changeId },
    { $set: Object.fromEntries(fields) },
    { runValidators: true },
  );
  return matchedCount > 0;
}

/**
 * Lets the reconciler check a change again at `dueAt`, unless it has completed or a newer one has replaced
 * it.
 */
export async function postponeRetentionChange(id: string, changeId: string, dueAt: Date): Promise<void> {
  await WorkspaceModel.updateOne(
    { _id: id, 'retentionChange.id': changeId, 'retentionChange.dueAt': { $ne: null } },
    { $set: { 'retentionChange.dueAt': dueAt } },
  );
}

/**
 * Makes a transaction that changes members conflict with every other one of the workspace. Without a common
 * document, two transactions could each see the other's admin and remove both (write skew).
 */
export async function lockMembers(workspaceId: string, session: ClientSession): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $inc: { membersVersion: 1 } }, { session });
}

/**
 * Makes a transaction that creates something of limited number conflict with every other one of the workspace. False if
 * the workspace was deleted.
 */
export async function lockCreations(workspaceId: string, session: ClientSession): Promise<boolean> {
  const { matchedCount } = await WorkspaceModel.updateOne(
    { _id: workspaceId },
    { $inc: { creationsVersion: 1 } },
    { session },
  );
  return matchedCount > 0;
}

function toWorkspace(stored: StoredWorkspace): Workspace {
  return {
    id: stored._id,
    name: stored.name,
    retentionDays: stored.retentionDays ?? null,
    retentionChange: stored.retentionChange ?? null,
    onlineEvaluation: stored.onlineEvaluation,
    analyticsTags: stored.analyticsTags ?? defaultAnalyticsTags,
    createdAt: stored.createdAt,
  };
}
