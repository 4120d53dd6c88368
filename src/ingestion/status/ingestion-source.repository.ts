import { createHash } from 'node:crypto';
import type { SourceReport } from './diagnose';
import { type IngestionSource, IngestionSourceModel, type SourceBatch } from './ingestion-source.model';

const DAY_MS = 86_400_000;
/** Days after the latest batch for which a source is stored. */
export const SOURCE_DAYS = 30;
/** Sources of a workspace, those with the latest batches. */
export const MAX_SOURCES = 100;
export const MAX_RECENT_BATCHES = 10;

/** What a batch had from one instrumentation. */
export interface SourceUpdate {
  workspaceId: string;
  receivedAt: Date;
  signal: SourceBatch['signal'];
  report: SourceReport;
}

/**
 * Adds batches to their sources in one round trip and returns the workspaces that have new sources. Scoped by the
 * workspace of each batch.
 */
export async function addBatches(updates: SourceUpdate[]): Promise<string[]> {
  const { upsertedIds } = await IngestionSourceModel.bulkWrite(updates.map(toUpsert), { ordered: false });
  const added = Object.keys(upsertedIds).flatMap((index) => updates[Number(index)]?.workspaceId ?? []);
  return [...new Set(added)];
}

function toUpsert({ workspaceId, receivedAt, signal, report }: SourceUpdate) {
  const { origin, convention, recordCount, ignored, attributeKeys } = report;
  const { conversationCount, conversationDigests } = report;
  const batch: SourceBatch = {
    receivedAt,
    signal,
    recordCount,
    conversationCount,
    conversationDigests,
    ignored,
  };
  const isTraces = signal === 'traces';
  return {
    updateOne: {
      filter: { _id: `${workspaceId}/${digestOf(report)}` },
      update: {
        $setOnInsert: { workspaceId, ...origin, firstBatchAt: receivedAt },
        $set: {
          ...(convention === null ? {} : { convention }),
          ...(attributeKeys.length === 0 ? {} : { attributeKeys }),
        },
        $max: { lastBatchAt: receivedAt, expireAt: new Date(receivedAt.getTime() + SOURCE_DAYS * DAY_MS) },
        $inc: {
          batchCount: 1,
          spanCount: isTraces ? recordCount : 0,
          logRecordCount: isTraces ? 0 : recordCount,
        },
        $push: { recentBatches: { $each: [batch], $slice: -MAX_RECENT_BATCHES } },
      },
      upsert: true,
    },
  };
}

function digestOf({ origin: { sdkName, sdkVersion, language } }: SourceReport): string {
  return createHash('sha256')
    .update(JSON.stringify([sdkName, sdkVersion, language]))
    .digest('base64url');
}

/** Deletes the sources of a workspace except the `max` with the latest batches. */
export async function deleteOldestSources(workspaceId: string, max: number): Promise<void> {
  const oldest = await IngestionSourceModel.find({ workspaceId }, { _id: 1 })
    .sort({ lastBatchAt: -1 })
    .skip(max)
    .lean();
  if (oldest.length === 0) return;
  await IngestionSourceModel.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) }, workspaceId });
}

/** The sources of a workspace, those with the latest batches first. */
export async function listSources(workspaceId: string): Promise<IngestionSource[]> {
  return IngestionSourceModel.find({ workspaceId })
    .sort({ lastBatchAt: -1 })
    .limit(MAX_SOURCES)
    .lean<IngestionSource[]>();
}
