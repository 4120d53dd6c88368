import { model, Schema } from 'mongoose';

const userSchema = new Schema(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    passwordHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    // A session stores the value at login and ends when it increases.
    sessionEpoch: { type: Number, required: true },
    disabledAt: { type: Date, default: null },
    // Incremented by changes that must conflict with disabling or deleting the account; see lockUser.
    lockVersion: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw' },
);
// One account per address; used by login.
userSchema.index({ email: 1 }, { unique: true });

export const UserModel = model('User', userSchema, 'users');
