import { model, Schema } from 'mongoose';

/** What a call of a model has cost a workspace. */
export interface SpendRecord {
  /** The id of the reply or evaluation that was paid for: recorded again it is the same record. */
  _id: string;
  workspaceId: string;
  /** Of UTC, as `2026-01`. */
  month: string;
  /** US cents. */
  costCents: number;
  expireAt: Date;
}

const spendSchema = new Schema<SpendRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    month: { type: String, required: true },
    costCents: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// What a workspace has spent in a month before there were totals, summed without reading the records.
spendSchema.index({ workspaceId: 1, month: 1, costCents: 1 });
// Removed once no limit reads it any more.
spendSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** What a workspace has spent in a month: the sum of its records, written together with them. */
export interface SpendTotal {
  /** Workspace and month. */
  _id: string;
  workspaceId: string;
  /** US cents. */
  costCents: number;
  expireAt: Date;
}

const spendTotalSchema = new Schema<SpendTotal>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    costCents: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// What is deleted with a workspace.
spendTotalSchema.index({ workspaceId: 1 });
// Removed once no limit reads it any more.
spendTotalSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpendTotalModel = model('SpendTotal', spendTotalSchema, 'spend_totals');

export const SpendModel = model('SpendRecord', spendSchema, 'spend_records');
