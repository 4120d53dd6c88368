import { model, Schema } from 'mongoose';
import type { HistoryPoint } from './history-points';
import type { TraceHistory } from './trace-history';

/** A stored outline, for as long as other traces may continue its conversation. */
export type TraceHistoryRecord = TraceHistory & {
  expireAt: Date;
  /** Since when a search for conversations that it continues, or that continue it, is due. */
  joinAt?: Date;
};

const pointSchema = new Schema<HistoryPoint>(
  {
    hash: { type: String, required: true },
    count: { type: Number, required: true },
    startMicros: { type: Number, required: true },
    endMicros: { type: Number, required: true },
    library: { type: String, default: null },
  },
  { _id: false },
);

const traceHistorySchema = new Schema<TraceHistoryRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    key: { type: String, required: true },
    source: { type: String, required: true },
    startMicros: { type: Number, required: true },
    endHash: { type: String, default: null },
    endMicros: { type: Number, required: true },
    repeated: { type: [pointSchema], required: true },
    written: { type: [pointSchema], required: true },
    expireAt: { type: Date, required: true },
    joinAt: { type: Date },
  },
  { versionKey: false, strict: 'throw' },
);

// What a conversation may continue, and what may continue it or is a copy of it.
traceHistorySchema.index({ workspaceId: 1, source: 1, endHash: 1, endMicros: 1 });
traceHistorySchema.index({ workspaceId: 1, source: 1, 'repeated.hash': 1, endMicros: 1 });
traceHistorySchema.index({ workspaceId: 1, source: 1, 'written.hash': 1, endMicros: 1 });
// The searches that are due; few are.
traceHistorySchema.index(
  { workspaceId: 1, joinAt: 1 },
  { partialFilterExpression: { joinAt: { $type: 'date' } } },
);
traceHistorySchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const TraceHistoryModel = model('TraceHistory', traceHistorySchema);
