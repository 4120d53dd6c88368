import type { ToolRun } from '../spans/span';
import { fieldsOf } from '../values/fields';
import { parseText } from '../values/json-text';
import { asText, textOrNull } from '../values/texts';
import { readLangChainMessage } from './langchain-message';

/** What a tool returned, as the model receives it, and the call it belongs to if the value says so. */
export interface ToolResult {
  text: string;
  callId: string | null;
}

/**
 * The result of a tool as frameworks record it: plain, as JSON text, or inside their own objects, from which the
 * model receives only the text.
 */
export function readToolResult(value: unknown): ToolResult {
  const parsed = typeof value === 'string' ? parseText(value) : value;
  const text = typeof parsed === 'string' ? parsed : (joinTexts(parsed) ?? textOfOutput(parsed));
  if (text !== null) return { text, callId: null };
  const message = langChainMessage(parsed);
  if (message === null) return { text: asText(value), callId: null };
  const content = message.content;
  return { text: joinTexts(content) ?? asText(content), callId: textOrNull(message.tool_call_id) };
}

/** A run of a tool; `id` and `name` are those that its span has, `output` what it returned. */
export function toToolRun(id: unknown, name: unknown, output: unknown): ToolRun {
  const result = output === undefined ? null : readToolResult(output);
  return {
    callId: textOrNull(id) ?? result?.callId ?? null,
    name: textOrNull(name),
    result: result?.text ?? null,
  };
}

/** The content of a list of text blocks; null for anything else. */
export function joinTexts(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const texts = value.map((block) => {
    const { type, text, ...rest } = fieldsOf(block);
    const isText = (type === undefined || type === 'text') && Object.keys(rest).every((key) => key === 'id');
    return isText && typeof text === 'string' ? text : null;
  });
  return texts.includes(null) ? null : texts.join('\n');
}

/** LlamaIndex's ToolOutput and the output parts of the AI SDK. */
function textOfOutput(value: unknown): string | null {
  const { blocks, tool_name: name, type, value: inner } = fieldsOf(value);
  if (typeof name === 'string') {
    const texts = Array.isArray(blocks) ? blocks.map((block) => fieldsOf(block).text) : [];
    return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : null;
  }
  return (type === 'text' || type === 'error-text') && typeof inner === 'string' ? inner : null;
}

/** A tool message of LangChain, alone or as the `output` of a run. */
function langChainMessage(value: unknown): Record<string, unknown> | null {
  const message = readLangChainMessage(fieldsOf(value).output ?? value);
  return message?.role === 'tool' && message.fields.tool_call_id !== undefined ? message.fields : null;
}
