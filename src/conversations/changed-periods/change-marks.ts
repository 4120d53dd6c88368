import type { ClientSession } from 'mongoose';
import { groupBy } from '../../platform/group-by';
import { stepsByEra } from './changed-period';
import { insertMarks, type NewMark } from './changed-period.repository';

/** The fields of a message that the log of changed periods needs. */
export interface ChangedMessage {
  workspaceId: string;
  createdAt: Date;
}

/**
 * Marks the steps of the messages as changed, in the transaction that changes what analytics count. When the
 * start or end of a conversation moves, the steps of its old and new ends are included: periods that counted
 * it as completely inside contain its old ends.
 */
export async function markChanged(
  messages: readonly ChangedMessage[],
  session: ClientSession | null,
): Promise<void> {
  const byWorkspace = groupBy(messages, ({ workspaceId }) => workspaceId);
  const marks = [...byWorkspace].flatMap(([workspaceId, changed]) => {
    const eras = stepsByEra(changed.map(({ createdAt }) => createdAt));
    return [...eras].map(([eraStart, steps]): NewMark => ({ workspaceId, eraStart, steps: [...steps] }));
  });
  await insertMarks(marks, session);
}
