import { randomUUID } from 'node:crypto';
import { defaultOnlineEvaluation, insertWorkspace } from '../../src/access/workspaces/workspace.repository';
import { inTransaction } from '../../src/platform/mongo/connection';

/** Stores an empty workspace, for tests below the API; returns its id. */
export async function storeWorkspace(id: string = randomUUID()): Promise<string> {
  const workspace = {
    id,
    name: 'Stored',
    retentionDays: null,
    retentionChange: null,
    onlineEvaluation: defaultOnlineEvaluation,
    createdAt: new Date(),
  };
  await inTransaction((session) => insertWorkspace(workspace, randomUUID(), session));
  return id;
}
