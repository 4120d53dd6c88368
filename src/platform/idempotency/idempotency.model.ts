import { model, Schema } from 'mongoose';

export interface IdempotencyRecord {
  /** Hash of caller, workspace, operation and key. */
  _id: string;
  /** Keyed hash of the request that came with the key. */
  fingerprint: string;
  /** The id of what the request creates, the same for every repetition. */
  resourceId: string;
  /** The request that holds the key. A request that stalled until another took over must not complete it. */
  owner: string;
  /** By the clock of the database; after a crash, the next request may take over. */
  lockedUntil: Date;
  /** The sealed response; null while the first request runs. */
  answer: string | null;
  createdAt: Date;
}

const idempotencySchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String },
    fingerprint: { type: String, required: true },
    resourceId: { type: String, required: true },
    owner: { type: String, required: true },
    lockedUntil: { type: Date, required: true },
    answer: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', collection: 'idempotency_keys' },
);
// Keys expire after a day.
idempotencySchema.index({ createdAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 });

export const IdempotencyModel = model('IdempotencyKey', idempotencySchema);
