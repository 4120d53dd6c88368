import { model, Schema } from 'mongoose';

/** The documents that connect-mongo writes; declared here for their index. */
const sessionSchema = new Schema(
  {
    _id: { type: String, required: true },
    session: { type: String, required: true },
    expires: { type: Date, required: true },
    lastModified: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Ended sessions are removed.
sessionSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });

export const SessionModel = model('Session', sessionSchema, 'sessions');
