import { model, Schema } from 'mongoose';
import { reviewerField } from '../../reviewer/reviewer-field';
import type { ReviewCompletion, ReviewItem, ReviewLease, ReviewQueue } from './review-queue';

export type StoredQueue = Omit<ReviewQueue, 'id'> & {
  _id: string;
  /** With its items at its creation: some may expire before it is deleted. */
  storedBytes: number;
};
export type StoredReviewItem = Omit<ReviewItem, 'id'> & { _id: string };

const queueSchema = new Schema<StoredQueue>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    source: { type: Schema.Types.Mixed, required: true },
    reviewersPerItem: { type: Number, required: true },
    population: { type: Number, required: true },
    itemCount: { type: Number, required: true },
    owner: reviewerField,
    createdAt: { type: Date, required: true },
    storedBytes: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The list of queues, newest first.
queueSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// The limit on their number and bytes, without reading them.
queueSchema.index({ workspaceId: 1, storedBytes: 1 });

export const ReviewQueueModel = model<StoredQueue>('ReviewQueue', queueSchema, 'review_queues');

const leaseFields = {
  leaseId: { type: String, required: true },
  epoch: { type: Number, required: true },
  reviewer: reviewerField,
};
const leaseSchema = new Schema<ReviewLease>(
  { ...leaseFields, seconds: { type: Number, required: true }, expiresAt: { type: Date, required: true } },
  { _id: false, strict: 'throw' },
);
const completionSchema = new Schema<ReviewCompletion>(
  { ...leaseFields, completedAt: { type: Date, required: true } },
  { _id: false, strict: 'throw' },
);

const itemSchema = new Schema<StoredReviewItem>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    queueId: { type: String, required: true },
    conversationId: { type: String, required: true },
    messageId: { type: String, required: true },
    experimentId: { type: String, default: null },
    position: { type: Number, required: true },
    inclusionProbability: { type: Number, default: null },
    epoch: { type: Number, required: true },
    leases: [leaseSchema],
    completions: [completionSchema],
    isCompleted: { type: Boolean, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// The next item to claim, and the items of a queue.
itemSchema.index({ workspaceId: 1, queueId: 1, isCompleted: 1, position: 1 });
// The leases that a reviewer holds, and the items that they have completed.
itemSchema.index({ workspaceId: 1, queueId: 1, 'leases.reviewer.userId': 1 });
itemSchema.index({ workspaceId: 1, queueId: 1, 'completions.reviewer.userId': 1, isCompleted: 1 });
// Deletion with the conversation, and all of a workspace when its retention changes.
itemSchema.index({ workspaceId: 1, conversationId: 1 });
// The queues of a message, and deletion with it.
itemSchema.index({ workspaceId: 1, messageId: 1 });
// The queues of an experiment, and deletion with it; most replies belong to none.
itemSchema.index({ experimentId: 1 }, { partialFilterExpression: { experimentId: { $type: 'string' } } });
// Retention: MongoDB removes expired items.
itemSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const ReviewItemModel = model<StoredReviewItem>('ReviewItem', itemSchema, 'review_items');
