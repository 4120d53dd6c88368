import type { RetentionPosition } from '../../../workflows/contracts';
import { currentTime } from '../../platform/clock';
import { awaitOpenTransactions } from '../../platform/mongo/open-transactions';
import type { RewrittenBatch } from '../../platform/mongo/retention';
import { findWorkspace, updateRetentionChange } from './workspace.repository';

/** A step ends after this time, so that the position is saved and a newer change is noticed. */
const STEP_MS = 2000;
/** The server ends a transaction after a minute. */
const MAX_TRANSACTIONS_WAIT_MS = 90_000;

/** A collection whose documents expire by the retention of their workspace. */
export interface RetentionSource {
  name: string;
  count(workspaceId: string): Promise<number>;
  /** Rewrites the expiry of the next documents after a position; null: from the start. Idempotent. */
  rewrite(workspaceId: string, days: number | null, after: string | null): Promise<RewrittenBatch>;
}

export type RetentionRewriting = ReturnType<typeof createRetentionRewriting>;

/**
 * Applies changed retentions to stored documents. The sources are rewritten in the given order: documents
 * that are written without reading the retention copy the expiry of their conversation, so conversations come
 * first.
 */
export function createRetentionRewriting(sources: readonly [RetentionSource, ...RetentionSource[]]) {
  return {
    /**
     * Rewrites batches for about two seconds. Returns the position to continue from; null when all documents
     * have the current retention, or the workspace was deleted.
     */
    async rewriteRetention({
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
      let current =
        position?.changeId === change.id ? position : await begin(workspaceId, change.id, sources[0].name);
      const endAt = performance.now() + STEP_MS;
      do {
        const { source, ...rest } = await rewriteBatch(workspaceId, retentionDays, current);
        if (source === null) return complete(workspaceId, change.id, rest.processedCount);
        current = { source, ...rest };
      } while (performance.now() < endAt);
      await updateRetentionChange(workspaceId, change.id, { processedCount: current.processedCount });
      return current;
    },
  };

  async function begin(workspaceId: string, changeId: string, source: string): Promise<RetentionPosition> {
    // Transactions that began before the change store with the old retention; wait until all of them have
    // ended.
    await awaitOpenTransactions(AbortSignal.timeout(MAX_TRANSACTIONS_WAIT_MS));
    let totalCount = 0;
    for (const { count } of sources) totalCount += await count(workspaceId);
    await updateRetentionChange(workspaceId, changeId, { status: 'running', processedCount: 0, totalCount });
    return { changeId, source, after: null, processedCount: 0 };
  }

  /** The source of the new position is null after the last batch of the last source. */
  async function rewriteBatch(
    workspaceId: string,
    days: number | null,
    position: RetentionPosition,
  ): Promise<Omit<RetentionPosition, 'source'> & { source: string | null }> {
    const index = sources.findIndex(({ name }) => name === position.source);
    const source = sources[index];
    if (source === undefined) throw new Error(`No retention source ${position.source}`);
    const { after, count } = await source.rewrite(workspaceId, days, position.after);
    return {
      changeId: position.changeId,
      source: after === null ? (sources[index + 1]?.name ?? null) : position.source,
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
    return isLatest ? null : { changeId, source: sources[0].name, after: null, processedCount: 0 };
  }
}
