import { model, Schema } from 'mongoose';
import { driverCollection } from '../platform/mongo/driver';

/** The first values of each dimension that were found in a block of a workspace. They are appended, never moved or removed. */
export interface DimensionValuesRecord {
  workspaceId: string;
  /** Of the block. */
  start: Date;
  /** Increases with each change. */
  version: number;
  dimensions: { dimension: string; values: string[] }[];
}

const dimensionValuesSchema = new Schema<DimensionValuesRecord>(
  {
    workspaceId: { type: String, required: true },
    start: { type: Date, required: true },
    version: { type: Number, required: true },
    dimensions: [
      new Schema(
        { dimension: { type: String, required: true }, values: [String] },
        { _id: false, strict: 'throw' },
      ),
    ],
  },
  { versionKey: false, strict: 'throw', collection: 'blockvalues' },
);

// Values by time. Unique: of two concurrent builders, only one can store the first values of a block.
dimensionValuesSchema.index({ workspaceId: 1, start: 1 }, { unique: true });

export const DimensionValuesModel = model('DimensionValues', dimensionValuesSchema);

export function dimensionValuesCollection() {
  return driverCollection<DimensionValuesRecord>(DimensionValuesModel);
}
