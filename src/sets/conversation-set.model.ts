import { model, Schema } from 'mongoose';
import type { ConversationSet, SetRecipe } from './conversation-set';

export type ConversationSetDocument = Omit<ConversationSet, 'id' | 'recipe'> & {
  /** Set and version. */
  _id: string;
  setId: string;
  /** True only for the latest version. */
  isCurrent: boolean;
  recipe: SetRecipe;
  /** The id of the request that created the version. */
  requestId: string;
  conversationCount: number | null;
  storedBytes: number;
};

/** One document per version of a set. */
const conversationSetSchema = new Schema<ConversationSetDocument>(
  {
    _id: { type: String, required: true },
    setId: { type: String, required: true },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    version: { type: Number, required: true, min: 1 },
    isCurrent: { type: Boolean, required: true },
    // Checked by zod; which fields it has depends on others.
    recipe: { type: Schema.Types.Mixed, required: true },
    conversationIds: { type: [String], default: null },
    conversationCount: { type: Number, default: null },
    createdAt: { type: Date, required: true },
    versionCreatedAt: { type: Date, required: true },
    requestId: { type: String, required: true },
    storedBytes: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The versions of a set.
conversationSetSchema.index({ workspaceId: 1, setId: 1, version: 1 }, { unique: true });
// A set by its name. Unique: a reference names one set.
conversationSetSchema.index({ workspaceId: 1, name: 1, version: 1 }, { unique: true });
// The list of a workspace, newest set first.
conversationSetSchema.index(
  { workspaceId: 1, createdAt: -1, setId: -1 },
  { partialFilterExpression: { isCurrent: true } },
);
// The limit on their number and bytes, without reading them.
conversationSetSchema.index({ workspaceId: 1, storedBytes: 1 });

export const ConversationSetModel = model('ConversationSet', conversationSetSchema, 'conversation_sets');
