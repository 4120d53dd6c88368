import type { ClientSession } from 'mongoose';
import { groupBy } from '../../platform/group-by';
import { hoursByEra } from './changed-period';
import { insertMarks, type NewMark } from './changed-period.repository';

/** The fields of a message that the log of changed periods needs. */
export interface ChangedMessage {
  workspaceId: string;
  createdAt: Date;
}

/**
 * Marks the hours of the messages as changed, in the transaction that changes what analytics count. When the
 * start or end of a conversation moves, the hours of its old and new ends are included: periods that counted
 * it as completely inside contain its old ends.
 */
export async function markChanged(
  messages: readonly ChangedMessage[],
  session: ClientSession | null,
): Promise<void> {
  const byWorkspace = groupBy(messages, ({ workspaceId }) => workspaceId);
  const marks = [...byWorkspace].flatMap(([workspaceId, changed]) => {
    const eras = hoursByEra(changed.map(({ createdAt }) => createdAt));
    return [...eras].map(([eraStart, hours]): NewMark => ({ workspaceId, eraStart, hours: [...hours] }));
  });
  await insertMarks(marks, session);
}
