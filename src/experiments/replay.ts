import type { Message } from '../conversations/transcript/message';

/** Index of the last assistant message; -1 without one. */
export function lastReplyIndex(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === 'assistant');
}

/**
 * The prompt of an n-1 replay: all messages before the last assistant message, or all messages if there is
 * none. An override replaces the first system or developer message, or is inserted first.
 */
export function promptOf(messages: readonly Message[], systemPromptOverride: string | null): Message[] {
  const end = lastReplyIndex(messages);
  const prompt = end < 0 ? [...messages] : messages.slice(0, end);
  if (systemPromptOverride === null) return prompt;
  const override: Message = {
    role: 'system',
    name: null,
    parts: [{ type: 'text', content: systemPromptOverride }],
  };
  const replaced = prompt.findIndex(({ role }) => role === 'system' || role === 'developer');
  return replaced < 0 ? [override, ...prompt] : prompt.with(replaced, override);
}
