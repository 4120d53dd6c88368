import { model, Schema } from 'mongoose';

/** A text that records of a conversation refer to instead of each repeating it. */
export interface SpanText {
  /** `<workspace>/<conversation>/<digest>`. */
  _id: string;
  workspaceId: string;
  conversationId: string;
  /** JSON text: a message, a block of a history, or definitions of tools. */
  content: string;
  bytes: number;
  storedAt: Date;
  expireAt: Date | null;
}

const spanTextSchema = new Schema<SpanText>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    conversationId: { type: String, required: true },
    content: { type: String, required: true },
    bytes: { type: Number, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);

// The texts of a conversation, to rebuild it; `bytes` covers the query for their size.
spanTextSchema.index({ workspaceId: 1, conversationId: 1, bytes: 1 });
// Retention: MongoDB deletes expired texts; null never expires.
spanTextSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const SpanTextModel = model('SpanText', spanTextSchema);
