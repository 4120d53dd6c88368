import { costSchema, tokenCountSchema } from '../../platform/http/schemas';
import {
  type Attributes,
  messageListOf,
  numberAttribute,
  refuseTooLong,
  structuredAttribute,
  textAttribute,
} from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import type { CallMessage, GenAiSpan, ModelCall, ToolRun } from '../span/span';
import { asText, readTools } from './chat-messages';
import { cleanTags, conversationFacts } from './conversation-facts';
import { messageEventNames, readMessageEvent } from './gen-ai-events';
import { readCallMessages } from './gen-ai-messages';

const kinds: Record<string, GenAiSpan['kind']> = {
  chat: 'model',
  text_completion: 'model',
  generate_content: 'model',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  create_agent: 'agent',
  invoke_workflow: 'agent',
};

const TAG_PREFIX = 'gen_ai.conversation.tags.';

/** A span of OpenTelemetry's semantic conventions for generative AI, current or earlier. */
export function readGenAiSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const kind = kindOf(span);
  return {
    ...conversationFacts(span),
    kind,
    conversationKey: textAttribute(attributes, ['gen_ai.conversation.id', 'session.id']),
    agentName: textAttribute(attributes, ['gen_ai.agent.name']),
    tags: readTags(attributes),
    call: kind === 'model' || kind === 'agent' ? readCall(span) : null,
    tool: kind === 'tool' ? readTool(attributes) : null,
  };
}

function kindOf({ attributes, events }: OtlpSpan): GenAiSpan['kind'] {
  const operation = textAttribute(attributes, ['gen_ai.operation.name']);
  if (operation !== null) return Object.hasOwn(kinds, operation) ? (kinds[operation] ?? 'other') : 'other';
  if (attributes.has('gen_ai.tool.name')) return 'tool';
  const hasMessages = events.some(({ name }) => messageEventNames.has(name));
  return hasMessages || attributes.has('gen_ai.request.model') ? 'model' : 'other';
}

function readCall({ attributes, events }: OtlpSpan): ModelCall {
  const own = readCallMessages(attributes);
  const messageEvents = events.filter(({ name }) => messageEventNames.has(name));
  refuseTooLong(messageEvents.length);
  const read = messageEvents.map((event) => readMessageEvent(event.name, event.attributes, undefined));
  const outputs = own.outputs.length > 0 ? own.outputs : read.flatMap((event) => event.outputs);
  return {
    inputs: own.inputs.length > 0 ? own.inputs : read.flatMap((event) => event.inputs),
    outputs: withFinishReasons(outputs, attributes),
    tools: readTools(messageListOf(structuredAttribute(attributes, 'gen_ai.tool.definitions'))),
    model: textAttribute(attributes, ['gen_ai.response.model', 'gen_ai.request.model']),
    provider: textAttribute(attributes, ['gen_ai.provider.name', 'gen_ai.system']),
    inputTokens: numberAttribute(
      attributes,
      ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
      tokenCountSchema,
    ),
    outputTokens: numberAttribute(
      attributes,
      ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
      tokenCountSchema,
    ),
    costUsd: numberAttribute(attributes, ['gen_ai.usage.cost'], costSchema),
  };
}

/** The span lists the finish reasons of all choices, for messages without their own. */
function withFinishReasons(outputs: CallMessage[], attributes: Attributes): CallMessage[] {
  const reasons = messageListOf(structuredAttribute(attributes, 'gen_ai.response.finish_reasons'));
  return outputs.map((output, index) => {
    const reason = reasons[index];
    const finishReason = output.finishReason ?? (typeof reason === 'string' ? reason : null);
    return { ...output, finishReason };
  });
}

function readTool(attributes: Attributes): ToolRun {
  const result = attributes.get('gen_ai.tool.call.result');
  return {
    callId: textAttribute(attributes, ['gen_ai.tool.call.id']),
    name: textAttribute(attributes, ['gen_ai.tool.name']),
    result: result === undefined ? null : asText(result),
  };
}

function readTags(attributes: Attributes): Record<string, string> {
  const tags: [string, unknown][] = [];
  for (const [key, value] of attributes) {
    if (key.startsWith(TAG_PREFIX)) tags.push([key.slice(TAG_PREFIX.length), value]);
  }
  return cleanTags(tags);
}
