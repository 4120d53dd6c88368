import type { Message, MessagePart, MessageRole } from '../model/message';
import {
  audioPart,
  filePart,
  imagePart,
  inputFilePart,
  inputImagePart,
  mediaToOpenAI,
  type OpenAIInputFilePart,
  type OpenAIInputImagePart,
  type OpenAIMediaPart,
} from './openai-media';
import { readSpokenReply } from './spoken-reply';

export type OpenAIContentPart =
  | { type: 'text'; text: string }
  | { type: 'refusal'; refusal: string }
  | OpenAIMediaPart;

/** A content part as clients send it: of chat completions or of the Responses API. */
type SentContentPart =
  | OpenAIContentPart
  | { type: 'input_text' | 'output_text'; text: string }
  | OpenAIInputImagePart
  | OpenAIInputFilePart;

export type OpenAIToolCall =
  | { id: string; type?: 'function' | undefined; function: { name: string; arguments: string } }
  | { id: string; type: 'custom'; custom: { name: string; input: string } };

/** The fields of an OpenAI chat completions message that the service reads. Unknown fields are ignored. */
export interface OpenAIMessage {
  role: MessageRole;
  content?: string | OpenAIContentPart[] | null | undefined;
  name?: string | undefined;
  refusal?: string | null | undefined;
  reasoning_content?: string | null | undefined;
  reasoning?: string | null | undefined;
  audio?: unknown;
  tool_calls?: OpenAIToolCall[] | null | undefined;
  function_call?: { name: string; arguments: string } | null | undefined;
  tool_call_id?: string | undefined;
}

type ToolCallPart = Extract<MessagePart, { type: 'tool_call' }>;
type ToolResponsePart = Extract<MessagePart, { type: 'tool_call_response' }>;

/** A message as clients send it. */
type SentMessage = Omit<OpenAIMessage, 'content'> & {
  content?: string | SentContentPart[] | null | undefined;
};

/**
 * Reads a wire message. A string content is one text part, even if empty. With tool calls, an empty string
 * means no content, because OpenAI-compatible servers send `""` where OpenAI sends null. A spoken reply is
 * its transcript, or its audio if there is none. Reasoning comes last, so that the indexes of content parts and
 * tool calls are those of the wire form.
 */
export function fromOpenAI(wire: SentMessage): Message {
  const name = wire.name ?? null;
  if (wire.role === 'tool' || wire.role === 'function') {
    const id = wire.role === 'tool' ? (wire.tool_call_id ?? null) : null;
    return { role: wire.role, name, parts: toResponses(id, readContent(wire.content)) };
  }
  const toolCalls = readToolCalls(wire);
  const isPlaceholder = wire.content === '' && toolCalls.length > 0;
  const parts = isPlaceholder ? [] : readContent(wire.content);
  if (wire.role !== 'assistant') return { role: wire.role, name, parts };

  return { role: wire.role, name, parts: replyParts(wire, parts, toolCalls) };
}

/** The parts of a reply in their order, of its content, its calls and the fields next to them. */
export function replyParts(
  { audio, refusal, reasoning_content, reasoning }: Record<string, unknown> | SentMessage,
  content: MessagePart[],
  calls: MessagePart[],
): MessagePart[] {
  const parts = content.length > 0 ? [...content] : readSpokenReply(audio);
  if (isFilled(refusal)) parts.push({ type: 'refusal', content: refusal });
  parts.push(...calls);
  const thought = reasoning_content ?? reasoning;
  if (isFilled(thought)) parts.push({ type: 'reasoning', content: thought });
  return parts;
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * Writes one message for a provider. Reasoning is left out, because providers reject or ignore it. A tool
 * message carries the id of its first response: see `toOpenAIMessages` for a message with responses to
 * several calls. A single tool call without id becomes the deprecated `function_call` it came from.
 */
export function toOpenAI(message: Message): OpenAIMessage {
  const { role, parts } = message;
  const wire: OpenAIMessage = { role };
  if (message.name !== null) wire.name = message.name;
  const responses = parts.filter((part) => part.type === 'tool_call_response');
  const toolCalls = parts.filter((part) => part.type === 'tool_call');

  if (role === 'tool') wire.tool_call_id = responses[0]?.id ?? '';
  wire.content = writeContent(role, parts, toolCalls.length > 0);
  const [onlyCall] = toolCalls;
  if (onlyCall && toolCalls.length === 1 && onlyCall.id === null) {
    wire.function_call = { name: onlyCall.name, arguments: onlyCall.arguments };
  } else if (toolCalls.length > 0) {
    wire.tool_calls = toolCalls.map(writeToolCall);
  }
  return wire;
}

/**
 * Writes a conversation for a provider. Traces may have responses to several tool calls in one message, or
 * together with user text; on the wire each response is a separate tool message.
 */
export function toOpenAIMessages(messages: Message[]): OpenAIMessage[] {
  return messages.flatMap(splitByToolCall).map(toOpenAI);
}

/** The field with the reasoning of a message, which providers would reject or ignore. */
export function reasoningOf({ parts }: Message): Pick<OpenAIMessage, 'reasoning_content'> {
  const reasoning = parts.flatMap((part) => (part.type === 'reasoning' ? part.content : []));
  return reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('\n') };
}

function readToolCalls(wire: SentMessage): ToolCallPart[] {
  const calls = (wire.tool_calls ?? []).map(readToolCall);
  if (wire.function_call) calls.push({ type: 'tool_call', id: null, ...pickCall(wire.function_call) });
  return calls;
}

function readToolCall(call: OpenAIToolCall): ToolCallPart {
  if (call.type !== 'custom') return { type: 'tool_call', id: call.id, ...pickCall(call.function) };
  const { name, input } = call.custom;
  return { type: 'tool_call', id: call.id, name, arguments: input, isCustom: true };
}

function pickCall(call: { name: string; arguments: string }) {
  return { name: call.name, arguments: call.arguments };
}

function readContent(content: SentMessage['content']): MessagePart[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return [{ type: 'text', content }];
  return content.map(fromContentPart);
}

export function fromContentPart(part: SentContentPart): MessagePart {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return { type: 'text', content: part.text };
    case 'refusal':
      return { type: 'refusal', content: part.refusal };
    case 'input_image':
      return inputImagePart(part);
    case 'input_file':
      return inputFilePart(part);
    case 'image_url':
      return imagePart(part);
    case 'input_audio':
      return audioPart(part);
    case 'file':
      return filePart(part);
  }
}

/** One response per text; a tool without output still gets one, which preserves the call's id. */
export function toResponses(id: string | null, content: MessagePart[]): MessagePart[] {
  if (content.length === 0) return [{ type: 'tool_call_response', id, response: '' }];
  return content.map((part) =>
    part.type === 'text' ? { type: 'tool_call_response', id, response: part.content } : part,
  );
}

function writeContent(role: MessageRole, parts: MessagePart[], hasToolCalls: boolean) {
  const content = parts.map(writeContentPart).filter((part) => part !== null);
  if (content.length === 0 && role === 'assistant') return null;
  const [onlyPart] = content;
  // With tool calls, an empty string would be read back as no content.
  const isPlain =
    content.length === 1 && onlyPart?.type === 'text' && !(hasToolCalls && onlyPart.text === '');
  return isPlain ? onlyPart.text : content;
}

function writeContentPart(part: MessagePart): OpenAIContentPart | null {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.content };
    case 'tool_call_response':
      return { type: 'text', text: part.response };
    case 'refusal':
      return { type: 'refusal', refusal: part.content };
    case 'tool_call':
    case 'reasoning':
      return null;
    default:
      return mediaToOpenAI(part);
  }
}

function writeToolCall({ id, name, arguments: args, isCustom }: ToolCallPart): OpenAIToolCall {
  if (isCustom) return { id: id ?? '', type: 'custom', custom: { name, input: args } };
  return { id: id ?? '', type: 'function', function: { name, arguments: args } };
}

function splitByToolCall(message: Message): Message[] {
  if (!message.parts.some(isToolResponse)) return [message];
  const groups: MessagePart[][] = [];
  for (const part of message.parts) {
    const group = groups.at(-1);
    if (group && belongTogether(group[0], part)) group.push(part);
    else groups.push([part]);
  }
  return groups.map((parts) => {
    const isForeign = parts.some(isToolResponse) && message.role !== 'function';
    return { ...message, role: isForeign ? 'tool' : message.role, parts };
  });
}

function belongTogether(first: MessagePart | undefined, part: MessagePart): boolean {
  if (first === undefined || !isToolResponse(first)) return !isToolResponse(part);
  return isToolResponse(part) && part.id === first.id;
}

function isToolResponse(part: MessagePart): part is ToolResponsePart {
  return part.type === 'tool_call_response';
}
