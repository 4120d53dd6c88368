/** US dollars per million tokens. */
export interface ModelPrice {
  inputPer1mUsd: number;
  outputPer1mUsd: number;
  /** Of input tokens that the provider read from its cache; absent: the price of input. */
  cachedInputPer1mUsd?: number;
}

/** The tokens that a provider charges for. */
export interface ChargedTokens {
  /** With those from the cache. */
  input: number;
  cachedInput: number;
  /** With those of reasoning. */
  output: number;
}

/**
 * OpenAI's list prices, standard tier, from https://developers.openai.com/api/docs/pricing as of March 2026. Those of
 * cached input were compared in November 2026 with two copies of that page, the later one of 2026-06-04; models
 * without one have no discount there. The `models` setting of a provider overrides them, for discounts and for models
 * of other vendors.
 */
const listPrices: Record<
  string,
  [inputPer1mUsd: number, outputPer1mUsd: number, cachedInputPer1mUsd?: number]
> = {
  'gpt-5.4': [2.5, 15, 0.25],
  'gpt-5.1': [1.25, 10, 0.125],
  'gpt-5': [1.25, 10, 0.125],
  'gpt-5-mini': [0.25, 2, 0.025],
  'gpt-5-nano': [0.05, 0.4, 0.005],
  'gpt-5-pro': [15, 120],
  'gpt-4.1': [2, 8, 0.5],
  'gpt-4.1-mini': [0.4, 1.6, 0.1],
  'gpt-4.1-nano': [0.1, 0.4, 0.025],
  'gpt-4o': [2.5, 10, 1.25],
  'gpt-4o-2024-05-13': [5, 15],
  'gpt-4o-mini': [0.15, 0.6, 0.075],
  o1: [15, 60, 7.5],
  o3: [2, 8, 0.5],
  'o3-mini': [1.1, 4.4, 0.55],
  'o4-mini': [1.1, 4.4, 0.275],
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
export function costUsd(
  price: ModelPrice | null,
  { input, cachedInput, output }: ChargedTokens,
): number | null {
  if (price === null) return null;
  const { inputPer1mUsd, outputPer1mUsd, cachedInputPer1mUsd = inputPer1mUsd } = price;
  const cached = Math.min(cachedInput, input);
  const micros = (input - cached) * inputPer1mUsd + cached * cachedInputPer1mUsd + output * outputPer1mUsd;
  return micros / 1_000_000;
}

/** Null for unknown costs. */
export function toCents(usd: number | null): number | null {
  return usd === null ? null : usd * 100;
}

/** The models with a list price. */
export const listedModels: readonly string[] = Object.keys(listPrices);

function listPrice(model: string): ModelPrice | null {
  const price = Object.hasOwn(listPrices, model) ? listPrices[model] : undefined;
  if (price === undefined) return null;
  const [inputPer1mUsd, outputPer1mUsd, cachedInputPer1mUsd] = price;
  return { inputPer1mUsd, outputPer1mUsd, ...(cachedInputPer1mUsd !== undefined && { cachedInputPer1mUsd }) };
}
