import { model, Schema } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver';
import { type Conversation, conversationTypes } from '../transcript/conversation';
import { type TagPair, tagSchema } from './tag-pair';

export interface ConversationRecord extends Omit<Conversation, 'id' | 'tags' | 'tools'> {
  _id: string;
  tags: TagPair[];
  /** JSON text: keys of a JSON schema may begin with `$`. */
  tools: string;
  /** The external id of an imported conversation, which must be unique; absent in others. */
  importKey?: string;
  /**
   * When the service received it: retention counts from here, otherwise old imports would expire immediately.
   */
  storedAt: Date;
}

const conversationSchema = new Schema<ConversationRecord>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    externalId: { type: String, default: null },
    type: { type: String, required: true, enum: conversationTypes },
    tags: [tagSchema],
    preview: { type: String, default: '' },
    messageCount: { type: Number, required: true },
    toolCallCount: { type: Number, required: true },
    inputTokens: { type: Number, default: null },
    outputTokens: { type: Number, default: null },
    models: [String],
    tools: { type: String, required: true },
    notices: { type: Object },
    createdAt: { type: Date, required: true },
    firstMessageAt: { type: Date, required: true },
    lastMessageAt: { type: Date, required: true },
    importKey: { type: String },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);

// A workspace's list, newest first.
conversationSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// The list by type.
conversationSchema.index({ workspaceId: 1, type: 1, createdAt: -1, _id: -1 });
// The list by the caller's own id.
conversationSchema.index({ workspaceId: 1, externalId: 1, createdAt: -1, _id: -1 });
// Of two concurrent imports of one external id, one wins. `externalId` itself is not unique: traces have one
// too.
conversationSchema.index(
  { workspaceId: 1, importKey: 1 },
  { unique: true, partialFilterExpression: { importKey: { $type: 'string' } } },
);
// The list by one tag.
conversationSchema.index({ workspaceId: 1, 'tags.key': 1, 'tags.value': 1, createdAt: -1, _id: -1 });
// All conversations of a workspace, batch by batch, when its retention changes.
conversationSchema.index({ workspaceId: 1, _id: 1 });
// The conversations of a workspace by the time from which retention counts, which are counted by hour.
conversationSchema.index({ workspaceId: 1, storedAt: 1 });
// Retention: MongoDB deletes expired conversations; null never expires.
conversationSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const ConversationModel = model('Conversation', conversationSchema);

/** The conversations without mongoose. */
export function conversationCollection() {
  return driverCollection<ConversationRecord>(ConversationModel);
}
