import type { ToolDefinition } from '../model/message';

/** Writes a tool in OpenAI's chat form. */
export function toolToOpenAI({ name, description, parameters, custom }: ToolDefinition) {
  const about = { name, ...(description !== null && { description }) };
  if (custom === undefined) {
    return { type: 'function', function: { ...about, ...(parameters !== null && { parameters }) } };
  }
  const { format } = custom;
  return { type: 'custom', custom: { ...about, ...(format !== null && { format }) } };
}
