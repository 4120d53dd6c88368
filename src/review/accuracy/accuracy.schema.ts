import { z } from 'zod';
import type { Interval } from '../../../packages/statistics';
import { findingFilterParameter } from '../../conversations/findings/finding.schema';
import { messageFilterParameter } from '../../conversations/wire/conversation.schema';
import { uuidSchema } from '../../platform/http/schemas';
import { setReferenceSchema } from '../../sets/conversation-set.schema';
import type { Accuracy, AccuracyTarget } from './accuracy.service';
import type { CorrectedRates } from './correct-rates';
import {
  type CorrectedExperiment,
  correctedRateSchema,
  rateDifferenceSchema,
  shareSchema,
  staleSchema,
} from './corrected-rates.schema';
import type { FindingPrecision, ReviewedPrecision } from './finding-precision';
import type { SampledAccuracy } from './sampled-accuracy';
import type { Share } from './share';

const queryId = uuidSchema.nullish().transform((id) => id ?? null);

const targetShape = {
  queue_id: queryId.describe(
    'A review queue whose source is a `sample`. Exactly one of queue_id, experiment_id, set and filter is needed',
  ),
  experiment_id: queryId.describe('Its replies, by the sample that has the most reviews of them'),
  set: setReferenceSchema
    .nullish()
    .transform((set) => set ?? null)
    .describe('Replies of the conversations of a set'),
  filter: messageFilterParameter.describe(
    'A message filter of replies that a sample was drawn from; bounds of `created_at` are optional',
  ),
  evaluator_id: queryId.describe("Default: that of the experiment, or the workspace's default evaluator"),
};

export const accuracyQuery = z
  .strictObject({
    ...targetShape,
    baseline_id: queryId.describe(
      'Another experiment, whose rates are subtracted from those of `experiment_id`, which is needed',
    ),
  })
  .superRefine(requireTarget);
export type AccuracyQuery = z.output<typeof accuracyQuery>;

export const exportSampleQuery = z.strictObject(targetShape).superRefine(requireTarget);

function requireTarget(
  query: Partial<Record<'queue_id' | 'experiment_id' | 'baseline_id' | 'set' | 'filter', string | null>>,
  context: z.RefinementCtx,
): void {
  const { queue_id, experiment_id, baseline_id, set, filter } = query;
  const selectorCount = [queue_id, experiment_id, set, filter].filter((one) => one != null).length;
  const refuse = (field: keyof typeof query, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: query[field] });
  if (selectorCount !== 1) refuse('queue_id', 'give exactly one of queue_id, experiment_id, set and filter');
  if (baseline_id == null) return;
  if (experiment_id == null) refuse('baseline_id', 'needs experiment_id');
  if (baseline_id === experiment_id) refuse('baseline_id', 'should be another experiment');
}
const sampledShape = {
  queue_id: uuidSchema.describe('The queue whose reviews correct the rates'),
  experiment_id: uuidSchema.nullable(),
  evaluator_id: uuidSchema,
  population: z.int().describe('Replies that the sample was drawn from, and the evaluator has judged'),
  stale: staleSchema,
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
    .describe('Completed replies whose reviewers disagree. Until an adjudication, no rate has an estimate'),
  left_out_count: z
    .int()
    .describe('Other completed replies: not in the population, or without a verdict of the whole reply'),
  rates: z.array(correctedRateSchema),
  precision: shareSchema.describe(
    'Of the reviewed replies that the evaluator flags, those that have an issue',
  ),
  recall: shareSchema.describe('Of the reviewed replies that have an issue, those that the evaluator flags'),
};

export const accuracySchema = z
  .object({
    ...sampledShape,
    set: z.string().nullable(),
    filter: z.string().nullable(),
    baseline: z
      .object(sampledShape)
      .meta({ id: 'SampledAccuracy' })
      .nullable()
      .describe('Null without `baseline_id`'),
    differences: z
      .array(rateDifferenceSchema)
      .nullable()
      .describe('Null without `baseline_id`. The samples are independent, so the variances add up'),
  })
  .meta({ id: 'Accuracy' });

export const accuracyExample: z.input<typeof accuracySchema> = {
  queue_id: '3d7e5a10-92c4-4b8f-a6d1-5e0f7b2c9a48',
  experiment_id: null,
  set: null,
  filter: null,
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
  baseline: null,
  differences: null,
};

export function toAccuracyTarget({
  queue_id: queueId,
  experiment_id: experimentId,
  baseline_id: baselineId = null,
  set,
  filter,
  evaluator_id: evaluatorId,
}: Omit<AccuracyQuery, 'baseline_id'> & Partial<AccuracyQuery>): AccuracyTarget {
  return { queueId, experimentId, baselineId, set, filter, evaluatorId };
}

export function toAccuracyWire(accuracy: Accuracy): z.input<typeof accuracySchema> {
  const { baseline, differences } = accuracy;
  return {
    ...toSampledWire(accuracy),
    set: accuracy.set,
    filter: accuracy.filter,
    baseline: baseline && toSampledWire(baseline),
    differences:
      baseline === null || differences === null
        ? null
        : differences.map(({ rate, label, estimate, interval, uncorrected }) => ({
            rate,
            label,
            estimate,
            interval: toIntervalWire(interval),
            uncorrected,
            n: accuracy.reviewedCount + baseline.reviewedCount,
            population: accuracy.population + baseline.population,
          })),
  };
}

/** The rates of an experiment, as the experiment itself shows them. */
export function toCorrectedExperiment(accuracy: SampledAccuracy): CorrectedExperiment {
  const wire = toSampledWire(accuracy);
  const { queue_id, population, reviewed_count, undecided_count, disputed_count, stale, rates } = wire;
  return { queue_id, population, reviewed_count, undecided_count, disputed_count, stale, rates };
}

function toSampledWire(accuracy: SampledAccuracy) {
  return {
    queue_id: accuracy.queueId,
    experiment_id: accuracy.experimentId,
    evaluator_id: accuracy.evaluatorId,
    stale: accuracy.stale,
    disputed_count: accuracy.disputedCount,
    left_out_count: accuracy.leftOutCount,
    ...toRatesWire(accuracy),
  };
}

/** What follows from the reviews and verdicts alone. */
export function toRatesWire(
  accuracy: CorrectedRates & Pick<SampledAccuracy, 'population' | 'reviewedCount'>,
) {
  const { population, reviewedCount: n } = accuracy;
  return {
    population,
    reviewed_count: n,
    undecided_count: accuracy.undecidedCount,
    rates: accuracy.rates.map(({ rate, label, estimate, interval, uncorrected, reviewsToHalve }) => ({
      rate,
      label,
      estimate,
      interval: toIntervalWire(interval),
      uncorrected,
      n,
      population,
      reviews_to_halve: reviewsToHalve,
    })),
    precision: toShareWire(accuracy.precision),
    recall: toShareWire(accuracy.recall),
  };
}

function toIntervalWire(interval: Interval | null): [number, number] | null {
  return interval && [interval.low, interval.high];
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
    evaluators: z.array(
      z.object({ evaluator_id: uuidSchema, ...precisionFields }).meta({ id: 'EvaluatorPrecision' }),
    ),
    labels: z.array(z.object({ label: z.string(), ...precisionFields }).meta({ id: 'LabelPrecision' })),
    tools: z.array(
      z
        .object({
          tool_name: z.string().nullable().describe('Null: findings in the text of replies'),
          ...precisionFields,
        })
        .meta({ id: 'ToolPrecision' }),
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
