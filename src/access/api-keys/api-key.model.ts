import { model, Schema } from 'mongoose';
import { keyScopes } from './key-format';

const apiKeySchema = new Schema(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    scope: { type: String, enum: keyScopes, required: true },
    workspaceId: { type: String, default: null },
    userId: { type: String, required: true },
    hash: { type: String, required: true },
    keyPrefix: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    revokedAt: { type: Date, default: null },
    // True while the account that created it is disabled.
    isSuspended: { type: Boolean, required: true },
    lastUsedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Authentication; prevents duplicate keys.
apiKeySchema.index({ hash: 1 }, { unique: true });
// The list: keys of a person, including those that end with their membership, and keys of the workspaces that
// the person administers.
apiKeySchema.index({ userId: 1, createdAt: -1, _id: -1 });
apiKeySchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// The limit on unexpired keys.
apiKeySchema.index({ userId: 1, expiresAt: 1 });

export const ApiKeyModel = model('ApiKey', apiKeySchema, 'api_keys');
