import { messageCollection } from './stored-message.model';

/** The next workspace after `after` that has messages, ordered by id; null if there is none. */
export async function findNextWorkspaceWithMessagesUnscoped(after: string | null): Promise<string | null> {
  const found = await messageCollection().findOne(after === null ? {} : { workspaceId: { $gt: after } }, {
    sort: { workspaceId: 1 },
    projection: { workspaceId: 1 },
  });
  return found?.workspaceId ?? null;
}
