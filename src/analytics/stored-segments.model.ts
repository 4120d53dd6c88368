import { model, Schema } from 'mongoose';
import { type PeriodLevel, periodMs } from '../conversations/changed-periods/changed-period';
import { driverCollection } from '../platform/mongo/driver';
import type { RollupList } from './rollup-text';

/** By the name of a segment, JSON text. A segment without a text has an empty list. */
type Texts = Record<string, string>;

/**
 * One piece of the rollups of the segments of a period in one dimension. By list, then by segment: a query reads some
 * lists, of one segment or of all.
 */
export interface StoredSegmentsRecord extends Partial<Record<RollupList, Texts>> {
  workspaceId: string;
  level: PeriodLevel;
  start: Date;
  dimension: string;
  /** 0-based. */
  piece: number;
  /** Of the rollup of the period. */
  version: string;
  /** The time of the first message, then the values of Sums. */
  sums: Texts;
  /** The values of ClusteredOutcomes. */
  judged: Texts;
}

const storedSegmentsSchema = new Schema<StoredSegmentsRecord>(
  {
    workspaceId: { type: String, required: true },
    level: { type: String, required: true, enum: Object.keys(periodMs) },
    start: { type: Date, required: true },
    dimension: { type: String, required: true },
    piece: { type: Number, required: true },
    version: { type: String, required: true },
  },
  // Lists are written without mongoose.
  { versionKey: false, strict: 'throw', collection: 'periodsegments' },
);

// Segments by time, or those of a replaced rollup.
storedSegmentsSchema.index({ workspaceId: 1, level: 1, start: 1, dimension: 1, piece: 1 }, { unique: true });

export const StoredSegmentsModel = model('StoredSegments', storedSegmentsSchema);

export function segmentsCollection() {
  return driverCollection<StoredSegmentsRecord>(StoredSegmentsModel);
}
