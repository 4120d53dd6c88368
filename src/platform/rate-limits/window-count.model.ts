import { model, Schema } from 'mongoose';

/** The amount used in a window of time, by all processes. */
export interface WindowCount {
  /** Hash of the counted key and the window: the record contains no workspace id and no address. */
  _id: string;
  amount: number;
  expireAt: Date;
}

const windowCountSchema = new Schema<WindowCount>(
  {
    _id: { type: String, required: true },
    amount: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Expired windows are removed.
windowCountSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const WindowCountModel = model('WindowCount', windowCountSchema, 'window_counts');
