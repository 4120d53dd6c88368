import { model, Schema } from 'mongoose';

/** The running counters of an experiment: its created items, and those ended ones that are marked as counted. */
export interface StoredCounters {
  /** The experiment's. */
  _id: string;
  /** What `ItemCounters` writes. */
  counters: string;
}

const countersSchema = new Schema<StoredCounters>(
  { _id: { type: String }, counters: { type: String, required: true } },
  { versionKey: false, strict: 'throw' },
);

export const ItemCountersModel = model('ExperimentItemCounters', countersSchema);
