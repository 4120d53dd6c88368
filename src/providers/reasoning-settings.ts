/**
 * The keys that `reasoning_config` accepts: settings of reasoning and sampling, which never change the price
 * of a token. A list of rejected keys could not be complete: service tiers, fallback models, web search,
 * plug-ins and audio have a different name at each provider.
 */
export const reasoningKeys = [
  'effort',
  'reasoning_effort',
  'reasoning',
  'reasoning_format',
  'include_reasoning',
  'thinking',
  'thinking_budget',
  'enable_thinking',
  'chat_template_kwargs',
  'verbosity',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'seed',
  'stop',
  'max_tokens',
  'max_completion_tokens',
] as const;

export function isReasoningKey(key: string): boolean {
  return reasoningKeys.some((accepted) => accepted === key);
}

/** Models of OpenAI that reason without being asked to. */
const reasoningModel = /(^|\/)(o\d|gpt-5)/;
const startsReasoning = new Set<string>([
  'effort',
  'reasoning_effort',
  'reasoning',
  'thinking',
  'thinking_budget',
  'enable_thinking',
] satisfies (typeof reasoningKeys)[number][]);

/** Whether a call may have output tokens that are not part of the reply. */
export function mayReason(model: string, config: Record<string, unknown> | null): boolean {
  return reasoningModel.test(model) || Object.keys(config ?? {}).some((key) => startsReasoning.has(key));
}

/** The limit of output tokens that the settings set, with reasoning; null without one. */
export function maxOutputTokens(config: Record<string, unknown> | null): number | null {
  const limits = [config?.max_completion_tokens, config?.max_tokens].filter(
    (limit) => typeof limit === 'number',
  );
  return limits.length === 0 ? null : Math.max(0, Math.min(...limits));
}
