import { model, Schema } from 'mongoose';

/**
 * The running counters of an experiment, over its created items and the ended items that are marked as
 * counted.
 */
export interface StoredCounters {
  /** The id of the experiment. */
  _id: string;
  /** The serialized `ItemCounters`. */
  counters: string;
}

const countersSchema = new Schema<StoredCounters>(
  { _id: { type: String }, counters: { type: String, required: true } },
  { versionKey: false, strict: 'throw' },
);

export const ItemCountersModel = model('ExperimentItemCounters', countersSchema);
