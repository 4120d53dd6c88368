import { model, Schema } from 'mongoose';

/** The cost of a model call, charged to a workspace. */
export interface SpendRecord {
  /** The id of the reply or evaluation that was paid for, so that recording again does not count twice. */
  _id: string;
  workspaceId: string;
  /** US cents. */
  costCents: number;
  expireAt: Date;
}

const spendSchema = new Schema<SpendRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    costCents: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Deletion of a workspace.
spendSchema.index({ workspaceId: 1 });
// Removed once no limit reads it.
spendSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** The spend of a workspace in a month (UTC): the sum of its records, written together with them. */
export interface SpendTotal {
  /** Workspace and month, for example `…/2026-01`. */
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
// Deletion of a workspace.
spendTotalSchema.index({ workspaceId: 1 });
// Removed once no limit reads it.
spendTotalSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpendTotalModel = model('SpendTotal', spendTotalSchema, 'spend_totals');

export const SpendModel = model('SpendRecord', spendSchema, 'spend_records');
