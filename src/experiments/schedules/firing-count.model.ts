import { model, Schema } from 'mongoose';

/** How many firings of all workspaces had a result: `created`, or the code of the error. */
export interface StoredFiringCount {
  _id: string;
  count: number;
}

const firingCountSchema = new Schema<StoredFiringCount>(
  { _id: { type: String, required: true }, count: { type: Number, required: true } },
  { versionKey: false, strict: 'throw' },
);

export const FiringCountModel = model('FiringCount', firingCountSchema, 'schedule_firing_counts');
