import type { ClientSession } from 'mongoose';
import { conversationLock, listTraceIds, lock, traceLock } from './span.repository';
import { deleteHistories } from './trace-history.repository';

/** Ends the outlines of a conversation whose spans are about to be deleted; later spans create a new one. */
export async function releaseTraces(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<void> {
  const traceIds = await listTraceIds(workspaceId, [conversationId], session);
  // Invalidates the caches of other processes.
  await lock(
    [conversationLock(workspaceId, conversationId), ...traceIds.map((id) => traceLock(workspaceId, id))],
    session,
  );
  await deleteHistories(workspaceId, [conversationId], session);
}
