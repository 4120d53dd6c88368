import { z } from 'zod';
import type { PricedCalls, Range } from './priced-calls';

const rangeOf = (value: z.ZodNumber) => z.object({ low: value, high: value });
const countRange = rangeOf(z.int().gte(0)).meta({ id: 'CountRange' });

/** US cents. */
export const costRangeSchema = rangeOf(z.number().gte(0)).meta({ id: 'CostRange' });

export const pricedCallsSchema = z
  .object({
    model: z.string(),
    calls: countRange,
    input_tokens: countRange,
    output_tokens: countRange,
    cost_cents: costRangeSchema.nullable().describe('Null if the price of the model is unknown'),
  })
  .meta({ id: 'EstimatedCalls' });

export function toCallsWire({ model, calls, inputTokens, outputTokens, costCents }: PricedCalls) {
  return {
    model,
    calls: rounded(calls),
    input_tokens: rounded(inputTokens),
    output_tokens: rounded(outputTokens),
    cost_cents: costCents,
  };
}

function rounded({ low, high }: Range): Range {
  return { low: Math.round(low), high: Math.round(high) };
}
