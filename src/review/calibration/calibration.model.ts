import { model, Schema } from 'mongoose';
import { reviewerField } from '../reviewer/reviewer-field';
import type {
  CalibratedScale,
  Calibration,
  CalibrationActivation,
  CalibrationError,
  CalibrationKnot,
  CalibrationReply,
  ReliabilityBin,
  ScoreThreshold,
} from './calibration';

export type StoredCalibration = Omit<Calibration, 'id'> & { _id: string; storedBytes: number };

const number = { type: Number, required: true } as const;
const embedded = { _id: false, strict: 'throw' } as const;

const errorSchema = new Schema<CalibrationError>({ raw: number, calibrated: number }, embedded);
const knotSchema = new Schema<CalibrationKnot>({ at: number, value: number }, embedded);
const binSchema = new Schema<ReliabilityBin>(
  { count: number, raw: number, calibrated: number, observed: number },
  embedded,
);

const scaleSchema = new Schema<CalibratedScale>(
  {
    count: number,
    positiveCount: number,
    knots: { type: [knotSchema], required: true },
    brier: { type: errorSchema, required: true },
    expectedError: { type: errorSchema, required: true },
    reliability: { type: [binSchema], required: true },
  },
  embedded,
);

const replySchema = new Schema<CalibrationReply>(
  {
    score: number,
    isFlagged: { type: Boolean, required: true },
    canBeFlagged: { type: Boolean, required: true },
    hasIssue: { type: Boolean, required: true },
    fold: number,
  },
  embedded,
);

const thresholdSchema = new Schema<ScoreThreshold>(
  { maxFlaggedCleanShare: number, flagAbove: number },
  embedded,
);

const activationSchema = new Schema<CalibrationActivation>(
  {
    at: { type: Date, required: true },
    by: reviewerField,
    threshold: { type: thresholdSchema, default: null },
  },
  embedded,
);

const calibrationSchema = new Schema<StoredCalibration>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    version: number,
    evaluatorId: { type: String, required: true },
    evaluatorVersion: number,
    issueConfigVersion: number,
    queueId: { type: String, required: true },
    population: number,
    score: { type: scaleSchema, required: true },
    confidence: { type: scaleSchema, default: null },
    undecidedCount: number,
    replies: { type: [replySchema], required: true },
    activation: { type: activationSchema, default: null },
    createdAt: { type: Date, required: true },
    createdBy: reviewerField,
    storedBytes: number,
  },
  { versionKey: false, strict: 'throw' },
);
// The versions of an evaluator. Unique: of two concurrent fits one gets the next number.
calibrationSchema.index({ workspaceId: 1, evaluatorId: 1, version: -1 }, { unique: true });
// The list of a workspace, newest first.
calibrationSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// The active one, read by every detection. Unique: an evaluator has one.
calibrationSchema.index(
  { workspaceId: 1, evaluatorId: 1 },
  { unique: true, partialFilterExpression: { 'activation.at': { $type: 'date' } } },
);
// The limit on their number and bytes, without reading them.
calibrationSchema.index({ workspaceId: 1, storedBytes: 1 });

export const CalibrationModel = model<StoredCalibration>('Calibration', calibrationSchema, 'calibrations');
