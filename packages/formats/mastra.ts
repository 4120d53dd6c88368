import { readGenAiSpan } from './gen-ai/gen-ai-span';
import type { MessagePart } from './model/message';
import { type Attributes, structuredAttribute, textAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { fromChatForm, makeMessage, readTools } from './recorded/chat-messages';
import { readRecordedMessages } from './recorded/recorded-messages';
import { toToolRun } from './recorded/tool-results';
import type { CallMessage, GenAiSpan, ModelCall } from './spans/span';
import { fieldsOf, messageListOf } from './values/fields';
import { asText } from './values/texts';
import { readTokenUsage } from './values/token-usage';
import { toolCallPart } from './values/tool-call-part';

/** The attribute that every span of Mastra has. */
export const MASTRA_TYPE = 'mastra.span.type';

/** The attribute that every span of its version 0 has. */
const EARLIER_ID = 'mastra.trace_id';

/**
 * A span of Mastra, which follows OpenTelemetry's conventions but for the calls of models. There, the span of a step has
 * the calls of tools, and that of the inference inside it has the counts.
 */
export function readMastraSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const type = textAttribute(attributes, [MASTRA_TYPE]);
  if (textAttribute(attributes, [EARLIER_ID]) !== null) return readEarlierSpan(span, type);
  const read = readGenAiSpan(span);
  if (type === 'model_step') return { ...read, kind: 'model', call: readStep(attributes) };
  if (type !== 'model_inference' || read.call === null) return read;
  return { ...read, call: { ...read.call, inputs: [], outputs: [] } };
}

/** A span of version 0, whose agent has the session. */
function readEarlierSpan(span: OtlpSpan, type: string | null): GenAiSpan {
  const { attributes } = span;
  const thread = textAttribute(attributes, ['threadId']);
  const read = { ...readGenAiSpan(span), ...(thread !== null && { conversationKey: thread }) };
  if (type === 'model_step') return { ...read, kind: 'model', call: readEarlierStep(attributes) };
  if (type !== 'tool_call') return read;
  const name = textAttribute(attributes, ['gen_ai.tool.name']);
  return { ...read, kind: 'tool', tool: toToolRun(null, name, attributes.get('gen_ai.tool.output')) };
}

/** The request to the provider, which may refer to the calls of tools, and the response but for that of a stream. */
function readEarlierStep(attributes: Attributes): ModelCall {
  const request = fieldsOf(fieldsOf(structuredAttribute(attributes, 'input')).body);
  const hasMessages = 'input' in request || 'messages' in request;
  const inputs = hasMessages ? readRecordedMessages(request, 'user') : [];
  const { usage } = fieldsOf(structuredAttribute(attributes, 'body'));
  const { inputTokens, outputTokens } = readTokenUsage(usage);
  return {
    inputs: inputs.filter(({ parts }) => !parts.some(({ type }) => type.startsWith('tool_call'))),
    outputs: readOutput(structuredAttribute(attributes, 'output')),
    tools: readTools(messageListOf(request.tools)),
    model: textAttribute(attributes, ['modelId']),
    provider: null,
    inputTokens,
    outputTokens,
    costUsd: null,
  };
}

function readStep(attributes: Attributes): ModelCall {
  return {
    inputs: readInputs(structuredAttribute(attributes, 'mastra.model_step.input')),
    outputs: readOutput(structuredAttribute(attributes, 'mastra.model_step.output')),
    tools: [],
    model: null,
    provider: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
  };
}

/**
 * The messages of a step are previews, which name the tools that were called, and not the arguments and results. These
 * are in the steps and tools before.
 */
function readInputs(input: unknown): CallMessage[] {
  return messageListOf(input).flatMap((value) => {
    const { role, content } = fieldsOf(value);
    const text = asText(content).replaceAll('[reasoning]', '');
    const isPreview = role === 'tool' || (role === 'assistant' && text.includes('[tool: '));
    return isPreview ? [] : [fromChatForm({ role, content: text }, 'user')];
  });
}

function readOutput(output: unknown): CallMessage[] {
  const { text, toolCalls } = fieldsOf(output);
  const calls = messageListOf(toolCalls).map((value): MessagePart => {
    const { toolCallId, toolName, args } = fieldsOf(value);
    return toolCallPart(toolCallId, toolName, args);
  });
  const said: MessagePart[] = text === undefined ? [] : [{ type: 'text', content: asText(text) }];
  const parts = [...said, ...calls];
  return parts.length === 0 ? [] : [makeMessage({ role: 'assistant', name: null, parts })];
}
