import { model, Schema } from 'mongoose';

const userSchema = new Schema(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    passwordHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    // A session holds the value of its login and ends when this grows. Accounts of the version before have none: 0.
    sessionEpoch: { type: Number, default: 0 },
    disabledAt: { type: Date, default: null },
    // Grows with each change that disabling or deleting the account has to exclude; see lockUser.
    lockVersion: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw' },
);
// One account an address; serves login.
userSchema.index({ email: 1 }, { unique: true });

export const UserModel = model('User', userSchema, 'users');
