import type { Message } from '../conversations/transcript/message';
import type { ReplySchema } from '../providers/chat-model';
import type { OutputField } from './experiment';

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

/**
 * The JSON schema for structured output in OpenAI's strict mode: every property is required, an optional one
 * may be null. https://platform.openai.com/docs/guides/structured-outputs
 */
export function replySchemaOf(fields: readonly OutputField[]): ReplySchema {
  const properties = Object.fromEntries(
    fields.map(({ name, type, isList, isOptional }) => {
      const value = isList ? { type: 'array', items: { type } } : { type };
      return [name, isOptional ? { anyOf: [value, { type: 'null' }] } : value];
    }),
  );
  return {
    name: 'reply',
    schema: {
      type: 'object',
      properties,
      required: fields.map(({ name }) => name),
      additionalProperties: false,
    },
  };
}
