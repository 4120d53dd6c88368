import {
  type Message,
  type MessagePart,
  type MessageRole,
  messageRoles,
  type ToolDefinition,
} from '../model/message';
import { replyParts, toResponses } from '../openai-chat/openai-messages';
import { messageKey } from '../spans/message-key';
import type { CallMessage } from '../spans/span';
import { fieldsOf, listOf } from '../values/fields';
import { parseText } from '../values/json-text';
import { asText, textOf, textOrNull } from '../values/texts';
import { toolCallPart } from '../values/tool-call-part';
import { contentParts } from './content-parts';

/** Names of OpenAI's roles by other vendors and in data sets. */
export const roleNames: ReadonlyMap<string, MessageRole> = new Map<string, MessageRole>([
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['human', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['bing', 'assistant'],
  ['bard', 'assistant'],
  ['function_call', 'assistant'],
  ['observation', 'tool'],
  ['ipython', 'tool'],
]);

export function roleOf(value: unknown, fallback: MessageRole): MessageRole {
  const name = textOf(value).toLowerCase();
  return roleNames.get(name) ?? messageRoles.find((role) => role === name) ?? fallback;
}

/**
 * A message with its parts in the order of the domain: for an assistant, content, then tool calls, then
 * reasoning. A call has no empty text next to it. A message of nothing but results of tools has the role `tool`, also
 * where the wire has another one.
 */
export function makeMessage(message: Message & { finishReason?: string | null }): CallMessage {
  const { name, finishReason = null } = message;
  const hasCalls = message.parts.some(({ type }) => type === 'tool_call');
  const parts = hasCalls ? message.parts.filter((part) => !isEmptyText(part)) : message.parts;
  const role = isToolResult(parts) ? 'tool' : message.role;
  const rank = (part: MessagePart) => (part.type === 'reasoning' ? 2 : part.type === 'tool_call' ? 1 : 0);
  const ordered = role === 'assistant' ? parts.toSorted((a, b) => rank(a) - rank(b)) : parts;
  return { role, name, parts: ordered, finishReason, key: messageKey({ role, name, parts: ordered }) };
}

function isToolResult(parts: MessagePart[]): boolean {
  return parts.length > 0 && parts.every(({ type }) => type === 'tool_call_response');
}

/**
 * Results of tools and what else a message has, as separate messages: Anthropic and Bedrock send them as one. In a reply,
 * they are of tools that the provider ran: their calls come first.
 */
export function splitResults(message: CallMessage): CallMessage[] {
  const { role, name, parts, finishReason } = message;
  const results = parts.filter((part) => part.type === 'tool_call_response');
  if (role === 'tool' || results.length === 0) return [message];
  const ids = new Set(results.map(({ id }) => id));
  const isRun = (part: MessagePart) => part.type === 'tool_call' && ids.has(part.id);
  const runs = parts.filter(isRun);
  const rest = parts.filter((part) => part.type !== 'tool_call_response' && !isRun(part));
  const isWhole = rest.length === 0 && runs.length > 0;
  return [
    ...(runs.length === 0
      ? []
      : [makeMessage({ role, name, parts: runs, finishReason: isWhole ? finishReason : null })]),
    makeMessage({ role: 'tool', name: null, parts: results }),
    ...(isWhole ? [] : [makeMessage({ role, name, parts: rest, finishReason })]),
  ];
}

/**
 * OpenAI's Responses API has reasoning, text and calls of one reply as separate items. Reasoning belongs to the
 * message after it, calls to the message before them.
 */
export function joinItems(messages: CallMessage[]): CallMessage[] {
  const joined: CallMessage[][] = [];
  for (const message of messages) {
    const items = joined.at(-1);
    if (items !== undefined && continues(items, message)) items.push(message);
    else joined.push([message]);
  }
  // Once for all of its items: a reply may have thousands.
  return joined.map((items) => {
    const last = items.at(-1) as CallMessage;
    if (items.length === 1) return last;
    const finishReason = items.findLast((item) => item.finishReason !== null)?.finishReason ?? null;
    return makeMessage({ ...last, parts: items.flatMap(({ parts }) => parts), finishReason });
  });
}

/** Whether a message belongs to the items before it. An empty item counts as reasoning after reasoning. */
function continues(items: CallMessage[], message: CallMessage): boolean {
  const before = items.findLast(({ parts }) => parts.length > 0) ?? items.at(-1);
  if (before?.role !== 'assistant' || message.role !== 'assistant') return false;
  return consistsOf(before, 'reasoning') || (isText(before) && consistsOf(message, 'tool_call'));
}

function isText({ parts }: CallMessage): boolean {
  return parts.some(({ type }) => type === 'text') && !parts.some(({ type }) => type === 'tool_call');
}

function consistsOf({ parts }: CallMessage, type: MessagePart['type']): boolean {
  return parts.length > 0 && parts.every((part) => part.type === type);
}

/**
 * Reads a message in the chat form of OpenAI and of those that took it over: Anthropic, Bedrock and the AI SDK
 * differ in the parts of the content. Unlike that of a request, it may be incomplete: clients omit what they are
 * configured not to record.
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
  return makeMessage({ ...message, parts: replyParts(wire, content, calls) });
}

function readToolCall(value: unknown): MessagePart {
  const call = fieldsOf(value);
  if (call.type === 'custom') {
    const { name, input } = fieldsOf(call.custom);
    return { ...toolCallPart(call.id, name, null), arguments: asText(input), isCustom: true };
  }
  // LangChain's form has `args`.
  const { name, arguments: text, args } = fieldsOf(call.function ?? call);
  return toolCallPart(call.id, name, text ?? args);
}

function isEmptyText(part: MessagePart): boolean {
  return part.type === 'text' && part.content === '';
}

/** Tool definitions in OpenAI's form, bare, or as JSON text; those without a name are left out. */
export function readTools(values: unknown[]): ToolDefinition[] {
  return values.flatMap((value) => {
    const tool = fieldsOf(typeof value === 'string' ? parseText(value) : value);
    const fields = fieldsOf(tool.function ?? tool);
    const { name, description } = fields;
    const schema = fields.parameters ?? fields.input_schema ?? fields.inputSchema;
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
