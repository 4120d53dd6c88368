import type { z } from 'zod';
import { reviewExample } from '../reviews/review.examples';
import type { agreementSchema } from './agreement.schema';

const { reviewer: ada } = reviewExample;
const ben = { ...ada, id: '1f8c6d3b-9a27-4e50-8b14-7d2e5f9c0a63', name: 'Ben' };
const scores = { cohen_kappa: 0.72, span_f1: 0.81 };
const ofLabel = { label: 'fabrication', cohen_kappa: 0.69, span_f1: 0.83 };

export const agreementExample: z.input<typeof agreementSchema> = {
  item_count: 200,
  finished_count: 200,
  fleiss_kappa: 0.72,
  ...scores,
  labels: [{ ...ofLabel, fleiss_kappa: 0.69 }],
  reviewers: [ada, ben].map((reviewer) => ({
    reviewer,
    paired_item_count: 200,
    observed_agreement: 0.93,
    ...scores,
  })),
  pairs: [{ reviewers: [ada, ben], item_count: 200, observed_agreement: 0.93, ...scores, labels: [ofLabel] }],
};
