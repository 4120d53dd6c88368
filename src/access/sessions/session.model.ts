import { model, Schema } from 'mongoose';

/** The documents that connect-mongo writes, with our additional fields; declared here for their indexes. */
const sessionSchema = new Schema(
  {
    _id: { type: String, required: true },
    session: { type: String, required: true },
    expires: { type: Date, required: true },
    lastModified: { type: Date, required: true },
    // Added when a session is opened, so that its user can list and end it. `_id` is the secret of the
    // cookie.
    publicId: { type: String, required: true },
    userId: { type: String, required: true },
    userAgent: { type: String, default: null },
    address: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Expired sessions are removed.
sessionSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });

// The sessions of a person, newest first.
sessionSchema.index({ userId: 1, createdAt: -1, publicId: -1 });

export const SessionModel = model('Session', sessionSchema, 'sessions');
