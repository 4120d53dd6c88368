import type { MessagePart } from './model/message';
import { type Attributes, structuredAttribute, textAttribute, tokensAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { fromChatForm, makeMessage, readTools } from './recorded/chat-messages';
import { readToolResult } from './recorded/tool-results';
import { cleanTags, conversationFacts, prefixed } from './spans/conversation-facts';
import type { CallMessage, GenAiSpan, ModelCall, ToolRun } from './spans/span';
import { fieldsOf, listOf, messageListOf } from './values/fields';
import { dollarsIn } from './values/known-values';
import { asText } from './values/texts';
import { toolCallPart } from './values/tool-call-part';

/** The attribute that every span of the AI SDK has up to version 6. */
export const VERCEL_OPERATION = 'ai.operationId';

const METADATA = 'ai.telemetry.metadata.';

/**
 * A span of the Vercel AI SDK up to version 6, also when an OpenInference processor has added its attributes,
 * which lose what they do not know. Later versions export OpenTelemetry's conventions.
 */
export function readVercelSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const kind = kindOf(asText(attributes.get(VERCEL_OPERATION)));
  return {
    ...conversationFacts(span),
    kind,
    agentName: textAttribute(attributes, ['ai.telemetry.functionId']),
    tags: cleanTags(prefixed(attributes, METADATA)),
    call: kind === 'model' || kind === 'agent' ? readCall(attributes) : null,
    tool: kind === 'tool' ? readTool(attributes) : null,
  };
}

/** `ai.generateText` is the whole of its calls, `ai.generateText.doGenerate` one of them. */
function kindOf(operation: string): GenAiSpan['kind'] {
  if (operation === 'ai.toolCall') return 'tool';
  const [, verb, call] =
    /^ai\.(generate|stream)(?:Text|Object)(\.do(?:Generate|Stream))?$/.exec(operation) ?? [];
  if (verb === undefined) return 'other';
  return call === undefined ? 'agent' : 'model';
}

function readCall(attributes: Attributes): ModelCall {
  const finishReason = textAttribute(attributes, ['ai.response.finishReason']);
  return {
    inputs: readInputs(attributes),
    outputs: readOutput(attributes).map((output) => ({ ...output, finishReason })),
    tools: readTools(listOf(attributes.get('ai.prompt.tools'))),
    model: textAttribute(attributes, ['ai.response.model', 'ai.model.id']),
    provider: textAttribute(attributes, ['ai.model.provider'])?.split('.')[0] ?? null,
    inputTokens: tokensAttribute(attributes, 'ai.usage.inputTokens', 'ai.usage.promptTokens'),
    outputTokens: tokensAttribute(attributes, 'ai.usage.outputTokens', 'ai.usage.completionTokens'),
    costUsd: dollarsIn(attributes.get('gen_ai.usage.cost')),
  };
}

function readInputs(attributes: Attributes): CallMessage[] {
  const messages = messageListOf(structuredAttribute(attributes, 'ai.prompt.messages'));
  if (messages.length > 0) return messages.map(toMessage);
  const { system, prompt, messages: said } = fieldsOf(structuredAttribute(attributes, 'ai.prompt'));
  const texts = [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ].filter(({ content }) => typeof content === 'string');
  return [...texts, ...messageListOf(said)].map(toMessage);
}

const toMessage = (value: unknown) => fromChatForm(value, 'user');

function readOutput(attributes: Attributes): CallMessage[] {
  const text = attributes.get('ai.response.text') ?? attributes.get('ai.response.object');
  const reasoning = textAttribute(attributes, ['ai.response.reasoning'], Number.POSITIVE_INFINITY);
  const calls = messageListOf(structuredAttribute(attributes, 'ai.response.toolCalls')).map((value) => {
    const { toolCallId, toolName, input, args } = fieldsOf(value);
    return toolCallPart(toolCallId, toolName, input ?? args);
  });
  const parts: MessagePart[] = [
    ...(text === undefined ? [] : [{ type: 'text' as const, content: asText(text) }]),
    ...calls,
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, content: reasoning }]),
  ];
  return parts.length === 0 ? [] : [makeMessage({ role: 'assistant', name: null, parts })];
}

function readTool(attributes: Attributes): ToolRun {
  const result = attributes.get('ai.toolCall.result');
  return {
    callId: textAttribute(attributes, ['ai.toolCall.id']),
    name: textAttribute(attributes, ['ai.toolCall.name']),
    result: result === undefined ? null : readToolResult(result).text,
  };
}
