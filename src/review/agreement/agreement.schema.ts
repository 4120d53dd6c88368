import { z } from 'zod';
import { toReviewerWire } from '../reviews/review.mapper';
import { reviewerSchema } from '../reviews/review.schema';
import { type Agreement, type AgreementScores, MAX_PAIRS } from './agreement';

const scores = {
  cohen_kappa: z
    .number()
    .nullable()
    .describe(
      'At most 1. Of several pairs the mean, weighted by items. Null without items, and if all verdicts are the same',
    ),
  span_f1: z
    .number()
    .nullable()
    .describe('Of the characters that the reviewers marked, 0..1; null if they marked none'),
};
const fleissSchema = z
  .number()
  .nullable()
  .describe("Fleiss' kappa over the finished items; null with one reviewer per item, or one verdict only");
const labelSchema = z.object({ label: z.string(), ...scores }).meta({
  id: 'PairLabelAgreement',
  description: 'Of a label: whether the reply has a span with it, and the spans with it',
});
const observed = z.number().describe('The share of items with the same verdict');

export const agreementSchema = z
  .object({
    item_count: z.int().describe('Items that at least two reviewers have completed'),
    finished_count: z.int().describe('Items that `reviewers_per_item` reviewers have completed'),
    fleiss_kappa: fleissSchema,
    ...scores,
    labels: z.array(labelSchema.extend({ fleiss_kappa: fleissSchema }).meta({ id: 'LabelAgreement' })),
    reviewers: z.array(
      z
        .object({
          reviewer: reviewerSchema,
          paired_item_count: z
            .int()
            .describe('Items shared with other reviewers, counted once for each of them'),
          observed_agreement: observed,
          ...scores,
        })
        .meta({ id: 'ReviewerAgreement' }),
    ),
    pairs: z
      .array(
        z
          .object({
            reviewers: z.array(reviewerSchema).length(2),
            item_count: z.int(),
            observed_agreement: observed,
            ...scores,
            labels: z.array(labelSchema),
          })
          .meta({ id: 'PairAgreement' }),
      )
      .describe(`The ${MAX_PAIRS} pairs that share the most items`),
  })
  .meta({ id: 'ReviewAgreement' });

export function toAgreementWire(agreement: Agreement): z.input<typeof agreementSchema> {
  return {
    item_count: agreement.itemCount,
    finished_count: agreement.finishedCount,
    fleiss_kappa: agreement.fleissKappa,
    ...toScoresWire(agreement),
    labels: agreement.labels.map(({ label, fleissKappa, ...rest }) => ({
      label,
      fleiss_kappa: fleissKappa,
      ...toScoresWire(rest),
    })),
    reviewers: agreement.reviewers.map((one) => ({
      reviewer: toReviewerWire(one.reviewer),
      paired_item_count: one.pairedItemCount,
      observed_agreement: one.observed,
      ...toScoresWire(one),
    })),
    pairs: agreement.pairs.map((pair) => ({
      reviewers: pair.reviewers.map(toReviewerWire),
      item_count: pair.itemCount,
      observed_agreement: pair.observed,
      ...toScoresWire(pair),
      labels: pair.labels.map(({ label, ...rest }) => ({ label, ...toScoresWire(rest) })),
    })),
  };
}

function toScoresWire({ cohenKappa, spanF1 }: AgreementScores) {
  return { cohen_kappa: cohenKappa, span_f1: spanF1 };
}
