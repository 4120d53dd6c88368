import { z } from 'zod';
import { costRangeSchema, pricedCallsSchema } from '../../providers/priced-calls.schema';

const count = z.int().gte(0);

export const estimateSchema = z
  .object({
    conversations_count: count,
    items_count: count.describe('Conversations × `samples_per_item`'),
    counted_items_count: count.describe(
      'Conversations whose tokens were counted, at most 100; those of the others follow from their length',
    ),
    generation: pricedCallsSchema.nullable().describe('New replies; null with `pass_through`'),
    judging: pricedCallsSchema
      .nullable()
      .describe('Verdicts on new replies, and on original ones without one; null for the embedded evaluator'),
    cost_cents: costRangeSchema.nullable().describe('US cents of all calls; null if a price is unknown'),
  })
  .meta({ id: 'ExperimentEstimate' });
