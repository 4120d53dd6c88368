import { model, Schema } from 'mongoose';
import type { Backfill } from './backfill';

export type StoredBackfill = Omit<Backfill, 'id'> & { _id: string; storedBytes: number; expireAt: Date };

const backfillSchema = new Schema<StoredBackfill>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    evaluatorId: { type: String, required: true },
    evaluatorVersion: { type: Number, required: true },
    source: { type: Schema.Types.Mixed, required: true },
    limit: { type: Number, required: true },
    isCancelled: { type: Boolean, required: true },
    position: { type: Schema.Types.Mixed, required: true },
    isListed: { type: Boolean, required: true },
    listedCount: { type: Number, required: true },
    failedCount: { type: Number, required: true },
    cancelledCount: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    storedBytes: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The list of a workspace, newest first.
backfillSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// The limit on their number and bytes, without reading them.
backfillSchema.index({ workspaceId: 1, storedBytes: 1 });
// MongoDB removes those of a month ago.
backfillSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const BackfillModel = model<StoredBackfill>('Backfill', backfillSchema, 'evaluation_backfills');
