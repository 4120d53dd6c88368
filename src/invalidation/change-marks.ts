import type { ClientSession } from 'mongoose';
import { groupBy } from '../platform/group-by';
import { hoursByEra } from './changed-period';
import { insertMarks, type NewMark } from './changed-period.repository';

/** A message as far as the log of changed periods is concerned. */
export interface ChangedMessage {
  workspaceId: string;
  createdAt: Date;
}

/**
 * Marks the hours in which the messages lie as changed, in the transaction that changes what analytics count of them.
 * When a conversation begins or ends at another time than before, the hours of its ends, old and new, belong to it: the
 * periods that counted it as wholly inside them contain its old ends.
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

/** Marks eras, given by their starts in milliseconds, as changed with everything in them. */
export async function markWholeEras(workspaceId: string, eraStarts: Iterable<number>): Promise<void> {
  const marks = [...new Set(eraStarts)].map((eraStart) => ({ workspaceId, eraStart, isWhole: true }));
  await insertMarks(marks, null);
}
