import type { ProviderUsage } from '../../providers/provider-errors';

/** The usage of calls of a judge. */
export interface JudgeUsage {
  inputTokens: number;
  /** US cents; null if the price of a call is unknown. */
  costCents: number | null;
  calls: number;
  /** The number of `calls` that are retries. */
  retriedCalls: number;
}

export const noUsage: JudgeUsage = { inputTokens: 0, costCents: 0, calls: 0, retriedCalls: 0 };

export function addUsage(one: JudgeUsage, other: JudgeUsage): JudgeUsage {
  const isPriced = one.costCents !== null && other.costCents !== null;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    costCents: isPriced ? rounded((one.costCents ?? 0) + (other.costCents ?? 0)) : null,
    calls: one.calls + other.calls,
    retriedCalls: one.retriedCalls + other.retriedCalls,
  };
}

/**
 * Whether calls cost or may have cost something; false for calls that a provider rejected or was too busy
 * for.
 */
export function isCharged({ inputTokens, costCents }: JudgeUsage): boolean {
  return inputTokens > 0 || costCents !== 0;
}

/** The usage of one call with a reply, usable or not. */
export function usageOfReply({ inputTokens, costUsd }: ProviderUsage): JudgeUsage {
  return {
    inputTokens,
    costCents: costUsd === null ? null : rounded(costUsd * 100),
    calls: 1,
    retriedCalls: 0,
  };
}

/** Removes binary rounding errors; a token of the cheapest models costs a few millionths of a cent. */
const rounded = (cents: number): number => Math.round(cents * 1e9) / 1e9;
