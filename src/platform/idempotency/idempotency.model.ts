import { model, Schema } from 'mongoose';

export interface IdempotencyRecord {
  /** Hash of caller, workspace, operation and key. */
  _id: string;
  /** Keyed hash of the request the key came with. */
  fingerprint: string;
  /** The id for what the request creates, the same for every repetition. */
  resourceId: string;
  /** The request that holds the key: one that was stalled until another took over must not complete it. */
  owner: string | null;
  /** By the clock of the database; after a crash the next request may take over. */
  lockedUntil: Date;
  /** The sealed answer; null while the first request runs. */
  answer: string | null;
  createdAt: Date;
}

const idempotencySchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String },
    fingerprint: { type: String, required: true },
    resourceId: { type: String, required: true },
    owner: { type: String, default: null },
    lockedUntil: { type: Date, required: true },
    answer: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', collection: 'idempotency_keys' },
);
// A key is remembered for a day.
idempotencySchema.index({ createdAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 });

export const IdempotencyModel = model('IdempotencyKey', idempotencySchema);
