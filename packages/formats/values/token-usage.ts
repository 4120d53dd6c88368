import { fieldsOf } from './fields';
import { tokensIn } from './known-values';

/** Token counts that a provider reports; null where it reports none. */
export interface TokenCounts {
  inputTokens: number | null;
  /** The part of `inputTokens` that was read from the provider's cache. */
  cachedInputTokens: number;
  /** With those of reasoning. */
  outputTokens: number | null;
}

/**
 * The `usage` of a response in OpenAI's form. At OpenAI, the prompt includes what was read from the cache and the
 * completion includes reasoning. Gateways to other providers report either of them in addition: then the total exceeds the
 * prompt and the completion. What the cache explains of the rest is input, what is left is reasoning.
 */
export function readTokenUsage(value: unknown): TokenCounts {
  const usage = fieldsOf(value);
  const input = tokensIn(usage.prompt_tokens, usage.input_tokens);
  const output = tokensIn(usage.completion_tokens, usage.output_tokens);
  const details = fieldsOf(usage.prompt_tokens_details ?? usage.input_tokens_details);
  const read =
    tokensIn(details.cached_tokens, usage.prompt_cache_hit_tokens, usage.cache_read_input_tokens) ?? 0;
  const written = tokensIn(details.cache_creation_tokens, usage.cache_creation_input_tokens) ?? 0;
  if (input === null || output === null) {
    return { inputTokens: input, cachedInputTokens: Math.min(read, input ?? read), outputTokens: output };
  }
  const outputDetails = fieldsOf(usage.completion_tokens_details ?? usage.output_tokens_details);
  const reasoning = tokensIn(outputDetails.reasoning_tokens);
  const total = tokensIn(usage.total_tokens);
  const rest = total === null ? null : Math.max(0, total - input - output);
  const uncounted = uncountedCache({ read, written, input, reasoning, rest });
  const left = (rest ?? 0) - uncounted;
  const isReasoning = left > 0 && (reasoning === null || reasoning === left);
  return {
    inputTokens: input + uncounted,
    cachedInputTokens: Math.min(read, input + uncounted),
    outputTokens: isReasoning ? output + left : output,
  };
}

interface Counted {
  read: number;
  written: number;
  input: number;
  reasoning: number | null;
  /** What the total has beyond the prompt and the completion; null without a total. */
  rest: number | null;
}

/** The tokens of the cache that are not in the prompt. A prompt has at least what was read of it. */
function uncountedCache({ read, written, input, reasoning, rest }: Counted): number {
  const candidates = [read + written, read, written].filter((count) => count > 0);
  if (rest === null) return read > input ? read + written : 0;
  const exact = candidates.find((count) => rest === count || rest === count + (reasoning ?? 0));
  if (exact !== undefined && rest !== reasoning) return exact;
  return read > input ? (candidates.find((count) => count <= rest) ?? 0) : 0;
}
