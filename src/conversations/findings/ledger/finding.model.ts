import { model, Schema } from 'mongoose';
import { messageRoles } from '../../../../packages/formats';
import { driverCollection } from '../../../platform/mongo/driver';
import { conversationTypes } from '../../transcript/conversation';
import { type Finding, recurringKinds, reviewStates } from './finding';

export interface FindingRecord extends Omit<Finding, 'id'> {
  /** `<finding id>/<evaluator id>`, so that reports of one finding are adjacent; see `reportKey`. */
  _id: string;
  findingId: string;
}

const optionalText = { type: String, default: null };
const optionalNumber = { type: Number, default: null };

const evidenceSchema = new Schema(
  {
    messageIndex: { type: Number, required: true },
    messagePartIndex: { type: Number, required: true },
    startOffset: { type: Number, required: true },
    endOffset: { type: Number, required: true },
  },
  { _id: false, strict: 'throw' },
);

const tagSchema = new Schema(
  { key: { type: String, required: true }, value: { type: String, default: '' } },
  { _id: false, strict: 'throw' },
);

const recurringSchema = new Schema(
  { kind: { type: String, enum: recurringKinds, required: true }, key: { type: String, required: true } },
  { _id: false, strict: 'throw' },
);

const findingSchema = new Schema<FindingRecord>(
  {
    _id: { type: String, required: true },
    findingId: { type: String, required: true },
    workspaceId: { type: String, required: true },
    conversationId: { type: String, required: true },
    conversationType: { type: String, required: true, enum: conversationTypes },
    messageId: { type: String, required: true },
    experimentId: optionalText,
    itemId: optionalText,
    evaluatorId: optionalText,
    evaluatorVersion: optionalNumber,
    evaluationId: optionalText,
    issueConfigVersion: optionalNumber,
    reportedAt: { type: Date, default: null },
    issueCount: optionalNumber,
    messagePartIndex: { type: Number, required: true },
    startOffset: { type: Number, required: true },
    endOffset: { type: Number, required: true },
    text: { type: String, default: '' },
    label: { type: String, required: true },
    explanation: { type: String, default: '' },
    confidence: optionalNumber,
    calibratedConfidence: optionalNumber,
    toolName: optionalText,
    parameterName: optionalText,
    evidence: { type: [evidenceSchema], default: [] },
    recurring: { type: recurringSchema, default: null },
    isCurrent: { type: Boolean, required: true },
    review: { type: String, enum: [...reviewStates, null], default: null },
    role: { type: String, required: true, enum: messageRoles },
    model: optionalText,
    provider: optionalText,
    agentName: optionalText,
    promptVersion: optionalText,
    tags: [tagSchema],
    createdAt: { type: Date, required: true },
    storedAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);

const current = { partialFilterExpression: { isCurrent: true } };
// The list, newest first: without the replies of experiments, then with them, then by the most selective fields. The
// first two have the text, so that a search does not read the documents of other texts.
findingSchema.index({ workspaceId: 1, experimentId: 1, createdAt: -1, _id: -1, text: 1 }, current);
findingSchema.index({ workspaceId: 1, createdAt: -1, _id: -1, text: 1 }, current);
findingSchema.index({ workspaceId: 1, label: 1, createdAt: -1, _id: -1 }, current);
findingSchema.index({ workspaceId: 1, evaluatorId: 1, createdAt: -1, _id: -1 }, current);
findingSchema.index({ workspaceId: 1, toolName: 1, createdAt: -1, _id: -1 }, current);
findingSchema.index({ workspaceId: 1, review: 1, createdAt: -1, _id: -1 }, current);
// Findings with one text across conversations.
findingSchema.index(
  { workspaceId: 1, 'recurring.kind': 1, 'recurring.key': 1 },
  { partialFilterExpression: { isCurrent: true, 'recurring.kind': { $exists: true } } },
);
// The findings of a conversation, when it is deleted or its retention changes.
findingSchema.index({ workspaceId: 1, conversationId: 1 });
// The findings of a message, when it is evaluated again.
findingSchema.index({ messageId: 1 });
// The reports of one finding.
findingSchema.index({ findingId: 1 });
// Deletion with the experiment; most findings belong to none.
findingSchema.index({ experimentId: 1 }, { partialFilterExpression: { experimentId: { $type: 'string' } } });
// Retention: MongoDB removes expired findings.
findingSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

const FindingModel = model<FindingRecord>('Finding', findingSchema);

/** The findings without mongoose. */
export function findingCollection() {
  return driverCollection<FindingRecord>(FindingModel);
}
