import { z } from 'zod';
import { uuidSchema } from '../../platform/http/schemas';
import type { Accuracy } from './accuracy.service';
import type { Share } from './correct-rates';

export const accuracyQuery = z.strictObject({
  queue_id: uuidSchema.describe('A review queue whose source is a `sample`'),
  evaluator_id: uuidSchema
    .nullish()
    .transform((id) => id ?? null)
    .describe("Null: the workspace's default evaluator"),
});

const intervalSchema = z.array(z.number()).length(2).nullable().describe('The 95% interval: [low, high]');

const shareSchema = z.object({
  value: z.number().nullable().describe('0..1; null without replies'),
  interval: intervalSchema,
  n: z.int(),
});

export const accuracySchema = z
  .object({
    queue_id: uuidSchema,
    evaluator_id: uuidSchema,
    population: z.int().describe('Replies that the queue was drawn from and the evaluator has judged'),
    reviewed_count: z.int().describe('Completed replies of the sample that count'),
    disputed_count: z
      .int()
      .describe('Completed replies whose reviewers disagree; left out until an adjudication'),
    left_out_count: z
      .int()
      .describe(
        'Completed replies that the evaluator has not judged, or without a verdict of the whole reply',
      ),
    rates: z.array(
      z.object({
        rate: z
          .enum(['issue_rate', 'issues_per_reply', 'label_rate'])
          .describe('`label_rate`: replies with an issue of the label'),
        label: z.string().nullable(),
        estimate: z.number().nullable().describe('Null with fewer than three reviewed replies'),
        interval: intervalSchema,
        uncorrected: z.number().nullable().describe('By the verdicts of the evaluator alone'),
        n: z.int().describe('Reviewed replies'),
        population: z.int(),
        reviews_to_halve: z.int().nullable().describe('Further reviews until the interval is half as wide'),
      }),
    ),
    precision: shareSchema.describe(
      'Of the reviewed replies that the evaluator flags, those that have an issue',
    ),
    recall: shareSchema.describe(
      'Of the reviewed replies that have an issue, those that the evaluator flags',
    ),
  })
  .meta({ id: 'Accuracy' });

export const accuracyExample: z.input<typeof accuracySchema> = {
  queue_id: '3d7e5a10-92c4-4b8f-a6d1-5e0f7b2c9a48',
  evaluator_id: '1c7f2b9a-0e4d-4f3b-8a6e-5d9c3b2a1f44',
  population: 1512,
  reviewed_count: 200,
  disputed_count: 0,
  left_out_count: 0,
  rates: [
    {
      rate: 'issue_rate',
      label: null,
      estimate: 0.447,
      interval: [0.396, 0.498],
      uncorrected: 0.391,
      n: 200,
      population: 1512,
      reviews_to_halve: 357,
    },
  ],
  precision: { value: 0.84, interval: [0.74, 0.91], n: 78 },
  recall: { value: 0.73, interval: [0.63, 0.81], n: 90 },
};

export function toAccuracyWire(accuracy: Accuracy): z.input<typeof accuracySchema> {
  const { population, reviewedCount: n } = accuracy;
  return {
    queue_id: accuracy.queueId,
    evaluator_id: accuracy.evaluatorId,
    population,
    reviewed_count: n,
    disputed_count: accuracy.disputedCount,
    left_out_count: accuracy.leftOutCount,
    rates: accuracy.rates.map(({ rate, label, corrected, uncorrected, reviewsToHalve }) => ({
      rate,
      label,
      estimate: corrected?.estimate ?? null,
      interval: corrected && [corrected.interval.low, corrected.interval.high],
      uncorrected,
      n,
      population,
      reviews_to_halve: reviewsToHalve,
    })),
    precision: toShareWire(accuracy.precision),
    recall: toShareWire(accuracy.recall),
  };
}

function toShareWire({ value, low, high, count }: Share): z.input<typeof shareSchema> {
  return { value, interval: value === null ? null : [low, high], n: count };
}
