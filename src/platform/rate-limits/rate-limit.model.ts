import { model, Schema } from 'mongoose';

/** The documents that rate-limiter-flexible writes; declared here for their indexes. */
const rateLimitSchema = new Schema(
  {
    key: { type: String, required: true },
    points: { type: Number, required: true },
    expire: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// One counter per key: without the index, concurrent first uses would be counted separately.
rateLimitSchema.index({ key: 1 }, { unique: true });
// Expired windows are removed.
rateLimitSchema.index({ expire: 1 }, { expireAfterSeconds: 0 });

export const RateLimitModel = model('RateLimit', rateLimitSchema, 'rate_limits');
