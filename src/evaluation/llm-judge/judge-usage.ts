import type { ProviderUsage } from '../../providers/provider-errors';

/** What calls of a judge took. */
export interface JudgeUsage {
  inputTokens: number;
  /** US cents, null where one of the calls has no known price. */
  costCents: number | null;
  calls: number;
  /** Those of `calls` that repeated a failed one. */
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

/** Whether calls cost anything, or may have: not those that a provider refused or was too busy for. */
export function isCharged({ inputTokens, costCents }: JudgeUsage): boolean {
  return inputTokens > 0 || costCents !== 0;
}

/** What one answered call took, whether its answer is of use or not. */
export function usageOfReply({ inputTokens, costUsd }: ProviderUsage): JudgeUsage {
  return {
    inputTokens,
    costCents: costUsd === null ? null : rounded(costUsd * 100),
    calls: 1,
    retriedCalls: 0,
  };
}

/** Without the tail that binary fractions leave; a token of the cheapest models costs some millionths of a cent. */
const rounded = (cents: number): number => Math.round(cents * 1e9) / 1e9;
