import type { ReplySchema } from '../../providers/chat-model';
import type { OutputField } from '../store/experiment';
import type { CreateExperiment } from '../wire/experiment.schema';

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

/** The fields of a request; null without structured output. */
export function toOutputFields(fields: CreateExperiment['output_schema']): OutputField[] | null {
  return (
    fields?.map(({ name, type, is_list, is_optional }) => ({
      name,
      type,
      isList: is_list,
      isOptional: is_optional,
    })) ?? null
  );
}
