import { model, Schema } from 'mongoose';

const userSchema = new Schema(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    passwordHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// One account an address; serves login and adding members.
userSchema.index({ email: 1 }, { unique: true });

export const UserModel = model('User', userSchema, 'users');
