import { model, Schema } from 'mongoose';

/** Finds other spans of the same model call; the fields next to `keys` decide whether they are (`isSameCall`). */
export interface RecordedCall {
  /** `callKeys`, each after the day on which the call began, so that writes are to one part of the index. */
  keys: string[];
  library: string | null;
  resource: string | null;
  responseId: string | null;
  endMicros: number;
}

/** A stored span, or an event that was exported separately from its span. */
export interface SpanRecord {
  /**
   * `<workspace>/<trace>/<span>`, and for an event a digest of it, so that repeated exports are idempotent.
   */
  _id: string;
  workspaceId: string;
  traceId: string;
  spanId: string;
  isEvent: boolean;
  /** The client's own id of the conversation, if the span has one. */
  conversationKey: string | null;
  /** The trace that began the conversation, if its own trace continues one without a session. */
  continuedKey: string | null;
  /** The conversation that its trace assigns it to. */
  conversationId: string;
  startMicros: number;
  /** Absent where there is nothing to compare. */
  call?: RecordedCall;
  /** For an event, its lowest index among the records of an export; 0 for a span. */
  position: number;
  /** JSON text of the normalized span or event: tool arguments and schemas have keys of the caller's. */
  content: string;
  /** Whether `content` refers to texts of the conversation (`record-content.ts`). */
  hasTexts: boolean;
  /** Of `content`, without the texts that it refers to. */
  bytes: number;
  storedAt: Date;
  expireAt: Date | null;
}

/** Finds the spans of a call that other libraries recorded. */
export const callIndex = { workspaceId: 1, 'call.keys': 1, 'call.library': 1 } as const;

const spanSchema = new Schema<SpanRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    traceId: { type: String, required: true },
    spanId: { type: String, required: true },
    isEvent: { type: Boolean, required: true },
    conversationKey: { type: String, default: null },
    continuedKey: { type: String, default: null },
    conversationId: { type: String, required: true },
    startMicros: { type: Number, required: true },
    call: { type: Schema.Types.Mixed },
    position: { type: Number, required: true },
    content: { type: String, required: true },
    hasTexts: { type: Boolean, required: true },
    bytes: { type: Number, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);

// The records of a trace, when more of them arrive; also finds all of a workspace when its retention changes.
spanSchema.index({ workspaceId: 1, traceId: 1 });
// The records of a conversation, to rebuild it; `bytes` covers the query for their size.
spanSchema.index({ workspaceId: 1, conversationId: 1, bytes: 1 });
spanSchema.index(callIndex, { partialFilterExpression: { 'call.keys': { $exists: true } } });
// Retention: MongoDB deletes expired records; null never expires.
spanSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpanModel = model('Span', spanSchema);

/**
 * Written by transactions that must be serialized: two that change one trace, or one conversation, conflict
 * here, and the later one is retried.
 */
export interface SpanLock {
  _id: string;
  taken: number;
  /** A new value whenever the lock is created. */
  epoch: string;
  expireAt: Date;
}

const spanLockSchema = new Schema<SpanLock>(
  {
    _id: { type: String, required: true },
    taken: { type: Number, required: true },
    epoch: { type: String, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);

// A lock is not needed once the transactions that took it have ended.
spanLockSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpanLockModel = model('SpanLock', spanLockSchema);
