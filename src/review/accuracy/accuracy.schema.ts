import { z } from 'zod';
import { findingFilterParameter } from '../../conversations/wire/finding.schema';
import { uuidSchema } from '../../platform/http/schemas';
import type { Accuracy } from './accuracy.service';
import type { FindingPrecision, ReviewedPrecision } from './finding-precision';
import type { Share } from './share';
import { stalenesses } from './staleness';

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
    stale: z
      .array(z.enum(stalenesses))
      .describe(
        'What has changed since the sample was drawn; the intervals hold where it is empty. `population`: other replies ' +
          'are selected or judged now, or some were deleted',
      ),
    reviewed_count: z
      .int()
      .describe('Completed replies that count: those before the first open item, which are a random sample'),
    undecided_count: z
      .int()
      .describe(
        'Of these, replies with an issue whose findings are not all confirmed or rejected. While there are any, only ' +
          '`issue_rate` has an estimate',
      ),
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
        estimate: z
          .number()
          .nullable()
          .describe('Null with fewer than three reviewed replies, or undecided ones'),
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
  stale: [],
  reviewed_count: 200,
  undecided_count: 0,
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
      reviews_to_halve: 373,
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
    stale: accuracy.stale,
    reviewed_count: n,
    undecided_count: accuracy.undecidedCount,
    disputed_count: accuracy.disputedCount,
    left_out_count: accuracy.leftOutCount,
    rates: accuracy.rates.map(({ rate, label, estimate, interval, uncorrected, reviewsToHalve }) => ({
      rate,
      label,
      estimate,
      interval: interval && [interval.low, interval.high],
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

export const findingPrecisionQuery = z.strictObject({ filter: findingFilterParameter });

const count = z.int().gte(0);
const precisionFields = {
  confirmed_count: count,
  rejected_count: count,
  disputed_count: count.describe('Not counted in the precision'),
  precision: shareSchema.describe('Confirmed ÷ (confirmed + rejected)'),
};

export const findingPrecisionSchema = z
  .object({
    evaluators: z.array(z.object({ evaluator_id: uuidSchema, ...precisionFields })),
    labels: z.array(z.object({ label: z.string(), ...precisionFields })),
    tools: z.array(
      z.object({
        tool_name: z.string().nullable().describe('Null: findings in the text of replies'),
        ...precisionFields,
      }),
    ),
  })
  .meta({
    id: 'FindingPrecision',
    description:
      'Each list has the one with the most decided findings first. A finding counts for the label that it is reported ' +
      'with, also if its reviewers confirmed another one',
  });

const countsExample = {
  confirmed_count: 58,
  rejected_count: 6,
  disputed_count: 1,
  precision: { value: 0.90625, interval: [0.81, 0.956], n: 64 },
};

export const findingPrecisionExample: z.input<typeof findingPrecisionSchema> = {
  evaluators: [{ evaluator_id: '1c7f2b9a-0e4d-4f3b-8a6e-5d9c3b2a1f44', ...countsExample }],
  labels: [{ label: 'tool_argument_fabrication', ...countsExample }],
  tools: [{ tool_name: 'create_refund', ...countsExample }],
};

export function toFindingPrecisionWire({
  evaluators,
  labels,
  tools,
}: FindingPrecision): z.input<typeof findingPrecisionSchema> {
  return {
    evaluators: evaluators.map((one) => ({ evaluator_id: one.name ?? '', ...toPrecisionWire(one) })),
    labels: labels.map((one) => ({ label: one.name ?? '', ...toPrecisionWire(one) })),
    tools: tools.map((one) => ({ tool_name: one.name, ...toPrecisionWire(one) })),
  };
}

function toPrecisionWire({ confirmed, rejected, disputed, precision }: ReviewedPrecision) {
  return {
    confirmed_count: confirmed,
    rejected_count: rejected,
    disputed_count: disputed,
    precision: toShareWire(precision),
  };
}
