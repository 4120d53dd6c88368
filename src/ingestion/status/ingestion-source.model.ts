import { model, Schema } from 'mongoose';
import type { IgnoredReason } from './diagnose';

/** What one batch had from an instrumentation. */
export interface SourceBatch {
  receivedAt: Date;
  signal: 'traces' | 'logs';
  recordCount: number;
  conversationCount: number;
  conversationDigests: string;
  ignored: Record<IgnoredReason, number>;
}

/** An instrumentation that exports to a workspace. Holds no content. */
export interface IngestionSource {
  /** `<workspace>/<digest of the origin>`. */
  _id: string;
  workspaceId: string;
  sdkName: string | null;
  sdkVersion: string | null;
  language: string | null;
  /** Of the latest batch with one. */
  convention: string | null;
  firstBatchAt: Date;
  lastBatchAt: Date;
  batchCount: number;
  spanCount: number;
  logRecordCount: number;
  /** Those of the latest batch of an unknown convention. */
  attributeKeys: string[];
  /** Oldest first. */
  recentBatches: SourceBatch[];
  expireAt: Date;
}

const count = { type: Number, required: true } as const;
const batchSchema = new Schema<SourceBatch>(
  {
    receivedAt: { type: Date, required: true },
    signal: { type: String, enum: ['traces', 'logs'], required: true },
    recordCount: count,
    conversationCount: count,
    conversationDigests: { type: String, default: '' },
    ignored: { unrelated: count, unknown_convention: count, no_content: count, rejected: count },
  },
  { _id: false },
);

const sourceSchema = new Schema<IngestionSource>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    sdkName: { type: String, default: null },
    sdkVersion: { type: String, default: null },
    language: { type: String, default: null },
    convention: { type: String, default: null },
    firstBatchAt: { type: Date, required: true },
    lastBatchAt: { type: Date, required: true },
    batchCount: count,
    spanCount: count,
    logRecordCount: count,
    attributeKeys: { type: [String], required: true },
    recentBatches: { type: [batchSchema], required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);

// The sources of a workspace, latest first; also finds those beyond the maximum.
sourceSchema.index({ workspaceId: 1, lastBatchAt: -1 });
// A source that exports nothing any more is deleted.
sourceSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const IngestionSourceModel = model('IngestionSource', sourceSchema);
