import { markWholeEras } from '../../invalidation/change-marks';
import { findNextWorkspaceWithMessages, listMessageEras } from './message-times.repository';

/** Marks all stored messages as changed, workspace by workspace. */
export async function markEverything(): Promise<void> {
  let workspaceId = await findNextWorkspaceWithMessages(null);
  while (workspaceId !== null) {
    await markWholeEras(workspaceId, await listMessageEras(workspaceId));
    workspaceId = await findNextWorkspaceWithMessages(workspaceId);
  }
}
