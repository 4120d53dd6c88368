import { readGenAiSpan } from './gen-ai/gen-ai-span';
import type { MessagePart } from './model/message';
import { type Attributes, structuredAttribute, textAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { fromChatForm, makeMessage } from './recorded/chat-messages';
import type { CallMessage, GenAiSpan, ModelCall } from './spans/span';
import { fieldsOf, messageListOf } from './values/fields';
import { asText } from './values/texts';
import { toolCallPart } from './values/tool-call-part';

/** The attribute that every span of Mastra has. */
export const MASTRA_TYPE = 'mastra.span.type';

/**
 * A span of Mastra, which follows OpenTelemetry's conventions but for the calls of models. There, the span of a step has
 * the calls of tools, and that of the inference inside it has the counts.
 */
export function readMastraSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const read = readGenAiSpan(span);
  const type = textAttribute(attributes, [MASTRA_TYPE]);
  if (type === 'model_step') return { ...read, kind: 'model', call: readStep(attributes) };
  if (type !== 'model_inference' || read.call === null) return read;
  return { ...read, call: { ...read.call, inputs: [], outputs: [] } };
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
