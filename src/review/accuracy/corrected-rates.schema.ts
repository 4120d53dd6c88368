import { z } from 'zod';
import { uuidSchema } from '../../platform/http/schemas';

/** What may have changed since a sample was drawn. */
export const stalenesses = ['evaluator_version', 'labels', 'population'] as const;
export type Staleness = (typeof stalenesses)[number];

export const staleSchema = z
  .array(z.enum(stalenesses).meta({ id: 'Staleness' }))
  .describe(
    'What has changed since the sample was drawn; the intervals hold where it is empty. `evaluator_version`: another ' +
      'version has judged some of the replies. `labels`: the issue configuration. `population`: other replies are ' +
      'selected or judged now, some were deleted, or later ones are by other models or agents',
  );

export const intervalSchema = z
  .array(z.number())
  .length(2)
  .nullable()
  .describe('The 95% interval: [low, high]');

/** A share of reviewed replies. */
export const shareSchema = z
  .object({
    value: z.number().nullable().describe('0..1; null without replies'),
    interval: intervalSchema,
    n: z.int(),
  })
  .meta({ id: 'ReviewedShare' });

export const rateNames = ['issue_rate', 'issues_per_reply', 'label_rate'] as const;

const rateShape = {
  rate: z
    .enum(rateNames)
    .meta({ id: 'RateName' })
    .describe('`label_rate`: replies with an issue of the label'),
  label: z.string().nullable(),
};

export const correctedRateSchema = z
  .object({
    ...rateShape,
    estimate: z
      .number()
      .nullable()
      .describe('Null with fewer than three reviewed replies, or with undecided or disputed ones'),
    interval: intervalSchema,
    uncorrected: z.number().nullable().describe('By the verdicts of the evaluator alone'),
    n: z.int().describe('Reviewed replies'),
    population: z.int(),
    reviews_to_halve: z.int().nullable().describe('Further reviews until the interval is half as wide'),
  })
  .meta({ id: 'CorrectedRate' });

export const rateDifferenceSchema = z
  .object({
    ...rateShape,
    estimate: z.number().nullable().describe('Of the experiment minus that of the baseline, both corrected'),
    interval: intervalSchema,
    uncorrected: z.number().nullable(),
    n: z.int().describe('Reviewed replies of both'),
    population: z.int().describe('Replies of both'),
  })
  .meta({ id: 'RateDifference' });

/** The corrected rates of an experiment. */
export const correctedExperimentSchema = z
  .object({
    queue_id: uuidSchema.describe('The review queue that samples its replies'),
    population: z.int(),
    reviewed_count: z.int(),
    undecided_count: z.int().describe('While there are any, only `issue_rate` has an estimate'),
    disputed_count: z.int().describe('While there are any, no rate has an estimate'),
    stale: staleSchema,
    rates: z.array(correctedRateSchema),
  })
  .meta({ id: 'CorrectedExperiment' });
export type CorrectedExperiment = z.input<typeof correctedExperimentSchema>;
