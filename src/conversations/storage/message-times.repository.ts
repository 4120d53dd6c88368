import type { ClientSession } from 'mongoose';
import { periodMs, startOf } from '../../invalidation/changed-period';
import { messageCollection } from './stored-message.model';

/** The times of a conversation's own messages. */
export async function listMessageTimes(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<Date[]> {
  const found = await messageCollection()
    .find({ workspaceId, conversationId, experimentId: null }, { session, projection: { createdAt: 1 } })
    .toArray();
  return found.map(({ createdAt }) => createdAt);
}

/** The ids of the own messages of a conversation. */
export async function listMessageIds(workspaceId: string, conversationId: string): Promise<{ id: string }[]> {
  const found = await messageCollection()
    .find({ workspaceId, conversationId, experimentId: null }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => ({ id: _id }));
}

/** The start of every era with messages of the workspace, in milliseconds; one short read per era. */
export async function listMessageEras(workspaceId: string): Promise<number[]> {
  const eras: number[] = [];
  for (;;) {
    const from = eras.length === 0 ? null : (eras.at(-1) ?? 0) + periodMs.era;
    const next = await messageCollection().findOne(
      { workspaceId, ...(from !== null && { createdAt: { $gte: new Date(from) } }) },
      { sort: { createdAt: 1 }, projection: { createdAt: 1 } },
    );
    if (next === null) return eras;
    eras.push(startOf(next.createdAt.getTime(), 'era'));
  }
}
