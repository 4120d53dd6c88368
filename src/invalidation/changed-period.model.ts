import { model, Schema, type Types } from 'mongoose';
import { driverCollection } from '../platform/mongo/driver';
import type { PeriodPositions } from './changed-periods';

/**
 * A mark that rollups of some periods of an era are invalid. Version 1 wrote one document per hour and day
 * instead, with the period's `start` and without the fields below `start`; both are read.
 */
export interface PeriodMarkRecord extends Partial<PeriodPositions> {
  _id: Types.ObjectId;
  workspaceId: string;
  level: 'hour' | 'day' | 'era';
  start: Date;
  /** When the first of the changes was stored. */
  since?: Date;
  /** All stored rollups of the era are invalid and are computed again from messages. */
  isWhole?: boolean;
}

const changedPeriodSchema = new Schema<PeriodMarkRecord>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    workspaceId: { type: String, required: true },
    level: { type: String, required: true, enum: ['hour', 'day', 'era'] },
    start: { type: Date, required: true },
    hours: [Number],
    days: [Number],
    blocks: [Number],
    since: { type: Date },
    isWhole: { type: Boolean },
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
