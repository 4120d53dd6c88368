import type { Reviewer } from '../reviewer/reviewer';

/** Reviewed replies that a calibration needs. */
export const MIN_REVIEWS = 300;
/** Decided findings without which confidence is not calibrated. */
export const MIN_FINDINGS = 50;

/** What may have changed since a calibration was fitted. Where anything has, it is not applied. */
export const calibrationStalenesses = ['evaluator_version', 'labels'] as const;
export type CalibrationStaleness = (typeof calibrationStalenesses)[number];

/** A point of a calibrated scale: what the evaluator says, and what share of such cases reviewers found. */
export interface CalibrationKnot {
  at: number;
  value: number;
}

/** Cases of a similar raw value, measured out of sample. */
export interface ReliabilityBin {
  count: number;
  /** Means over the cases. */
  raw: number;
  calibrated: number;
  /** The share that reviewers found. */
  observed: number;
}

export interface CalibrationError {
  raw: number;
  calibrated: number;
}

/** How raw values map to probabilities, and how well that held in cases that it was not fitted to. */
export interface CalibratedScale {
  count: number;
  /** Cases that reviewers found to be an issue. */
  positiveCount: number;
  /** By ascending `at`. */
  knots: CalibrationKnot[];
  /** The mean squared difference from the outcomes. */
  brier: CalibrationError;
  /** The mean absolute difference of bins from the share that reviewers found. */
  expectedError: CalibrationError;
  reliability: ReliabilityBin[];
}

/** A reviewed reply that a calibration was fitted to. */
export interface CalibrationReply {
  score: number;
  /** Whether the evaluator reported a finding, before any threshold. */
  isFlagged: boolean;
  /** Whether it did, or would have words to report with a lower threshold. */
  canBeFlagged: boolean;
  hasIssue: boolean;
  /** Replies of one conversation are in one fold. */
  fold: number;
}

/** A threshold of scores, and the preference that it was chosen by. */
export interface ScoreThreshold {
  maxFlaggedCleanShare: number;
  /** Replies with a raw score above it are flagged, if the evaluator has words to report in them. */
  flagAbove: number;
}

/** Since when a calibration is applied, and by whom. */
export interface CalibrationActivation {
  at: Date;
  by: Reviewer;
  /** Null: values are calibrated, and the evaluator's own threshold holds. */
  threshold: ScoreThreshold | null;
}

/** A fit of one evaluator version to a reviewed sample. All but the activation never changes. */
export interface Calibration {
  id: string;
  workspaceId: string;
  /** 1 for the first one of the evaluator. */
  version: number;
  evaluatorId: string;
  evaluatorVersion: number;
  issueConfigVersion: number;
  /** The sample that was reviewed. */
  queueId: string;
  /** Replies that the sample was drawn from. */
  population: number;
  score: CalibratedScale;
  /** Null with too few decided findings, or with undecided ones. */
  confidence: CalibratedScale | null;
  /** Reviewed replies with an issue that has findings which are neither confirmed nor rejected. */
  undecidedCount: number;
  replies: CalibrationReply[];
  /** Null: off. */
  activation: CalibrationActivation | null;
  createdAt: Date;
  createdBy: Reviewer;
}

/** What applying a calibration needs. */
export interface ActiveCalibration
  extends Pick<Calibration, 'id' | 'evaluatorId' | 'evaluatorVersion' | 'issueConfigVersion'> {
  score: Pick<CalibratedScale, 'knots'>;
  confidence: Pick<CalibratedScale, 'knots'> | null;
  activation: CalibrationActivation;
}

/** A calibration without the replies that it was fitted to. */
export type ListedCalibration = Omit<Calibration, 'replies'>;
