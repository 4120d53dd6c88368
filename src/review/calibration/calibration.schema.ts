import { z } from 'zod';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { shareSchema } from '../accuracy/corrected-rates.schema';
import type { Share } from '../accuracy/share';
import { toReviewerWire } from '../reviews/review.mapper';
import { reviewerSchema } from '../reviews/review.schema';
import { type CalibratedScale, calibrationStalenesses, MIN_FINDINGS, MIN_REVIEWS } from './calibration';
import type { CalibrationState, SampleProgress } from './calibration.service';
import type { FlaggedShares, ThresholdEffect } from './threshold-effect';

const shareOfClean = z
  .number()
  .gt(0)
  .lt(1)
  .describe('At most this share of the clean replies may be flagged, such as 0.05');

export const calibrationParams = z.object({
  calibration_id: uuidSchema.describe('The id of the calibration'),
});

export const createCalibrationSchema = z
  .strictObject({
    queue_id: uuidSchema.describe(
      `A review queue whose source is a \`sample\`, with at least ${MIN_REVIEWS} reviewed replies of conversations`,
    ),
    evaluator_id: uuidSchema
      .nullish()
      .transform((id) => id ?? null)
      .describe("Default: the workspace's default evaluator"),
  })
  .meta({ id: 'CreateCalibrationRequest' });

export const listCalibrationsQuery = z.strictObject({
  ...pageQuery(50),
  evaluator_id: uuidSchema
    .nullish()
    .transform((id) => id ?? null)
    .describe('Only calibrations of this evaluator'),
});

export const sampleQuery = z.strictObject({
  evaluator_id: uuidSchema
    .nullish()
    .transform((id) => id ?? null)
    .describe("Default: the workspace's default evaluator"),
});

export const effectQuery = z.strictObject({ max_flagged_clean_share: shareOfClean });

export const activateCalibrationSchema = z
  .strictObject({
    max_flagged_clean_share: shareOfClean
      .nullish()
      .transform((share) => share ?? null)
      .describe('The preference that chooses a threshold of the score. Null or absent: no threshold'),
  })
  .meta({ id: 'ActivateCalibrationRequest' });

const rawAndCalibratedSchema = z
  .object({ raw: z.number(), calibrated: z.number() })
  .meta({ id: 'RawAndCalibrated' });

const scaleSchema = z
  .object({
    n: z.int(),
    positive_count: z.int().describe('Those that reviewers found to be an issue'),
    knots: z
      .array(rawAndCalibratedSchema)
      .describe('The calibrated values; linear between knots, constant outside'),
    brier: rawAndCalibratedSchema.describe(
      'Mean squared difference from what reviewers found, out of sample',
    ),
    calibration_error: rawAndCalibratedSchema.describe(
      'Mean absolute difference of the groups from what reviewers found, out of sample',
    ),
    reliability: z
      .array(
        z
          .object({
            n: z.int(),
            raw: z.number(),
            calibrated: z.number().describe('Out of sample'),
            observed: z.number().describe('The share that reviewers found to be an issue'),
          })
          .meta({ id: 'ReliabilityGroup' }),
      )
      .describe('Up to ten groups of equal size by raw value, with their means'),
  })
  .meta({ id: 'CalibratedScale' });

export const calibrationSchema = z
  .object({
    id: uuidSchema,
    version: z.int().describe('1 for the first calibration of the evaluator'),
    evaluator_id: uuidSchema,
    evaluator_version: z.int(),
    issue_config_version: z.int(),
    queue_id: uuidSchema,
    population: z.int().describe('Replies that the sample was drawn from'),
    reviewed_count: z.int(),
    undecided_count: z
      .int()
      .describe(
        'Replies with an issue whose findings are not all decided: until they are, `confidence` is null',
      ),
    score: scaleSchema.describe('Probability that a reply has an issue'),
    confidence: scaleSchema
      .nullable()
      .describe(
        `Probability that a finding is confirmed. Null with undecided replies, or fewer than ${MIN_FINDINGS} findings`,
      ),
    stale: z
      .array(z.enum(calibrationStalenesses).meta({ id: 'CalibrationStaleness' }))
      .describe('What has changed since. Unless it is empty, the calibration is not applied'),
    activation: z
      .object({
        at: timestampSchema,
        by: reviewerSchema,
        max_flagged_clean_share: z.number().nullable().describe('Null: no threshold'),
        flag_above: z
          .number()
          .nullable()
          .describe(
            'Only replies with a raw score above this are flagged. Null: the threshold of the evaluator holds',
          ),
      })
      .meta({ id: 'CalibrationActivation' })
      .nullable()
      .describe('Null: off'),
    is_applied: z.boolean().describe('Whether it is on, and not stale'),
    created_at: timestampSchema,
    created_by: reviewerSchema,
  })
  .meta({ id: 'Calibration' });

export const calibrationSampleSchema = z
  .object({
    queue_id: uuidSchema,
    evaluator_id: uuidSchema,
    evaluator_version: z.int(),
    issue_config_version: z.int(),
    population: z.int().describe('Replies that the sample was drawn from'),
    reviewed_count: z
      .int()
      .describe(
        'Completed replies before the first open item that this version of the evaluator scored with these labels',
      ),
    needed_count: z.int().describe('Reviewed replies that a calibration needs'),
    disputed_count: z
      .int()
      .describe('Replies whose reviewers disagree. Until an adjudication, nothing is fitted'),
    undecided_count: z
      .int()
      .describe(
        'Replies with an issue whose findings are not all decided: until they are, `confidence` is not fitted',
      ),
  })
  .meta({ id: 'CalibrationSample' });

export const calibrationListSchema = pageSchema(calibrationSchema).meta({ id: 'CalibrationList' });

const flaggedSchema = z
  .object({
    replies: shareSchema.describe('Of all replies'),
    clean: shareSchema.describe('Of the replies without an issue'),
    issues: shareSchema.describe('Of the replies with an issue'),
  })
  .meta({ id: 'FlaggedShares' });

export const effectSchema = z
  .object({
    max_flagged_clean_share: z.number(),
    flag_above: z
      .number()
      .describe(
        'The raw score that activating would save: replies above it are flagged, also below the threshold of the evaluator',
      ),
    population: z.int().describe('Replies that the sample was drawn from'),
    without: flaggedSchema.describe('The flagged shares of the reviewed replies, without a threshold'),
    with: flaggedSchema.describe('With it, out of sample: each reply by a threshold that others choose'),
  })
  .meta({ id: 'ThresholdEffect' });

export function toCalibrationWire(calibration: CalibrationState): z.input<typeof calibrationSchema> {
  const { activation, stale, score, confidence } = calibration;
  return {
    id: calibration.id,
    version: calibration.version,
    evaluator_id: calibration.evaluatorId,
    evaluator_version: calibration.evaluatorVersion,
    issue_config_version: calibration.issueConfigVersion,
    queue_id: calibration.queueId,
    population: calibration.population,
    reviewed_count: score.count,
    undecided_count: calibration.undecidedCount,
    score: toScaleWire(score),
    confidence: confidence && toScaleWire(confidence),
    stale,
    activation: activation && {
      at: activation.at.toISOString(),
      by: toReviewerWire(activation.by),
      max_flagged_clean_share: activation.threshold?.maxFlaggedCleanShare ?? null,
      flag_above: activation.threshold?.flagAbove ?? null,
    },
    is_applied: activation !== null && stale.length === 0,
    created_at: calibration.createdAt.toISOString(),
    created_by: toReviewerWire(calibration.createdBy),
  };
}

export function toSampleWire(sample: SampleProgress): z.input<typeof calibrationSampleSchema> {
  return {
    queue_id: sample.queueId,
    evaluator_id: sample.evaluatorId,
    evaluator_version: sample.evaluatorVersion,
    issue_config_version: sample.issueConfigVersion,
    population: sample.population,
    reviewed_count: sample.reviewedCount,
    needed_count: MIN_REVIEWS,
    disputed_count: sample.disputedCount,
    undecided_count: sample.undecidedCount,
  };
}

function toScaleWire(scale: CalibratedScale): z.input<typeof scaleSchema> {
  return {
    n: scale.count,
    positive_count: scale.positiveCount,
    knots: scale.knots.map(({ at, value }) => ({ raw: at, calibrated: value })),
    brier: scale.brier,
    calibration_error: scale.expectedError,
    reliability: scale.reliability.map(({ count, raw, calibrated, observed }) => ({
      n: count,
      raw,
      calibrated,
      observed,
    })),
  };
}

export function toEffectWire(effect: ThresholdEffect & { population: number }): z.input<typeof effectSchema> {
  return {
    max_flagged_clean_share: effect.maxFlaggedCleanShare,
    flag_above: effect.flagAbove,
    population: effect.population,
    without: toFlaggedWire(effect.without),
    with: toFlaggedWire(effect.with),
  };
}

function toFlaggedWire({ replies, clean, issues }: FlaggedShares): z.input<typeof flaggedSchema> {
  return { replies: toShareWire(replies), clean: toShareWire(clean), issues: toShareWire(issues) };
}

function toShareWire({ value, low, high, count }: Share): z.input<typeof shareSchema> {
  return { value, interval: value === null ? null : [low, high], n: count };
}
