import type { ReplySchema } from '../providers/chat-model';
import type { OutputField } from './experiment';

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
