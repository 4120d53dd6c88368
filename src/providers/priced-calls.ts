import { costUsd, type ModelPrice } from './prices';

export interface Range {
  low: number;
  high: number;
}

/** Model calls of one purpose and their tokens. */
export interface CallsEstimate {
  calls: Range;
  inputTokens: Range;
  outputTokens: Range;
}

/** Calls of one model and their cost in US cents; null if its price is unknown. */
export interface PricedCalls extends CallsEstimate {
  model: string;
  costCents: Range | null;
}

/** Prices calls without input from the cache of the provider. */
export function priceCalls(model: string, price: ModelPrice | null, estimate: CallsEstimate): PricedCalls {
  const { inputTokens, outputTokens } = estimate;
  const cents = (end: keyof Range) =>
    (costUsd(price, { input: inputTokens[end], cachedInput: 0, output: outputTokens[end] }) ?? 0) * 100;
  return { ...estimate, model, costCents: price && { low: cents('low'), high: cents('high') } };
}

/** Null if the cost of one of them is unknown. */
export function sumCosts(calls: readonly PricedCalls[]): Range | null {
  const sum = { low: 0, high: 0 };
  for (const { costCents } of calls) {
    if (costCents === null) return null;
    sum.low += costCents.low;
    sum.high += costCents.high;
  }
  return sum;
}
