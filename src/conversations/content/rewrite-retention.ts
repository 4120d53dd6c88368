import type { RetentionPosition } from '../../../workflows/contracts';
import { findWorkspace, updateRetentionChange } from '../../access/workspaces/workspace.repository';
import { currentTime } from '../../platform/clock';
import { awaitOpenTransactions } from '../../platform/mongo/open-transactions';
import { countExpiring, expiringNames, rewriteExpiry } from './expiry.repository';

/** A step ends after this time, so that the position is saved and a newer change is noticed. */
const STEP_MS = 2000;
/** The server ends a transaction after a minute. */
const MAX_TRANSACTIONS_WAIT_MS = 90_000;
const FIRST = expiringNames[0] as string;

/**
 * Applies the changed retention of a workspace to what is stored: rewrites batches for about two seconds. Returns the
 * position to continue from; null when all documents have the current retention, or the workspace was deleted.
 */
export async function rewriteRetention({
  workspaceId,
  position,
}: {
  workspaceId: string;
  position: RetentionPosition | null;
}): Promise<RetentionPosition | null> {
  const workspace = await findWorkspace(workspaceId);
  if (workspace === null) return null;
  const { retentionChange: change, retentionDays } = workspace;
  if (change === null || change.status === 'completed') return null;
  let current = position?.changeId === change.id ? position : await begin(workspaceId, change.id);
  const endAt = performance.now() + STEP_MS;
  do {
    const { source, ...rest } = await rewriteBatch(workspaceId, retentionDays, current);
    if (source === null) return complete(workspaceId, change.id, rest.processedCount);
    current = { source, ...rest };
  } while (performance.now() < endAt);
  await updateRetentionChange(workspaceId, change.id, { processedCount: current.processedCount });
  return current;
}

async function begin(workspaceId: string, changeId: string): Promise<RetentionPosition> {
  // Transactions that began before the change store with the old retention; wait until all of them have ended.
  await awaitOpenTransactions(AbortSignal.timeout(MAX_TRANSACTIONS_WAIT_MS));
  const totalCount = await countExpiring(workspaceId);
  await updateRetentionChange(workspaceId, changeId, { status: 'running', processedCount: 0, totalCount });
  return { changeId, source: FIRST, after: null, processedCount: 0 };
}

/** The source of the new position is null after the last batch of the last collection. */
async function rewriteBatch(
  workspaceId: string,
  days: number | null,
  position: RetentionPosition,
): Promise<Omit<RetentionPosition, 'source'> & { source: string | null }> {
  const { after, count } = await rewriteExpiry(position.source, workspaceId, days, position.after);
  const next = expiringNames[expiringNames.indexOf(position.source) + 1];
  return {
    changeId: position.changeId,
    source: after === null ? (next ?? null) : position.source,
    after,
    processedCount: position.processedCount + count,
  };
}

async function complete(
  workspaceId: string,
  changeId: string,
  processedCount: number,
): Promise<RetentionPosition | null> {
  const isLatest = await updateRetentionChange(workspaceId, changeId, {
    status: 'completed',
    processedCount,
    completedAt: currentTime(),
    dueAt: null,
  });
  // Otherwise a newer change has replaced this one, and the next step starts with it.
  return isLatest ? null : { changeId, source: FIRST, after: null, processedCount: 0 };
}
