import type { Message } from '../conversations/transcript/message';
import type { ReplySchema } from '../providers/chat-model';
import type { OutputField } from './experiment';

/** Index of the last assistant message; -1 without one. */
export function lastReplyIndex(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === 'assistant');
}

/**
 * What the model is shown in an n-1 replay: everything before the last assistant message, all of it when
 * there is none. An override takes the place of the first system or developer message, or comes first.
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
 * The JSON schema for structured output in the form that OpenAI's strict mode accepts: every property is
 * required, an optional one may be null. https://platform.openai.com/docs/guides/structured-outputs
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
