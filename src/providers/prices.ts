/** US dollars per million tokens. */
export interface ModelPrice {
  inputPer1mUsd: number;
  outputPer1mUsd: number;
}

/**
 * OpenAI's published list prices as of March 2026: standard tier, uncached input. The `models` setting of a
 * provider overrides them, for discounts and for models of other vendors.
 */
const listPrices: Record<string, [inputPer1mUsd: number, outputPer1mUsd: number]> = {
  'gpt-5.4': [2.5, 15],
  'gpt-5.1': [1.25, 10],
  'gpt-5': [1.25, 10],
  'gpt-5-mini': [0.25, 2],
  'gpt-5-nano': [0.05, 0.4],
  'gpt-5-pro': [15, 120],
  'gpt-4.1': [2, 8],
  'gpt-4.1-mini': [0.4, 1.6],
  'gpt-4.1-nano': [0.1, 0.4],
  'gpt-4o': [2.5, 10],
  'gpt-4o-2024-05-13': [5, 15],
  'gpt-4o-mini': [0.15, 0.6],
  o1: [15, 60],
  o3: [2, 8],
  'o3-mini': [1.1, 4.4],
  'o4-mini': [1.1, 4.4],
  'gpt-4-turbo': [10, 30],
  'gpt-4': [30, 60],
  'gpt-3.5-turbo': [0.5, 1.5],
};

/** `gpt-4o-2024-08-06` is a dated snapshot of `gpt-4o` and has the same price unless it is listed. */
const snapshotDate = /-\d{4}-\d{2}-\d{2}$/;

/** The configured price of a model, else the list price, else null. */
export function findPrice(model: string, configured: ReadonlyMap<string, ModelPrice>): ModelPrice | null {
  const base = model.replace(snapshotDate, '');
  return configured.get(model) ?? configured.get(base) ?? listPrice(model) ?? listPrice(base);
}

/** Cost of one call in US dollars; null without a price. */
export function costUsd(price: ModelPrice | null, inputTokens: number, outputTokens: number): number | null {
  if (price === null) return null;
  return (inputTokens * price.inputPer1mUsd + outputTokens * price.outputPer1mUsd) / 1_000_000;
}

function listPrice(model: string): ModelPrice | null {
  const price = Object.hasOwn(listPrices, model) ? listPrices[model] : undefined;
  return price ? { inputPer1mUsd: price[0], outputPer1mUsd: price[1] } : null;
}
