import type { MessagePart, MessageRole } from '../../conversations/transcript/message';
import { imagePart } from '../../conversations/transcript/openai-media';
import { costSchema, tokenCountSchema } from '../../platform/http/schemas';
import {
  type Attributes,
  fieldsOf,
  flattenedList,
  messageListOf,
  numberAttribute,
  parseText,
  structuredAttribute,
  textAttribute,
} from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import type { CallMessage, GenAiSpan, ModelCall, ToolRun } from '../span/span';
import {
  asText,
  fromChatForm,
  makeMessage,
  readTools,
  roleOf,
  textOrNull,
  toolCallPart,
  toResponses,
} from './chat-messages';
import { cleanTags, conversationFacts } from './conversation-facts';

const kinds: Record<string, GenAiSpan['kind']> = { LLM: 'model', TOOL: 'tool', AGENT: 'agent' };

/** The attribute that every OpenInference span has. */
export const OPENINFERENCE_KIND = 'openinference.span.kind';

/**
 * A span that follows OpenInference:
 * https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md
 */
export function readOpenInferenceSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const name = asText(attributes.get(OPENINFERENCE_KIND)).toUpperCase();
  const kind = Object.hasOwn(kinds, name) ? (kinds[name] ?? 'other') : 'other';
  return {
    ...conversationFacts(span),
    kind,
    conversationKey: textAttribute(attributes, ['session.id', 'gen_ai.conversation.id']),
    agentName: textAttribute(attributes, ['agent.name']),
    tags: readTags(attributes),
    call: kind === 'model' || kind === 'agent' ? readCall(attributes) : null,
    tool: kind === 'tool' ? readTool(attributes) : null,
  };
}

function readCall(attributes: Attributes): ModelCall {
  const inputs = flattenedList(attributes, 'llm.input_messages').map((entry) => readMessage(entry, 'user'));
  const outputs = flattenedList(attributes, 'llm.output_messages').map((entry) =>
    readMessage(entry, 'assistant'),
  );
  const written = outputs.length > 0 ? outputs : readOutputValue(attributes);
  const finishReason = textAttribute(attributes, ['llm.finish_reason']);
  return {
    inputs: inputs.length > 0 ? inputs : readInputValue(attributes),
    outputs: written.map((output) => ({ ...output, finishReason: output.finishReason ?? finishReason })),
    tools: readTools(flattenedList(attributes, 'llm.tools').map((entry) => entry.get('tool.json_schema'))),
    model: textAttribute(attributes, ['llm.response.model_name', 'llm.model_name', 'llm.request.model_name']),
    provider: textAttribute(attributes, ['llm.provider', 'llm.system']),
    inputTokens: numberAttribute(attributes, ['llm.token_count.prompt'], tokenCountSchema),
    outputTokens: numberAttribute(attributes, ['llm.token_count.completion'], tokenCountSchema),
    costUsd: numberAttribute(attributes, ['llm.cost.total'], costSchema),
  };
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
  return makeMessage({
    role,
    name: textOrNull(entry.get('message.name')) ?? (role === 'function' ? functionName : null),
    parts: isResult
      ? toResponses(textOrNull(entry.get('message.tool_call_id')), content)
      : [...content, ...calls],
  });
}

function readContent(entry: Attributes): MessagePart[] {
  const parts = flattenedList(entry, 'message.contents').flatMap(readContentPart);
  const content = entry.get('message.content');
  return parts.length > 0 || content === undefined ? parts : [{ type: 'text', content: asText(content) }];
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
  const messages = messageListOf(fieldsOf(parseText(value)).messages);
  if (messages.length > 0) return messages.map((message) => fromChatForm(message, 'user'));
  return [fromChatForm({ content: value }, 'user')];
}

function readOutputValue(attributes: Attributes): CallMessage[] {
  const value = attributes.get('output.value');
  if (typeof value !== 'string') return [];
  const choices = messageListOf(fieldsOf(parseText(value)).choices);
  if (choices.length === 0) return [fromChatForm({ content: value }, 'assistant')];
  return choices.map((choice) => {
    const { message, finish_reason: reason } = fieldsOf(choice);
    return { ...fromChatForm(message, 'assistant'), finishReason: textOrNull(reason) };
  });
}

function readTool(attributes: Attributes): ToolRun {
  const result = attributes.get('output.value');
  return {
    callId: textAttribute(attributes, ['tool_call.id', 'tool.id']),
    name: textAttribute(attributes, ['tool.name']),
    result: result === undefined ? null : asText(result),
  };
}

/** `tag.tags` are names without values; the top level of `metadata` becomes tags. */
function readTags(attributes: Attributes): Record<string, string> {
  const names = messageListOf(structuredAttribute(attributes, 'tag.tags')).map((name): [string, unknown] => [
    asText(name),
    'true',
  ]);
  const metadata = Object.entries(fieldsOf(structuredAttribute(attributes, 'metadata')));
  return cleanTags([...names, ...metadata]);
}
