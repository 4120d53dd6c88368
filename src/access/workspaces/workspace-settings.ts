import type { ClientSession } from 'mongoose';
import { shareReads } from '../../platform/mongo/batcher';
import { requireExistingWorkspace } from './require-existing-workspace';
import { defaultOnlineEvaluation, findWorkspace, type OnlineEvaluation } from './workspace.repository';

/** Null when there is no such workspace. */
export async function findWorkspaceName(workspaceId: string): Promise<string | null> {
  return (await findWorkspace(workspaceId))?.name ?? null;
}

/**
 * Retention of a workspace's conversations in days; null: unlimited. Read it in the transaction that stores
 * them: a change of the retention waits for the transactions that began before it.
 * @throws AppError not_found
 */
export async function getRetentionDays(workspaceId: string, session: ClientSession): Promise<number | null> {
  return (await requireExistingWorkspace(workspaceId, session)).retentionDays;
}

/** The keys of the tags whose values analytics count by themselves; none for a deleted workspace. */
export const findAnalyticsTags = shareReads(async (workspaceId): Promise<readonly string[]> => {
  return (await findWorkspace(workspaceId))?.analyticsTags ?? [];
});

/**
 * Settings of the background evaluation; disabled for a deleted workspace. Read with every write of a
 * conversation.
 */
export const findOnlineEvaluation = shareReads(async (workspaceId): Promise<OnlineEvaluation> => {
  return (await findWorkspace(workspaceId))?.onlineEvaluation ?? defaultOnlineEvaluation;
});
