import { markWholeEras } from '../../invalidation/change-marks';
import { listMessageEras } from './message-times.repository';
import { findNextWorkspaceWithMessagesUnscoped } from './message-times.unscoped.repository';

/** Marks all stored messages as changed, workspace by workspace. */
export async function markEverything(): Promise<void> {
  let workspaceId = await findNextWorkspaceWithMessagesUnscoped(null);
  while (workspaceId !== null) {
    await markWholeEras(workspaceId, await listMessageEras(workspaceId));
    workspaceId = await findNextWorkspaceWithMessagesUnscoped(workspaceId);
  }
}
