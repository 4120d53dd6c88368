import { type Attributes, structuredAttribute } from '../otlp/attributes';
import { fromChatForm, splitResults } from '../recorded/chat-messages';
import { partsInText } from '../recorded/parts-in-text';
import type { CallMessage } from '../spans/span';
import { fieldsOf, listOf, messageListOf } from '../values/fields';
import { parseText, parseValue } from '../values/json-text';
import { textOrNull } from '../values/texts';
import { readCallMessages } from './gen-ai-messages';

interface Read {
  inputs: CallMessage[];
  outputs: CallMessage[];
}

/** Fields of an event: the body of a log record, or its equivalent in a span event. */
type Fields = Record<string, unknown>;

const readers: Record<string, (fields: Fields, attributes: Attributes) => Partial<Read>> = {
  'gen_ai.system.message': (fields) => ({ inputs: [fromChatForm(fields, 'system')] }),
  'gen_ai.user.message': (fields) => ({ inputs: splitResults(fromChatForm(fields, 'user')) }),
  'gen_ai.assistant.message': (fields) => ({ inputs: [fromChatForm(fields, 'assistant')] }),
  'gen_ai.tool.message': (fields) => ({ inputs: [fromChatForm(fields, 'tool')] }),
  'gen_ai.choice': (fields) => ({ outputs: [readChoice(fields)] }),
  'gen_ai.content.prompt': (_fields, attributes) => ({
    inputs: readContent(attributes, 'gen_ai.prompt', 'user'),
  }),
  'gen_ai.content.completion': (_fields, attributes) => ({
    outputs: readContent(attributes, 'gen_ai.completion', 'assistant'),
  }),
  'gen_ai.client.inference.operation.details': (_fields, attributes) => readCallMessages(attributes),
};

/** The events with messages of a model call. */
export const messageEventNames: ReadonlySet<string> = new Set(Object.keys(readers));

/**
 * The messages of an event, which is an event of the call's span or a log record that refers to the span.
 * `body` is the log record's.
 */
export function readMessageEvent(name: string, attributes: Attributes, body: unknown): Read {
  const read = messageEventNames.has(name) ? readers[name] : undefined;
  return { inputs: [], outputs: [], ...read?.(eventFields(attributes, body), attributes) };
}

/**
 * In span events, the body's fields are attributes, some of them JSON text, or one attribute has them all.
 */
function eventFields(attributes: Attributes, body: unknown): Fields {
  if (typeof body === 'object' && body !== null) return fieldsOf(body);
  if (typeof body === 'string') return messageIn(body) ?? { content: body };
  const whole = structuredAttribute(attributes, 'gen_ai.event.content');
  if (typeof whole === 'object' && whole !== null) return fieldsOf(whole);
  const fields = Object.fromEntries(attributes);
  for (const name of ['message', 'tool_calls']) {
    if (name in fields) fields[name] = parseValue(fields[name]);
  }
  return { ...fields, content: converseBlocks(fields.content) ?? partsInText(fields.content) };
}

/** Semantic Kernel writes a message, or the choice that has it, as JSON text; null for any other text. */
function messageIn(text: string): Fields | null {
  const fields = fieldsOf(parseText(text));
  const { role } = fieldsOf(fields.message ?? fields);
  return typeof role === 'string' ? fields : null;
}

/** The content of Strands: JSON text of the blocks of Bedrock's Converse API; null for any other text. */
function converseBlocks(content: unknown): unknown[] | null {
  if (typeof content !== 'string' || !content.startsWith('[{"')) return null;
  const blocks = listOf(parseText(content));
  const isConverse = blocks.every((block) => {
    const [name, ...others] = Object.keys(fieldsOf(block));
    return others.length === 0 && converseNames.has(name ?? '');
  });
  return blocks.length > 0 && isConverse ? blocks : null;
}

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html
const converseNames = new Set([
  'text',
  'toolUse',
  'toolResult',
  'reasoningContent',
  'image',
  'document',
  'video',
  'cachePoint',
]);

function readChoice(fields: Fields): CallMessage {
  const message = fields.message ?? fields;
  const isContent = typeof message === 'string' || Array.isArray(message);
  const wire = isContent ? { content: message } : fieldsOf(message);
  return {
    ...fromChatForm({ tool_calls: fields.tool_calls, ...wire }, 'assistant'),
    finishReason: textOrNull(fields.finish_reason),
  };
}

function readContent(attributes: Attributes, key: string, role: 'user' | 'assistant'): CallMessage[] {
  const structured = structuredAttribute(attributes, key);
  if (Array.isArray(structured)) return messageListOf(structured).map((value) => fromChatForm(value, role));
  const content = attributes.get(key);
  return content === undefined ? [] : [fromChatForm({ content }, role)];
}
