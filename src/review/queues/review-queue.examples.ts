import type { z } from 'zod';
import { reviewExample, reviewFindingExample } from '../reviews/review.examples';
import type {
  claimedItemsSchema,
  itemSchema,
  leaseSchema,
  listedItemSchema,
  listedQueueSchema,
  queueSchema,
} from './review-queue.schema';

export const createQueueExample = {
  name: 'Audit of February',
  source: {
    sample: {
      filter: 'created_at >= 2026-02-01T00:00:00Z AND created_at < 2026-03-01T00:00:00Z',
      size: 200,
      seed: 'february',
    },
  },
  reviewers_per_item: 2,
};

export const listedQueueExample: z.input<typeof listedQueueSchema> = {
  id: '0c7e5b1a-4d92-4f3e-b8a6-1d9f2e7c5a43',
  ...createQueueExample,
  population: 8000,
  item_count: 200,
  completed_count: 1,
  remaining_count: 199,
  owner: reviewExample.reviewer,
  created_at: '2026-03-01T08:00:00.000Z',
};

export const queueExample: z.input<typeof queueSchema> = {
  ...listedQueueExample,
  counts: { open: 198, leased: 1, completed: 1 },
};

export const itemExample: z.input<typeof itemSchema> = {
  id: '6a3d8f27-2b5c-4e19-9c70-5f1e8d4a2b96',
  queue_id: queueExample.id,
  conversation_id: reviewExample.conversation_id,
  message_id: reviewExample.message_id,
  position: 0,
  inclusion_probability: 0.025,
  completed_count: 0,
};

export const listedItemExample: z.input<typeof listedItemSchema> = {
  ...itemExample,
  status: 'leased',
  own_status: 'open',
};

export const leaseExample: z.input<typeof leaseSchema> = {
  lease_id: 'e4b7c2d1-8f60-4a35-b91d-3c6e7f5a0d28',
  epoch: 1,
  expires_at: '2026-03-01T09:05:00.000Z',
};

export const claimedExample: z.input<typeof claimedItemsSchema> = {
  items: [{ ...itemExample, lease: leaseExample }],
};

export const tokenExample = { lease_id: leaseExample.lease_id, epoch: leaseExample.epoch };

export const completeExample = {
  ...tokenExample,
  verdict: 'has_issue',
  findings: [{ finding_id: 'c81f4a2d-5e37-4b90-a1d6-7f2b9c3e8d54', ...reviewFindingExample }],
};
