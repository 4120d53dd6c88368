import { model, Schema } from 'mongoose';
import { type ConversationType, conversationTypes, type StoredMessage } from './conversation';
import { messageRoles } from './message';

export interface StoredMessageRecord extends Omit<StoredMessage, 'id' | 'extra'> {
  _id: string;
  workspaceId: string;
  conversationType: ConversationType;
  /** Set on the replies an experiment wrote, which are no part of the conversation's transcript. */
  experimentId: string | null;
  itemId: string | null;
  /** JSON text: the fields are the caller's, and may have any name. */
  extra: string | null;
  storedAt: Date;
  expireAt: Date | null;
}

const generationSchema = new Schema(
  {
    model: { type: String, default: null },
    provider: { type: String, default: null },
    inputTokens: { type: Number, default: null },
    outputTokens: { type: Number, default: null },
    latencyMs: { type: Number, default: null },
    costUsd: { type: Number, default: null },
    finishReason: { type: String, default: null },
  },
  { _id: false, strict: 'throw' },
);

const storedMessageSchema = new Schema<StoredMessageRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    conversationId: { type: String, required: true },
    conversationType: { type: String, required: true, enum: conversationTypes },
    experimentId: { type: String, default: null },
    itemId: { type: String, default: null },
    externalId: { type: String, default: null },
    sequenceNumber: { type: Number, required: true },
    role: { type: String, required: true, enum: messageRoles },
    name: { type: String, default: null },
    parts: { type: Schema.Types.Mixed, required: true },
    extra: { type: String, default: null },
    generation: { type: generationSchema, default: null },
    isError: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);

// The transcript of a conversation in order; also finds all messages of a workspace when its retention changes.
storedMessageSchema.index({ workspaceId: 1, conversationId: 1, sequenceNumber: 1 });
// The replies of an experiment, when it is deleted.
storedMessageSchema.index(
  { experimentId: 1 },
  { partialFilterExpression: { experimentId: { $type: 'string' } } },
);
// Retention: MongoDB deletes what has expired; null never expires.
storedMessageSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const StoredMessageModel = model('Message', storedMessageSchema);
