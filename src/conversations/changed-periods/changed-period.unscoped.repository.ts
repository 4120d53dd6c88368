import { markCollection } from './changed-period.model';

// Limit of an indexed read of one document.
const maxTimeMS = 5000;

/** The next workspace after `after` that has a mark, ordered by id; null if there is none. */
export async function findNextMarkedWorkspaceUnscoped(after: string | null): Promise<string | null> {
  const mark = await markCollection().findOne(after === null ? {} : { workspaceId: { $gt: after } }, {
    sort: { workspaceId: 1 },
    projection: { workspaceId: 1 },
    maxTimeMS,
  });
  return mark?.workspaceId ?? null;
}
