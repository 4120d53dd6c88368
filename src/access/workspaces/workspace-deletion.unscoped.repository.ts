import { WorkspaceDeletionModel } from './workspace-deletion.model';

/** At most `limit` workspaces whose deletion has been due since `before`, the longest due first. */
export async function listDueDeletionsUnscoped(before: Date, limit: number): Promise<string[]> {
  const deletions = await WorkspaceDeletionModel.find({ dueAt: { $lte: before } }, { _id: 1 })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean();
  return deletions.map(({ _id }) => _id);
}
