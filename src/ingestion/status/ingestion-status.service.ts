import { currentTime } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { createBatcher } from '../../platform/mongo/batcher';
import type { SourceReport } from './diagnose';
import {
  addBatches,
  deleteOldestSources,
  listSources,
  MAX_SOURCES,
  type SourceUpdate,
} from './ingestion-source.repository';

// Exports that are recorded in one round trip, and those that may wait for it.
const MAX_TOGETHER = 50;
const MAX_WAITING = 1000;
/** More instrumentations of one batch are not recorded. */
const MAX_SOURCES_PER_BATCH = 20;

export interface IngestionStatusDependencies {
  logger: Logger;
  workspaceExists: (workspaceId: string) => Promise<boolean>;
}

export type IngestionStatusService = ReturnType<typeof createIngestionStatusService>;

/** Remembers what the latest batches of each instrumentation had, for those who set one up. */
export function createIngestionStatusService({ logger, workspaceExists }: IngestionStatusDependencies) {
  const add = createBatcher({ limit: MAX_TOGETHER }, async (updates: SourceUpdate[][]) => {
    const workspaceIds = await addBatches(updates.flat());
    // A batch that failed would be added again.
    await limitSources(workspaceIds).catch((error: unknown) =>
      logger.warn({ err: error }, 'the sources of ingestion were not limited'),
    );
    return updates;
  });
  async function limitSources(workspaceIds: Iterable<string>): Promise<void> {
    for (const workspaceId of workspaceIds) {
      // A workspace that was deleted meanwhile must not have sources. If it still exists, its deletion finds them.
      const max = (await workspaceExists(workspaceId)) ? MAX_SOURCES : 0;
      await deleteOldestSources(workspaceId, max);
    }
  }

  let waiting = 0;

  return {
    /**
     * Records a batch in the background: neither a slow nor an absent database delays its response or makes it fail.
     * Under overload, batches are left out.
     */
    recordBatch(workspaceId: string, signal: SourceUpdate['signal'], reports: SourceReport[]): void {
      if (reports.length === 0 || waiting >= MAX_WAITING) return;
      const receivedAt = currentTime();
      const recorded = reports
        .toSorted((first, second) => rankOf(first) - rankOf(second))
        .slice(0, MAX_SOURCES_PER_BATCH);
      waiting += 1;
      add(recorded.map((report) => ({ workspaceId, receivedAt, signal, report })))
        .catch((error: unknown) =>
          logger.warn({ err: error, workspaceId }, 'ingestion status was not stored'),
        )
        .finally(() => {
          waiting -= 1;
        });
    },

    /** The instrumentations that export to a workspace, those with the latest batches first. */
    listSources,
  };
}

/** Instrumentations of models come first. */
function rankOf({ convention, ignored }: SourceReport): number {
  return convention !== null || ignored.unknown_convention > 0 ? 0 : 1;
}
