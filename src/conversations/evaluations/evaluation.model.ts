import { model, Schema } from 'mongoose';
import type { Annotation, EvidenceLocation } from '../../../packages/detector';
import type { Evaluation } from './evaluation';
import type { AppliedCalibration, Coverage } from './verdict';

export type EvaluationDocument = Omit<Evaluation, 'id'> & { _id: string };

const evidenceLocationSchema = new Schema<EvidenceLocation>(
  {
    messageIndex: { type: Number, required: true },
    messagePartIndex: { type: Number, required: true },
    startOffset: { type: Number, required: true },
    endOffset: { type: Number, required: true },
  },
  { _id: false, strict: 'throw' },
);

const annotationSchema = new Schema<Annotation>(
  {
    text: { type: String, required: true },
    label: { type: String, required: true },
    // Some evaluators give no explanation, and mongoose's `required` rejects an empty string.
    explanation: { type: String, default: '' },
    messagePartIndex: { type: Number, required: true },
    startOffset: { type: Number, required: true },
    endOffset: { type: Number, required: true },
    toolName: { type: String, default: null },
    parameterName: { type: String, default: null },
    confidence: { type: Number, default: null },
    calibratedConfidence: { type: Number, default: null },
    evidence: { type: [evidenceLocationSchema], required: true },
  },
  { _id: false, strict: 'throw' },
);

const coverageSchema = new Schema<Coverage>(
  {
    windows: { type: Number, required: true },
    evidenceExamined: { type: Number, required: true },
    evidenceTotal: { type: Number, required: true },
    limits: { type: [String], required: true },
  },
  { _id: false, strict: 'throw' },
);

const calibrationSchema = new Schema<AppliedCalibration>(
  {
    id: { type: String, required: true },
    score: { type: Number, required: true },
    flagAbove: { type: Number, default: null },
  },
  { _id: false, strict: 'throw' },
);

const evaluationSchema = new Schema<EvaluationDocument>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    conversationId: { type: String, required: true },
    messageId: { type: String, required: true },
    experimentId: { type: String, default: null },
    itemId: { type: String, default: null },
    evaluatorId: { type: String, required: true },
    evaluatorVersion: { type: Number, required: true },
    issueConfigVersion: { type: Number, default: null },
    status: { type: String, enum: ['completed', 'no_verdict', 'not_judgeable'], required: true },
    reason: { type: String, default: null },
    annotations: { type: [annotationSchema], required: true },
    withheld: { type: [annotationSchema], required: true },
    suspected: { type: [annotationSchema], required: true },
    score: { type: Number, default: null },
    calibration: { type: calibrationSchema, default: null },
    unanchored: { type: Number, required: true },
    usage: {
      inputTokens: { type: Number, required: true },
      costCents: { type: Number, default: null },
      calls: { type: Number, required: true },
      retriedCalls: { type: Number, required: true },
    },
    coverage: { type: coverageSchema, required: true },
    createdAt: { type: Date, required: true },
    expireAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// The evaluations of a conversation, their deletion with it, and all of a workspace when its retention
// changes.
evaluationSchema.index({ workspaceId: 1, conversationId: 1 });
// The latest evaluation of a message by one version of an evaluator.
evaluationSchema.index({ messageId: 1, evaluatorId: 1, evaluatorVersion: 1, createdAt: -1 });
// Deletion with the experiment; most evaluations belong to none.
evaluationSchema.index(
  { experimentId: 1 },
  { partialFilterExpression: { experimentId: { $type: 'string' } } },
);
// Retention: MongoDB removes expired evaluations.
evaluationSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

export const EvaluationModel = model<EvaluationDocument>('Evaluation', evaluationSchema);
