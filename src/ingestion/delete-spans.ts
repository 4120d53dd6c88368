import type { ClientSession } from 'mongoose';
import { conversationLock, deleteRecords, listTraceIds, lock, traceLock } from './span.repository';
import { deleteTexts } from './span-text.repository';
import { deleteHistories } from './trace-history.repository';

/** Deletes the spans of a deleted conversation; later spans create a new one. */
export async function deleteSpans(
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
  await deleteRecords(workspaceId, conversationId, session);
  await deleteTexts(workspaceId, conversationId, session);
  await deleteHistories(workspaceId, [conversationId], session);
}
