import { z } from 'zod';
import type { NamedModel } from './model-registry';

const price = z.number().nullable();

const modelSchema = z
  .object({
    name: z.string().describe('As requests name it'),
    provider: z.string(),
    input_per_1m_usd: price.describe('US dollars per million tokens; null if the price is unknown'),
    cached_input_per_1m_usd: price.describe('Of input that the provider read from its cache'),
    output_per_1m_usd: price,
  })
  .meta({ id: 'Model' });

export const modelListSchema = z.object({ items: z.array(modelSchema) }).meta({ id: 'ModelList' });

export function toModelWire({ name, model: { provider, price: known } }: NamedModel) {
  return {
    name,
    provider,
    input_per_1m_usd: known?.inputPer1mUsd ?? null,
    cached_input_per_1m_usd: known?.cachedInputPer1mUsd ?? known?.inputPer1mUsd ?? null,
    output_per_1m_usd: known?.outputPer1mUsd ?? null,
  };
}
