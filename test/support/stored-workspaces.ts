import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../src/mongo/connection';
import { insertWorkspace } from '../../src/workspaces/workspace.repository';
import { defaultOnlineEvaluation } from '../../src/workspaces/workspace.service';

/** Stores a workspace without anything in it, for tests below the API; returns its id. */
export async function storeWorkspace(id: string = randomUUID()): Promise<string> {
  const workspace = {
    id,
    name: 'Stored',
    retentionDays: null,
    retentionChange: null,
    onlineEvaluation: defaultOnlineEvaluation,
    createdAt: new Date(),
  };
  await inTransaction((session) => insertWorkspace(workspace, session));
  return id;
}
