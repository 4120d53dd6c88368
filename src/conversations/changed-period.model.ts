import { model, Schema, type Types } from 'mongoose';
import { type PeriodMark, periodMs } from './changed-period';

export interface PeriodMarkRecord extends Omit<PeriodMark, 'id'> {
  _id: Types.ObjectId;
}

const changedPeriodSchema = new Schema<PeriodMarkRecord>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    workspaceId: { type: String, required: true },
    level: { type: String, required: true, enum: Object.keys(periodMs) },
    start: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);

// The marks of a window of time; also finds the workspaces that have any.
changedPeriodSchema.index({ workspaceId: 1, start: 1 });

export const ChangedPeriodModel = model<PeriodMarkRecord>('ChangedPeriod', changedPeriodSchema);
