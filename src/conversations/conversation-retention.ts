import { markChanged } from './change-marks';
import { setConversationRetention } from './conversation.repository';
import { listMessageHours } from './message-times.repository';
import { setMessageRetention } from './stored-message.repository';

/** Lets everything a workspace has stored expire `days` after it was stored; null keeps it. */
export async function applyRetention(workspaceId: string, days: number | null): Promise<void> {
  const mark = (hours: Date[]) =>
    markChanged(
      hours.map((createdAt) => ({ workspaceId, createdAt })),
      null,
    );
  // Too much for one transaction. Marks from before speak for a change that is cut off halfway, those from after
  // make up for what was read during it; what has expired by the new retention may be deleted at once.
  const hoursBefore = await listMessageHours(workspaceId);
  await mark(hoursBefore);
  await setConversationRetention(workspaceId, days);
  await setMessageRetention(workspaceId, days);
  await mark([...hoursBefore, ...(await listMessageHours(workspaceId))]);
}
