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
