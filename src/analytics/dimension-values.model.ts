import { model, Schema } from 'mongoose';
import { driverCollection } from '../platform/mongo/driver';

/** The values that are counted by themselves in a workspace. They are appended, never moved or removed. */
export interface DimensionValuesRecord {
  /** Of the workspace. */
  _id: string;
  workspaceId: string;
  /** Increases with each change. */
  version: number;
  dimensions: { dimension: string; values: string[] }[];
}

const dimensionValuesSchema = new Schema<DimensionValuesRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    version: { type: Number, required: true },
    dimensions: [
      new Schema(
        { dimension: { type: String, required: true }, values: [String] },
        { _id: false, strict: 'throw' },
      ),
    ],
  },
  { versionKey: false, strict: 'throw' },
);

// Deletion of a workspace.
dimensionValuesSchema.index({ workspaceId: 1 });

export const DimensionValuesModel = model('DimensionValues', dimensionValuesSchema);

export function dimensionValuesCollection() {
  return driverCollection<DimensionValuesRecord>(DimensionValuesModel);
}
