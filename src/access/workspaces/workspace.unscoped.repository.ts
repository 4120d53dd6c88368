import { WorkspaceModel } from './workspace.model';

/** At most `limit` workspaces whose changed retention has been due since `before`, the longest due first. */
export async function listDueRetentionChangesUnscoped(
  before: Date,
  limit: number,
): Promise<{ workspaceId: string; changeId: string }[]> {
  const workspaces = await WorkspaceModel.find({ 'retentionChange.dueAt': { $lte: before } })
    .sort({ 'retentionChange.dueAt': 1 })
    .limit(limit)
    .lean();
  return workspaces.map(({ _id, retentionChange }) => ({
    workspaceId: _id,
    changeId: retentionChange?.id ?? '',
  }));
}

/** The workspaces with a limited retention. */
export async function listRetentionsUnscoped(): Promise<{ workspaceId: string; retentionDays: number }[]> {
  const workspaces = await WorkspaceModel.find({ retentionDays: { $ne: null } }, { retentionDays: 1 }).lean<
    { _id: string; retentionDays: number }[]
  >();
  return workspaces.map(({ _id, retentionDays }) => ({ workspaceId: _id, retentionDays }));
}
