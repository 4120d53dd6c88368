import { model, Schema } from 'mongoose';
import { type PeriodLevel, periodMs } from '../conversations/changed-periods/changed-period';
import { driverCollection } from '../platform/mongo/driver';
import type { RollupText } from './rollup-text';

/** One piece of the rollup of a period (in UTC) of a workspace. */
export interface StoredRollupRecord extends Required<RollupText> {
  workspaceId: string;
  level: PeriodLevel;
  start: Date;
  /** 0-based. */
  piece: number;
  /** The same in every piece, and different each time the rollup is built. */
  version: string;
  /** When the first of its messages expires, which invalidates the rollup; null: never. */
  freshUntil: Date | null;
  /** Whether its child periods have rollups too. For a period with few messages they are not stored. */
  isDivided: boolean;
  /** The tags whose values are segments of it. */
  tagKeys: string[];
}

const count = { type: Number, required: true } as const;
const list = { type: String, required: true } as const;

const storedRollupSchema = new Schema<StoredRollupRecord>(
  {
    workspaceId: { type: String, required: true },
    level: { type: String, required: true, enum: Object.keys(periodMs) },
    start: { type: Date, required: true },
    piece: count,
    version: { type: String, required: true },
    freshUntil: { type: Date, default: null },
    isDivided: { type: Boolean, required: true },
    tagKeys: { type: [String], required: true },
    sums: {
      messages: count,
      replies: count,
      evaluatedMessages: count,
      notJudgeableMessages: count,
      flaggedMessages: count,
      issues: count,
      toolResults: count,
      failedToolResults: count,
      costedMessages: count,
      costNanos: count,
      meteredMessages: count,
      inputTokens: count,
      outputTokens: count,
    },
    firstAt: { type: Number, default: null },
    judged: {
      clusters: count,
      outcomes: count,
      squaredOutcomes: count,
      yes: count,
      yesClusters: count,
      allYesClusters: count,
      yesTimesOutcomes: count,
      squaredYes: count,
    },
    latencies: list,
    labels: list,
    tools: list,
    parameters: list,
    byToolCalls: list,
    callers: list,
    callerParameters: list,
    fragments: list,
  },
  { versionKey: false, strict: 'throw', collection: 'periodrollups' },
);

// Rollups by time. Unique: of two concurrent builders, only one can store the first piece.
storedRollupSchema.index({ workspaceId: 1, level: 1, start: 1, piece: 1 }, { unique: true });
// Rollups that expire. An era expires with the first of its periods.
storedRollupSchema.index(
  { level: 1, freshUntil: 1 },
  { partialFilterExpression: { freshUntil: { $type: 'date' } } },
);

export const StoredRollupModel = model('StoredRollup', storedRollupSchema);

export function rollupCollection() {
  return driverCollection<StoredRollupRecord>(StoredRollupModel);
}
