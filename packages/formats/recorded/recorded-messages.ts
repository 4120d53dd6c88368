import type { MessagePart, MessageRole } from '../model/message';
import type { ImportMessage } from '../openai-chat/import-message.schema';
import { toResponses } from '../openai-chat/openai-messages';
import { type ResponsesItem, responsesItemSchema } from '../openai-responses/responses-item.schema';
import { toImportMessages } from '../openai-responses/responses-items';
import type { CallMessage } from '../spans/span';
import { fieldsOf, listOf, messageListOf } from '../values/fields';
import { asText, textOrNull } from '../values/texts';
import { toolCallPart } from '../values/tool-call-part';
import { fromChatForm, joinItems, makeMessage, splitResults } from './chat-messages';
import { contentParts } from './content-parts';
import { type LangChainMessage, readLangChainMessage } from './langchain-message';
import { isObjectText } from './object-text';

/**
 * The messages of a value that was recorded as the input or output of a call, in the form of the framework that
 * made it: a request or a response of a model, LangChain's messages, a list of messages, one message, or text.
 */
export function readRecordedMessages(value: unknown, role: 'user' | 'assistant'): CallMessage[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return isObjectText(value) ? [] : [fromChatForm({ content: value }, role)];
  const { messages, choices, generations, ...fields } = fieldsOf(value);
  const items = itemsOf(fields);
  if (choices !== undefined) return messageListOf(choices).map(readChoice).flatMap(splitResults);
  if (generations !== undefined) return nestedList(generations).map(readGeneration).flatMap(splitResults);
  const list = messages ?? items ?? (Array.isArray(value) ? value : undefined);
  const read =
    list === undefined
      ? [readMessage(fields, role)]
      : withoutItems(nestedList(list).filter((one) => !isReference(one))).map((one) =>
          readMessage(one, role),
        );
  return joinItems(read.flatMap(splitResults));
}

/** The items of a request to the Responses API, with its instructions, or of a response; one item may be alone. */
function itemsOf(fields: Record<string, unknown>): unknown[] | undefined {
  const { input, output, instructions } = fields;
  if (isItems(output)) return output;
  if (isItems(input)) {
    return typeof instructions === 'string' ? [{ role: 'system', content: instructions }, ...input] : input;
  }
  return isItem(fields) ? [fields] : undefined;
}

function isItems(value: unknown): value is unknown[] {
  const isMessage = (entry: unknown) => typeof fieldsOf(entry).role === 'string';
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((entry) => isMessage(entry) || isItem(entry) || isReference(entry))
  );
}

/** Names an item that OpenAI has stored: an output of a call before. */
function isReference(value: unknown): boolean {
  return fieldsOf(value).type === 'item_reference';
}

function isItem(value: unknown): boolean {
  return fieldsOf(value).role === undefined && responsesItemSchema.safeParse(value).success;
}

/** Items of the Responses API become messages of the chat form, if there is nothing but these and messages. */
function withoutItems(entries: unknown[]): unknown[] {
  const isMessage = (entry: unknown) => typeof fieldsOf(entry).role === 'string';
  if (entries.every(isMessage)) return entries;
  const read = entries.map((entry) => (isMessage(entry) ? entry : responsesItemSchema.safeParse(entry).data));
  return read.includes(undefined) ? entries : toImportMessages(read as (ImportMessage | ResponsesItem)[]);
}

/** LangChain sends a list of messages for each of the prompts of a batch. */
function nestedList(value: unknown): unknown[] {
  return messageListOf(listOf(value).flat());
}

function readChoice(choice: unknown): CallMessage {
  const { message, finish_reason: reason } = fieldsOf(choice);
  return { ...fromChatForm(message, 'assistant'), finishReason: textOrNull(reason) };
}

function readGeneration(generation: unknown): CallMessage {
  const { message, text, generation_info: info } = fieldsOf(generation);
  const read = readMessage(message ?? { content: text }, 'assistant');
  return { ...read, finishReason: textOrNull(fieldsOf(info).finish_reason) ?? read.finishReason };
}

function readMessage(value: unknown, fallbackRole: MessageRole): CallMessage {
  if (typeof value === 'string') return fromChatForm({ content: value }, fallbackRole);
  const message = readLangChainMessage(value);
  if (message !== null) return fromLangChain(message);
  const outer = fieldsOf(value);
  const wire = fieldsOf(outer.kwargs ?? outer.data ?? outer);
  const isMessage = ['content', 'tool_calls', 'role', 'refusal'].some((name) => name in wire);
  return fromChatForm(isMessage ? wire : { content: asText(value) }, fallbackRole);
}

function fromLangChain({ role, fields: wire }: LangChainMessage): CallMessage {
  const { tool_calls: toolCalls, response_metadata: metadata, additional_kwargs: additional } = wire;
  const name = textOrNull(wire.name);
  const content = contentParts(wire.content);
  if (role === 'tool') {
    return makeMessage({ role, name, parts: toResponses(textOrNull(wire.tool_call_id), content) });
  }
  const calls = listOf(toolCalls).map((call): MessagePart => {
    const { id, name: tool, args } = fieldsOf(call);
    return toolCallPart(id, tool, args);
  });
  // The content of Anthropic's models repeats the calls.
  const said = content.filter(
    (part) => part.type !== 'tool_call' && (part.type !== 'text' || part.content !== ''),
  );
  const reasoning = fieldsOf(additional).reasoning_content;
  if (typeof reasoning === 'string' && reasoning !== '') said.push({ type: 'reasoning', content: reasoning });
  const { finish_reason: finish, stop_reason: stop } = fieldsOf(metadata);
  return makeMessage({ role, name, parts: [...said, ...calls], finishReason: textOrNull(finish ?? stop) });
}
