import { model, Schema } from 'mongoose';
import { reviewerField } from '../reviewer/reviewer-field';
import {
  adjudicators,
  findingVerdicts,
  type Review,
  type ReviewedSpan,
  type ReviewStanding,
  replyVerdicts,
} from './review';

export type StoredReview = Omit<Review, 'id'> & {
  _id: string;
  /** Of the latest review of a finding or reply; null for the ones before. */
  standing: Omit<ReviewStanding, 'number'> | null;
};

const spanSchema = new Schema<ReviewedSpan>(
  {
    messagePartIndex: { type: Number, required: true },
    startOffset: { type: Number, required: true },
    endOffset: { type: Number, required: true },
    label: { type: String, required: true },
  },
  { _id: false, strict: 'throw' },
);

const reviewSchema = new Schema<StoredReview>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    conversationId: { type: String, required: true },
    messageId: { type: String, required: true },
    findingId: { type: String, default: null },
    experimentId: { type: String, default: null },
    number: { type: Number, required: true },
    verdict: { type: String, enum: [...findingVerdicts, ...replyVerdicts], required: true },
    span: { type: spanSchema, default: null },
    reason: { type: String, default: null },
    comment: { type: String, default: null },
    isAdjudication: { type: Boolean, required: true },
    adjudicatedAs: { type: String, enum: [...adjudicators, null], default: null },
    state: { type: String, enum: [...findingVerdicts, ...replyVerdicts, 'disputed'], required: true },
    // Written by the driver.
    standing: { type: Schema.Types.Mixed, default: null },
    reviewer: reviewerField,
    createdAt: { type: Date, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// The history of a finding or reply in order, and all reviews of a message. Unique: of two concurrent reviews one is
// first, and the other one sees it.
reviewSchema.index({ workspaceId: 1, messageId: 1, findingId: 1, number: 1 }, { unique: true });
// Deletion with the conversation, and all of a workspace when its retention changes.
reviewSchema.index({ workspaceId: 1, conversationId: 1 });
// Deletion with the experiment that wrote the reply; most replies belong to none.
reviewSchema.index({ experimentId: 1 }, { partialFilterExpression: { experimentId: { $type: 'string' } } });
// Retention: MongoDB removes expired reviews.
reviewSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const ReviewModel = model<StoredReview>('Review', reviewSchema);
