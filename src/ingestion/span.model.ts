import { model, Schema } from 'mongoose';

/** A span, or an event of one that came apart from it, as it is stored. */
export interface SpanRecord {
  /** `<workspace>/<trace>/<span>`, and for an event a digest of it: whatever is sent again finds itself. */
  _id: string;
  workspaceId: string;
  traceId: string;
  spanId: string;
  isEvent: boolean;
  /** The client's own id of the conversation, where the span has it. */
  conversationKey: string | null;
  /** The conversation it belongs to by what is known of its trace. */
  conversationId: string;
  startMicros: number;
  /** Of an event its place among the records of its export, the least of several; 0 of a span. */
  position: number;
  /** JSON text of the normalized span or event: tool arguments and schemas have keys of the caller's. */
  content: string;
  bytes: number;
  storedAt: Date;
  expireAt: Date | null;
}

const spanSchema = new Schema<SpanRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    traceId: { type: String, required: true },
    spanId: { type: String, required: true },
    isEvent: { type: Boolean, required: true },
    conversationKey: { type: String, default: null },
    conversationId: { type: String, required: true },
    startMicros: { type: Number, required: true },
    position: { type: Number, required: true },
    content: { type: String, required: true },
    bytes: { type: Number, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);

// The records of a trace, when more of it come; also finds all of a workspace when its retention changes.
spanSchema.index({ workspaceId: 1, traceId: 1 });
// The records of a conversation, from which it is made anew; `bytes` answers how large they are.
spanSchema.index({ workspaceId: 1, conversationId: 1, bytes: 1 });
// Retention: MongoDB deletes what has expired; null never expires.
spanSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpanModel = model('Span', spanSchema);

/**
 * What transactions write to that must see each other: two that touch one trace, or one conversation, conflict
 * there, and the later one begins anew.
 */
export interface SpanLock {
  _id: string;
  taken: number;
  /** Another one whenever it is made; absent in those of version 1. */
  epoch?: string;
  expireAt: Date;
}

const spanLockSchema = new Schema<SpanLock>(
  {
    _id: { type: String, required: true },
    taken: { type: Number, required: true },
    epoch: { type: String },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);

// A lock means nothing once the transactions that took it have ended.
spanLockSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpanLockModel = model('SpanLock', spanLockSchema);
