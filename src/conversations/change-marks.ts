import type { ClientSession } from 'mongoose';
import { groupBy } from '../group-by';
import { periodsOf } from './changed-period';
import { insertMarks } from './changed-period.repository';

/** A message as far as the log of changed periods is concerned. */
export interface ChangedMessage {
  workspaceId: string;
  createdAt: Date;
}

/**
 * Marks every hour and day in which one of the messages lies as changed, in the transaction that changes what
 * analytics count of them. Of a conversation that gains or loses messages that is all of them, those that were
 * and those that are there: an hour counts a conversation that reaches out of it otherwise than one that does not.
 */
export async function markChanged(
  messages: readonly ChangedMessage[],
  session: ClientSession | null,
): Promise<void> {
  const byWorkspace = groupBy(messages, ({ workspaceId }) => workspaceId);
  const periods = [...byWorkspace].flatMap(([workspaceId, changed]) =>
    periodsOf(changed.map(({ createdAt }) => createdAt)).map((period) => ({ workspaceId, ...period })),
  );
  await insertMarks(periods, session);
}
