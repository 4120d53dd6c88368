import {
  type Message,
  type MessagePart,
  type MessageRole,
  messageRoles,
  type ToolDefinition,
} from '../../conversations/transcript/message';
import { audioPart, filePart, imagePart } from '../../conversations/transcript/openai-media';
import { cutText } from '../../platform/text/cut-text';
import { fieldsOf, listOf, parseText, textOf } from '../otlp/attributes';
import { messageKey } from '../span/message-key';
import type { CallMessage } from '../span/span';

const MAX_NAME = 255;

// Other vendors' names of OpenAI's roles.
const roleNames: Record<string, MessageRole> = { model: 'assistant', ai: 'assistant', human: 'user' };

export function roleOf(value: unknown, fallback: MessageRole): MessageRole {
  const name = textOf(value).toLowerCase();
  if (Object.hasOwn(roleNames, name)) return roleNames[name] as MessageRole;
  return messageRoles.find((role) => role === name) ?? fallback;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(value, MAX_NAME) : null;
}

/** Text unchanged, anything else as JSON text; an empty string for no value. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A message with its parts in the order of the domain: for an assistant, content, then tool calls, then
 * reasoning.
 */
export function makeMessage(message: Message & { finishReason?: string | null }): CallMessage {
  const { role, name, parts, finishReason = null } = message;
  const rank = (part: MessagePart) => (part.type === 'reasoning' ? 2 : part.type === 'tool_call' ? 1 : 0);
  const ordered = role === 'assistant' ? parts.toSorted((a, b) => rank(a) - rank(b)) : parts;
  return { role, name, parts: ordered, finishReason, key: messageKey({ role, name, parts: ordered }) };
}

export function toolCallPart(id: unknown, name: unknown, args: unknown): MessagePart {
  return { type: 'tool_call', id: textOrNull(id), name: textOrNull(name) ?? '', arguments: asText(args) };
}

/**
 * Reads a message in OpenAI's chat form. Unlike that of a request, it may be incomplete: clients omit what
 * they are configured not to record.
 */
export function fromChatForm(value: unknown, fallbackRole: MessageRole): CallMessage {
  const wire = fieldsOf(value);
  const role = roleOf(wire.role, fallbackRole);
  const content = contentParts(wire.content);
  const message = { role, name: textOrNull(wire.name) };
  if (role === 'tool' || role === 'function') {
    const id = textOrNull(wire.tool_call_id ?? wire.id);
    return makeMessage({ ...message, parts: toResponses(id, content) });
  }
  const calls = listOf(wire.tool_calls).map(readToolCall);
  const { name, arguments: args } = fieldsOf(wire.function_call);
  if (name !== undefined) calls.push(toolCallPart(null, name, args));
  const parts = calls.length > 0 ? content.filter((part) => !isEmptyText(part)) : content;
  if (textOrNull(wire.refusal) !== null) parts.push({ type: 'refusal', content: String(wire.refusal) });
  const reasoning = wire.reasoning_content ?? wire.reasoning;
  if (typeof reasoning === 'string' && reasoning !== '')
    parts.push({ type: 'reasoning', content: reasoning });
  return makeMessage({ ...message, parts: [...parts, ...calls] });
}

/** One response per text; a tool without output still gets one, which preserves the call's id. */
export function toResponses(id: string | null, content: MessagePart[]): MessagePart[] {
  if (content.length === 0) return [{ type: 'tool_call_response', id, response: '' }];
  return content.map((part) =>
    part.type === 'text' ? { type: 'tool_call_response', id, response: part.content } : part,
  );
}

function readToolCall(value: unknown): MessagePart {
  const call = fieldsOf(value);
  const { name, arguments: args } = fieldsOf(call.function ?? call);
  return toolCallPart(call.id, name, args);
}

function isEmptyText(part: MessagePart): boolean {
  return part.type === 'text' && part.content === '';
}

/** The parts of a `content` field: text, or a list of OpenAI's content parts; others as JSON text. */
export function contentParts(content: unknown): MessagePart[] {
  if (content === undefined || content === null) return [];
  if (!Array.isArray(content)) return [{ type: 'text', content: asText(content) }];
  return content.map(readContentPart);
}

function readContentPart(value: unknown): MessagePart {
  if (typeof value === 'string') return { type: 'text', content: value };
  const part = fieldsOf(value);
  const image = fieldsOf(part.image_url);
  const audio = fieldsOf(part.input_audio);
  const file = fieldsOf(part.file);
  if (typeof part.refusal === 'string') return { type: 'refusal', content: part.refusal };
  if (typeof part.text === 'string') return { type: 'text', content: part.text };
  if (typeof image.url === 'string') return imagePart({ type: 'image_url', image_url: { url: image.url } });
  if (typeof audio.data === 'string') {
    return audioPart({
      type: 'input_audio',
      input_audio: { data: audio.data, format: asText(audio.format) },
    });
  }
  if (typeof file.file_id === 'string') return filePart({ type: 'file', file: { file_id: file.file_id } });
  if (typeof file.file_data === 'string') {
    return filePart({ type: 'file', file: { file_data: file.file_data } });
  }
  return { type: 'text', content: asText(value) };
}

/** Tool definitions in OpenAI's form, bare, or as JSON text; those without a name are left out. */
export function readTools(values: unknown[]): ToolDefinition[] {
  return values.flatMap((value) => {
    const tool = fieldsOf(typeof value === 'string' ? parseText(value) : value);
    const { name, description, parameters, input_schema: inputSchema } = fieldsOf(tool.function ?? tool);
    const schema = parameters ?? inputSchema;
    const text = textOrNull(name);
    if (text === null) return [];
    const isSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
    return {
      name: text,
      description: typeof description === 'string' ? description : null,
      parameters: isSchema ? (schema as Record<string, unknown>) : null,
    };
  });
}
