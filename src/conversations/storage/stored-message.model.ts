import { model, Schema } from 'mongoose';
import { messageRoles } from '../../../packages/formats';
import { driverCollection } from '../../platform/mongo/driver';
import { type ConversationType, conversationTypes, type StoredMessage } from '../transcript/conversation';
import {
  type MessageVerdict,
  messageVerdictStatuses,
  type ToolCallFact,
  type ToolResultFact,
  type VerdictFinding,
} from '../transcript/message-facts';
import { type TagPair, tagSchema } from './tag-pair';

export interface StoredMessageRecord extends Omit<StoredMessage, 'id' | 'extra'> {
  _id: string;
  workspaceId: string;
  conversationType: ConversationType;
  /** Set on replies that an experiment wrote; these are not part of the conversation's transcript. */
  experimentId: string | null;
  itemId: string | null;
  /** The try of the item that generated the reply; absent in messages of conversations and recorded replies. */
  tryId?: string;
  /** The conversation's. */
  tags: TagPair[];
  /** JSON text: the caller's fields may have any name. */
  extra: string | null;
  storedAt: Date;
  /** When a person last reviewed it; absent before. Makes writers of reviews conflict with those of the message. */
  reviewedAt?: Date;
  expireAt: Date | null;
}

const toolCallSchema = new Schema<ToolCallFact>(
  { partIndex: { type: Number, required: true }, toolName: { type: String, default: '' } },
  { _id: false, strict: 'throw' },
);

const toolResultSchema = new Schema<ToolResultFact>(
  { toolName: { type: String, default: null }, isFailed: { type: Boolean, required: true } },
  { _id: false, strict: 'throw' },
);

const verdictSchema = new Schema<MessageVerdict>(
  {
    evaluatorId: { type: String, required: true },
    evaluationId: { type: String, required: true },
    evaluatorVersion: { type: Number, required: true },
    issueConfigVersion: { type: Number, default: null },
    createdAt: { type: Date, required: true },
    status: { type: String, required: true, enum: messageVerdictStatuses },
    issueCount: { type: Number, default: null },
    findings: [
      new Schema<VerdictFinding>(
        {
          label: { type: String, required: true },
          partIndex: { type: Number, required: true },
          toolName: { type: String, default: null },
          parameterName: { type: String, default: null },
        },
        { _id: false, strict: 'throw' },
      ),
    ],
  },
  { _id: false, strict: 'throw' },
);

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
    tryId: String,
    externalId: { type: String, default: null },
    sequenceNumber: { type: Number, required: true },
    role: { type: String, required: true, enum: messageRoles },
    name: { type: String, default: null },
    parts: { type: Schema.Types.Mixed, required: true },
    extra: { type: String, default: null },
    generation: { type: generationSchema, default: null },
    isError: { type: Boolean, required: true },
    agentName: { type: String, default: null },
    promptVersion: { type: String, default: null },
    toolCalls: [toolCallSchema],
    toolResults: [toolResultSchema],
    toolNames: [String],
    tags: [tagSchema],
    verdicts: [verdictSchema],
    createdAt: { type: Date, required: true },
    storedAt: { type: Date, required: true },
    reviewedAt: Date,
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);

export const transcriptIndex = {
  workspaceId: 1,
  conversationId: 1,
  sequenceNumber: 1,
  createdAt: 1,
} as const;
// The transcript of a conversation in order; the messages of a workspace when its retention changes; those of a share of
// the conversations in a time window.
storedMessageSchema.index(transcriptIndex);
// The list of messages, newest first, and the messages of a time window for analytics.
storedMessageSchema.index({ workspaceId: 1, createdAt: 1, _id: 1 });
// The judged messages of listed conversations, without reading their content.
storedMessageSchema.index(
  { workspaceId: 1, conversationId: 1 },
  { partialFilterExpression: { experimentId: null, 'verdicts.0': { $exists: true } } },
);
// The replies of an experiment, when it is deleted.
storedMessageSchema.index(
  { experimentId: 1 },
  { partialFilterExpression: { experimentId: { $type: 'string' } } },
);
// Retention: MongoDB deletes expired messages; null never expires.
storedMessageSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const StoredMessageModel = model<StoredMessageRecord>('Message', storedMessageSchema);

/** The messages without mongoose. */
export function messageCollection() {
  return driverCollection<StoredMessageRecord>(StoredMessageModel);
}
