import { z } from 'zod';
import { withoutReasoning } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { cutText } from '../../../packages/text';
import { parseJson } from '../../evaluation/llm-judge/tolerant-json';
import type { OutputField, SchemaError } from '../store/experiment';

const MAX_ERRORS = 10;
const MAX_LENGTH = 200;

const valueSchemas: Record<string, z.ZodType> = {
  string: z.string(),
  number: z.number(),
  integer: z.int(),
  boolean: z.boolean(),
};

/**
 * Where a reply does not match the fields that were asked for: the first errors, with the dotted path of a value. Null
 * if it is not the final reply, because it calls a tool. An optional field may be null or missing.
 */
export function findSchemaErrors(fields: readonly OutputField[], { parts }: Message): SchemaError[] | null {
  if (parts.some(({ type }) => type === 'tool_call')) return null;
  if (parts.some(({ type }) => type === 'refusal')) return [{ path: '', message: 'The reply is a refusal' }];
  const text = parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const value = parseJson(withoutReasoning(text));
  if (value === undefined) return [{ path: '', message: 'The reply is not JSON' }];
  const issues = toSchema(fields).safeParse(value).error?.issues ?? [];
  return issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    path: cutText(path.join('.'), MAX_LENGTH),
    message: cutText(message, MAX_LENGTH),
  }));
}

function toSchema(fields: readonly OutputField[]): z.ZodType {
  const shape = fields.map(({ name, type, isList, isOptional }) => {
    const one = valueSchemas[type] ?? z.unknown();
    const value = isList ? z.array(one) : one;
    return [name, isOptional ? value.nullish() : value];
  });
  return z.strictObject(Object.fromEntries(shape));
}
