import { z } from 'zod';
import { isOneOf, when } from '../../../packages/json-schema';
import { MAX_LENGTH } from '../../conversations/message-filter/message-filter';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uniqueIdsSchema, uuidSchema } from '../../platform/http/schemas';
import { setReferenceSchema } from '../../sets/conversation-set.schema';
import {
  checkCorrection,
  commentSchema,
  correctionCondition,
  findingReviewShape,
  missedSpanShape,
  replyVerdictSchema,
  reviewerSchema,
} from '../reviews/review.schema';
import { MAX_ITEMS } from './select-replies';
import { itemStatuses } from './store/review-queue';

export const queueParams = z.object({ queue_id: uuidSchema.describe('The id of the review queue') });
export const itemParams = queueParams.extend({
  item_id: uuidSchema.describe('The id of the item'),
});

const filterSchema = z
  .string()
  // In UTF-16 units; the filter's compiler counts code points.
  .max(2 * MAX_LENGTH)
  .describe('A message filter; bounds of `created_at` are optional');
const seedSchema = z
  .union([z.string().min(1).max(255), z.int()])
  .meta({ id: 'Seed' })
  .transform(String)
  .describe('The same seed and population select the same replies');
const evaluatorIdsSchema = uniqueIdsSchema(2, 10).describe(
  'Replies that some of these evaluators find clean, and others not',
);

const sampleFields = { size: z.int().gte(1).lte(MAX_ITEMS), seed: seedSchema };

const sourceSchema = z
  .union([
    z
      .strictObject({ filter: filterSchema })
      .meta({ id: 'NewFilterSource', description: `The newest ${MAX_ITEMS} replies that it selects` }),
    z.strictObject({ set: setReferenceSchema }).meta({
      id: 'NewSetSource',
      description: `The newest ${MAX_ITEMS} replies of the conversations that the set has now`,
    }),
    z
      .strictObject({
        sample: z.strictObject({ filter: filterSchema, ...sampleFields }).meta({ id: 'NewFilterSample' }),
      })
      .meta({ id: 'NewFilterSampleSource', description: 'A simple random sample without replacement' }),
    z
      .strictObject({
        sample: z
          .strictObject({ set: setReferenceSchema, ...sampleFields })
          .meta({ id: 'NewSetReplySample' }),
      })
      .meta({
        id: 'NewSetSampleSource',
        description: 'A simple random sample, without replacement, of the replies of a set',
      }),
    z
      .strictObject({
        disagreement: z.strictObject({ evaluator_ids: evaluatorIdsSchema }).meta({ id: 'NewDisagreement' }),
      })
      .meta({ id: 'NewDisagreementSource', description: `The newest ${MAX_ITEMS} of these replies` }),
  ])
  .meta({ id: 'NewReviewQueueSource' })
  .describe('Which evaluated replies to review; those of experiments only if the filter names them');

export const createQueueSchema = z
  .strictObject({
    name: z.string().min(1).max(255),
    source: sourceSchema,
    reviewers_per_item: z.int().gte(1).lte(10).default(1),
  })
  .meta({ id: 'CreateReviewQueueRequest' });

const shownSourceSchema = z
  .union([
    z.object({ filter: z.string() }).meta({ id: 'FilterSource' }),
    z.object({ set: z.string() }).meta({ id: 'SetSource' }),
    z
      .object({
        sample: z
          .object({ filter: z.string(), size: z.int(), seed: z.string() })
          .meta({ id: 'FilterSample' }),
      })
      .meta({ id: 'FilterSampleSource' }),
    z
      .object({
        sample: z.object({ set: z.string(), size: z.int(), seed: z.string() }).meta({ id: 'SetReplySample' }),
      })
      .meta({ id: 'SetSampleSource' }),
    z
      .object({
        disagreement: z.object({ evaluator_ids: z.array(uuidSchema) }).meta({ id: 'Disagreement' }),
      })
      .meta({ id: 'DisagreementSource' }),
  ])
  .meta({ id: 'ReviewQueueSource' });

export const listedQueueSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    source: shownSourceSchema,
    reviewers_per_item: z.int(),
    population: z.int().describe('The replies that the source selected from, when the queue was created'),
    item_count: z
      .int()
      .describe('The items at that time. Those of deleted conversations are deleted with them'),
    completed_count: z.int().describe('Items that as many reviewers as it asks for have completed'),
    remaining_count: z.int().describe('Other items that the caller has not completed'),
    owner: reviewerSchema.describe('Who created it; may adjudicate reviews of its replies'),
    created_at: timestampSchema,
  })
  .meta({ id: 'ListedReviewQueue' });

export const queueSchema = z
  .object({
    ...listedQueueSchema.shape,
    counts: z
      .object({ open: z.int(), leased: z.int(), completed: z.int() })
      .meta({ id: 'ReviewItemCounts' })
      .describe('Its items; `leased`: each place that is not completed has a lease'),
  })
  .meta({ id: 'ReviewQueue' });

export const listQueuesQuery = z.strictObject(pageQuery(50));
export const queueListSchema = pageSchema(listedQueueSchema).meta({ id: 'ReviewQueueList' });

export const claimSchema = z
  .strictObject({
    limit: z.int().gte(1).lte(50).default(1),
    lease_seconds: z
      .int()
      .gte(1)
      .lte(3600)
      .default(300)
      .describe('After this time without a heartbeat, the item is offered to others'),
  })
  .meta({ id: 'ClaimReviewItemsRequest' });

export const itemSchema = z
  .object({
    id: uuidSchema,
    queue_id: uuidSchema,
    conversation_id: uuidSchema,
    message_id: uuidSchema,
    position: z.int(),
    inclusion_probability: z
      .number()
      .nullable()
      .describe('Chance of the reply to be in the sample; null if the queue is not a sample'),
    completed_count: z.int().describe('Reviewers who completed it'),
  })
  .meta({ id: 'ReviewItem' });

const itemStatusSchema = z.enum(itemStatuses).meta({ id: 'ReviewItemStatus' });

export const listedItemSchema = z
  .object({
    ...itemSchema.shape,
    status: itemStatusSchema.describe('`leased`: each place that is not completed has a lease'),
    own_status: itemStatusSchema.describe('What the caller has done; `leased` while they hold a lease'),
  })
  .meta({ id: 'ListedReviewItem' });

export const listItemsQuery = z.strictObject(pageQuery(50));
export const itemListSchema = pageSchema(listedItemSchema).meta({ id: 'ReviewItemList' });

export const leaseSchema = z
  .object({
    lease_id: uuidSchema,
    epoch: z.int().describe('Grows with each lease of the item'),
    expires_at: timestampSchema.describe("On the server's clock"),
  })
  .meta({ id: 'ReviewLease' });

export const claimedItemsSchema = z
  .object({
    items: z.array(z.object({ ...itemSchema.shape, lease: leaseSchema }).meta({ id: 'ClaimedReviewItem' })),
  })
  .meta({ id: 'ClaimedReviewItems' });

const tokenShape = { lease_id: uuidSchema, epoch: z.int().gte(1).lte(2_147_483_647) };

export const heartbeatSchema = z.strictObject(tokenShape).meta({ id: 'ReviewHeartbeatRequest' });

export const completeSchema = z
  .strictObject({
    ...tokenShape,
    verdict: replyVerdictSchema.describe(
      'Of the whole reply. Not `clean` with a confirmed finding or a missed span',
    ),
    comment: commentSchema,
    findings: z
      .array(
        z
          .strictObject({ finding_id: uuidSchema, ...findingReviewShape })
          .superRefine(checkCorrection)
          .meta({ id: 'ItemFindingReview', ...correctionCondition }),
      )
      .max(200)
      .default([])
      .describe('Reviews of findings of the reply, each once. Those posted before need not be repeated'),
    missed: z
      .array(z.strictObject(missedSpanShape).meta({ id: 'MissedSpan' }))
      .max(50)
      .default([])
      .describe('Spans that evaluators missed'),
  })
  .superRefine(({ findings }, context) => {
    const ids = new Set<string>();
    for (const [index, { finding_id: id }] of findings.entries()) {
      const message = 'the finding is in the request before';
      if (ids.has(id))
        context.addIssue({ code: 'custom', path: ['findings', index, 'finding_id'], input: id, message });
      ids.add(id);
    }
  })
  .superRefine(({ verdict, findings, missed }, context) => {
    const hasIssue = missed.length > 0 || findings.some((one) => one.verdict === 'confirmed');
    if (verdict !== 'clean' || !hasIssue) return;
    const message = 'a reply with a confirmed finding or a missed span is not clean';
    context.addIssue({ code: 'custom', path: ['verdict'], input: verdict, message });
  })
  .meta({
    id: 'CompleteReviewItemRequest',
    ...when(isOneOf('verdict', ['clean']), {
      properties: {
        findings: { not: { contains: isOneOf('verdict', ['confirmed']) } },
        missed: { maxItems: 0 },
      },
    }),
  });
