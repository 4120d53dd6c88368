import { Schema } from 'mongoose';
import { type Reviewer, reviewerKinds } from './reviewer';

const reviewerSchema = new Schema<Reviewer>(
  {
    kind: { type: String, enum: reviewerKinds, required: true },
    id: { type: String, required: true },
    name: { type: String, required: true },
    userId: { type: String, required: true },
  },
  { _id: false, strict: 'throw' },
);

/** The field of a stored document that says who reviewed it, or owns it. */
export const reviewerField = { type: reviewerSchema, required: true } as const;
