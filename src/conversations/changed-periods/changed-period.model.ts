import { model, Schema, type Types } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver';
import type { PeriodPositions } from './changed-periods';

/** A mark that rollups of some periods of an era are invalid. */
export interface PeriodMarkRecord extends PeriodPositions {
  _id: Types.ObjectId;
  workspaceId: string;
  /** Of the era. */
  start: Date;
  /** When the first of the changes was stored. */
  since: Date;
}

const changedPeriodSchema = new Schema<PeriodMarkRecord>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    workspaceId: { type: String, required: true },
    start: { type: Date, required: true },
    steps: { type: [Number], required: true },
    hours: { type: [Number], required: true },
    days: { type: [Number], required: true },
    blocks: { type: [Number], required: true },
    since: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);

// The marks of an era, and the next workspace or era that has any.
changedPeriodSchema.index({ workspaceId: 1, start: 1 });
// The oldest change of a workspace that is not in its rollups yet.
changedPeriodSchema.index({ workspaceId: 1, since: 1 });

export const ChangedPeriodModel = model<PeriodMarkRecord>('ChangedPeriod', changedPeriodSchema);

/** The marks without mongoose: every detection waits for its mark, and casting costs more than the write. */
export function markCollection() {
  return driverCollection<PeriodMarkRecord>(ChangedPeriodModel);
}
