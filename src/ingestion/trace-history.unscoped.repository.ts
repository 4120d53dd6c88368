import { TraceHistoryModel } from './trace-history.model';

/** The distinct workspaces with a conversation whose search for others is due. */
export function listWorkspacesWithJoinDueUnscoped(): Promise<string[]> {
  return TraceHistoryModel.distinct('workspaceId', { joinAt: { $type: 'date' } });
}
