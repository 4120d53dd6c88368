import type { MessagePart, MessageRole } from '../model/message';
import { imagePart } from '../openai-chat/openai-media';
import { toResponses } from '../openai-chat/openai-messages';
import {
  type Attributes,
  flattenedList,
  structuredAttribute,
  textAttribute,
  tokensAttribute,
} from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import {
  fromChatForm,
  joinItems,
  makeMessage,
  readTools,
  roleOf,
  splitResults,
} from '../recorded/chat-messages';
import { contentParts } from '../recorded/content-parts';
import { readHandedHistory } from '../recorded/handed-history';
import { isLangChainConstructor } from '../recorded/langchain-message';
import { isObjectText } from '../recorded/object-text';
import { partsInText } from '../recorded/parts-in-text';
import { readRecordedMessages } from '../recorded/recorded-messages';
import { documentTexts, toRetrieval } from '../recorded/retrieved-documents';
import { toToolRun } from '../recorded/tool-results';
import { cleanTags, conversationFacts, sessionIn } from '../spans/conversation-facts';
import type { CallMessage, GenAiSpan, ModelCall, ToolRun } from '../spans/span';
import { fieldsOf, listOf, messageListOf } from '../values/fields';
import { parseText, parseValue } from '../values/json-text';
import { dollarsIn, textIn } from '../values/known-values';
import { asText, textOrNull } from '../values/texts';
import { toolCallPart } from '../values/tool-call-part';

const kinds = new Map<string, GenAiSpan['kind']>([
  ['LLM', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'tool'],
]);

/** The attribute that every OpenInference span has. */
export const OPENINFERENCE_KIND = 'openinference.span.kind';

/** The value of what a client is configured to hide, such as the text of messages. */
const HIDDEN = '__REDACTED__';

/**
 * A span that follows OpenInference:
 * https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md
 */
export function readOpenInferenceSpan({ attributes: recorded, ...rest }: OtlpSpan): GenAiSpan {
  const attributes: Attributes = new Map([...recorded].filter(([, value]) => value !== HIDDEN));
  const span = { ...rest, attributes };
  const name = asText(attributes.get(OPENINFERENCE_KIND)).toUpperCase();
  const named = kinds.get(name) ?? 'other';
  const kind = named === 'model' && !hasMessages(attributes) ? 'agent' : named;
  const facts = conversationFacts(span);
  const metadata = fieldsOf(structuredAttribute(attributes, 'metadata'));
  const responseId = facts.responseId ?? (kind === 'model' ? readResponseId(attributes) : null);
  return {
    ...facts,
    ...(responseId !== null && { responseId }),
    kind,
    conversationKey: sessionIn(attributes, ['session.id']) ?? facts.conversationKey,
    agentName: textAttribute(attributes, ['agent.name']) ?? nodeName(metadata) ?? agentNode(kind, attributes),
    tags: readTags(attributes, metadata),
    call: kind === 'tool' || kind === 'other' ? null : readCall(attributes),
    tool: name === 'RETRIEVER' ? readRetrieval(span) : kind === 'tool' ? readTool(attributes) : null,
  };
}

/**
 * Frameworks also mark the helpers of a call as model spans. They have no messages, only values, which count, like
 * those of an agent, where no other span has messages.
 */
function hasMessages(attributes: Attributes): boolean {
  const prefixes = ['llm.input_messages.', 'llm.output_messages.'];
  return (
    [...attributes.keys()].some((key) => prefixes.some((prefix) => key.startsWith(prefix))) ||
    readChatValues(attributes).length > 0
  );
}

/** The agent or node of LangGraph. */
function nodeName(metadata: Record<string, unknown>): string | null {
  return textOrNull(metadata.lc_agent_name) ?? textOrNull(metadata.langgraph_node);
}

/** An agent in the graph of a team, where it has no other name. */
function agentNode(kind: GenAiSpan['kind'], attributes: Attributes): string | null {
  return kind === 'agent' ? textAttribute(attributes, ['graph.node.name', 'graph.node.id']) : null;
}

function readCall(attributes: Attributes): ModelCall {
  const inputs =
    readLangChainValue(attributes, 'input.value') ??
    flattenedList(attributes, 'llm.input_messages').map((entry) => readMessage(entry, 'user'));
  const outputs =
    readLangChainValue(attributes, 'output.value') ??
    flattenedList(attributes, 'llm.output_messages').map((entry) => readMessage(entry, 'assistant'));
  const written = outputs.length > 0 ? outputs : readOutputValue(attributes);
  const finishReason = textAttribute(attributes, ['llm.finish_reason']);
  return {
    inputs: joinItems(
      inputs.length > 0
        ? inputs.flatMap(readHandedHistory).flatMap(splitResults)
        : readInputValue(attributes),
    ),
    outputs: joinItems(written.flatMap(splitResults)).map((output) => ({
      ...output,
      finishReason: output.finishReason ?? finishReason,
    })),
    tools: readTools(flattenedList(attributes, 'llm.tools').map((entry) => entry.get('tool.json_schema'))),
    model: textAttribute(attributes, ['llm.response.model_name', 'llm.model_name', 'llm.request.model_name']),
    provider: textAttribute(attributes, ['llm.provider', 'llm.system']),
    inputTokens: tokensAttribute(attributes, 'llm.token_count.prompt'),
    outputTokens: tokensAttribute(attributes, 'llm.token_count.completion'),
    costUsd: dollarsIn(attributes.get('llm.cost.total')),
  };
}

/**
 * The messages as LangChain serialized them. The flattened lists of its JavaScript instrumentation lack the ids of calls
 * and the texts of messages with several parts. Null for values of other clients.
 */
function readLangChainValue(
  attributes: Attributes,
  name: 'input.value' | 'output.value',
): CallMessage[] | null {
  const value = structuredAttribute(attributes, name);
  const { messages, generations } = fieldsOf(value);
  const [first] = listOf(messages ?? generations).flat();
  const isLangChain = isLangChainConstructor(messages === undefined ? fieldsOf(first).message : first);
  return isLangChain ? readRecordedMessages(value, name === 'input.value' ? 'user' : 'assistant') : null;
}

/** The response as a whole, or as LangChain describes it. A reply in JSON may have an `id` too, which says nothing. */
function readResponseId(attributes: Attributes): string | null {
  const value = fieldsOf(structuredAttribute(attributes, 'output.value'));
  const isResponse = [value.choices, value.output, value.content].some(Array.isArray);
  return (isResponse ? textOrNull(value.id) : null) ?? textOrNull(fieldsOf(value.llm_output).id);
}

function readRetrieval({ attributes, name }: OtlpSpan): ToolRun | null {
  const texts = flattenedList(attributes, 'retrieval.documents').flatMap(
    (entry) => textIn(entry.get('document.content')) ?? [],
  );
  return toRetrieval(name, texts.length > 0 ? texts : documentTexts(attributes.get('output.value')));
}

function readMessage(entry: Attributes, fallbackRole: MessageRole): CallMessage {
  const role = roleOf(entry.get('message.role'), fallbackRole);
  const content = readContent(entry);
  const calls = flattenedList(entry, 'message.tool_calls').map((call) =>
    toolCallPart(
      call.get('tool_call.id'),
      call.get('tool_call.function.name'),
      call.get('tool_call.function.arguments'),
    ),
  );
  const functionName = textOrNull(entry.get('message.function_call_name'));
  if (functionName !== null && role === 'assistant') {
    calls.push(toolCallPart(null, functionName, entry.get('message.function_call_arguments_json')));
  }
  const isResult = role === 'tool' || role === 'function';
  const results = isResult ? readAutoGenResults(entry) : [];
  return makeMessage({
    role,
    name: textOrNull(entry.get('message.name')) ?? (role === 'function' ? functionName : null),
    parts:
      isResult && results.length === 0
        ? toResponses(textOrNull(entry.get('message.tool_call_id')), content)
        : [...results, ...content, ...calls],
  });
}

/** The results of one round of calls, which AutoGen has as JSON text in attributes without the prefix of messages. */
function readAutoGenResults(entry: Attributes): MessagePart[] {
  return [...entry].flatMap(([key, value]): MessagePart[] => {
    if (!/^function\.\d+$/.test(key)) return [];
    const { call_id: id, content } = fieldsOf(parseValue(value));
    return [{ type: 'tool_call_response', id: textOrNull(id), response: asText(content) }];
  });
}

function readContent(entry: Attributes): MessagePart[] {
  const parts = flattenedList(entry, 'message.contents').flatMap(readContentPart);
  const content = entry.get('message.content');
  return parts.length > 0 || content === undefined ? parts : contentParts(partsInText(content));
}

function readContentPart(part: Attributes): MessagePart[] {
  const url = part.get('message_content.image.image.url');
  if (typeof url === 'string') return [imagePart({ type: 'image_url', image_url: { url } })];
  const text = part.get('message_content.text');
  if (text === undefined) return [];
  const isReasoning = part.get('message_content.type') === 'reasoning';
  return [{ type: isReasoning ? 'reasoning' : 'text', content: asText(text) }];
}

/** A span without messages may still have the request or the prompt as a whole. */
function readInputValue(attributes: Attributes): CallMessage[] {
  const value = attributes.get('input.value');
  if (typeof value !== 'string') return [];
  const messages = readChatValues(attributes);
  return messages.length > 0 ? messages : [fromChatForm({ content: textOfValue(value, inputNames) }, 'user')];
}

/** The messages of a request in the value of the input. */
function readChatValues(attributes: Attributes): CallMessage[] {
  const value = attributes.get('input.value');
  if (typeof value !== 'string') return [];
  return messageListOf(fieldsOf(parseText(value)).messages)
    .filter((message) => typeof message === 'object')
    .flatMap((message) => splitResults(fromChatForm(message, 'user')));
}

function readOutputValue(attributes: Attributes): CallMessage[] {
  const value = attributes.get('output.value');
  if (typeof value !== 'string') return [];
  if (isObjectText(value)) return [];
  const choices = messageListOf(fieldsOf(parseText(value)).choices);
  if (choices.length === 0) return [fromChatForm({ content: textOfValue(value, outputNames) }, 'assistant')];
  return choices.map((choice) => {
    const { message, finish_reason: reason } = fieldsOf(choice);
    return { ...fromChatForm(message, 'assistant'), finishReason: textOrNull(reason) };
  });
}

const inputNames = ['input', 'question', 'query', 'prompt', 'message', 'text'];
const outputNames = ['output', 'answer', 'result', 'response', 'text', 'content'];

/** The text of a value, which may be the only argument or result of a function with a usual name. */
function textOfValue(value: string, names: readonly string[]): string {
  const fields = fieldsOf(parseText(value));
  return names.map((name) => textIn(fields[name])).find((text) => text !== undefined) ?? value;
}

function readTool(attributes: Attributes): ToolRun {
  return toToolRun(
    textAttribute(attributes, ['tool_call.id', 'tool.id']),
    attributes.get('tool.name'),
    attributes.get('output.value'),
  );
}

/** `tag.tags` are names without values; the top level of `metadata` becomes tags. */
function readTags(attributes: Attributes, metadata: Record<string, unknown>): Record<string, string> {
  const names = messageListOf(structuredAttribute(attributes, 'tag.tags')).map((name): [string, unknown] => [
    asText(name),
    'true',
  ]);
  return cleanTags([
    ...names,
    ...Object.entries(metadata).filter(([, value]) => !isLangChainVersions(value)),
  ]);
}

/** LangChain for JavaScript adds the versions of its packages. */
function isLangChainVersions(value: unknown): boolean {
  return Object.keys(fieldsOf(value)).some((name) => name.startsWith('@langchain/'));
}
