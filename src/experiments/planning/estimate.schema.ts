import { z } from 'zod';

const count = z.int().gte(0);
const rangeOf = (value: z.ZodNumber) => z.object({ low: value, high: value });
const countRange = rangeOf(count).meta({ id: 'CountRange' });
const costRange = rangeOf(z.number().gte(0)).meta({ id: 'CostRange' });

const callsSchema = z
  .object({
    model: z.string(),
    calls: countRange,
    input_tokens: countRange,
    output_tokens: countRange,
    cost_cents: costRange.nullable().describe('Null if the price of the model is unknown'),
  })
  .meta({ id: 'EstimatedCalls' });

export const estimateSchema = z
  .object({
    conversations_count: count,
    items_count: count.describe('Conversations × `samples_per_item`'),
    counted_items_count: count.describe(
      'Conversations whose tokens were counted, at most 100; those of the others follow from their length',
    ),
    generation: callsSchema.nullable().describe('New replies; null with `pass_through`'),
    judging: callsSchema
      .nullable()
      .describe('Verdicts on new replies, and on original ones without one; null for the embedded evaluator'),
    cost_cents: costRange.nullable().describe('US cents of all calls; null if a price is unknown'),
  })
  .meta({ id: 'ExperimentEstimate' });
