/**
 * What `reasoning_config` may hold: settings that change how a model thinks and samples, never what a token costs. A list
 * of what is refused could not be complete: providers have a service tier, fallback models, web search, plug-ins and
 * audio, each under names of its own.
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
