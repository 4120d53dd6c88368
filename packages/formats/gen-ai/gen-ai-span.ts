import { joinEvents } from '../assembly/join-events';
import { type Attributes, structuredAttribute, textAttribute } from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import { readTools } from '../recorded/chat-messages';
import { readRecordedMessages } from '../recorded/recorded-messages';
import { toToolRun } from '../recorded/tool-results';
import { cleanTags, conversationFacts, prefixed } from '../spans/conversation-facts';
import type { CallMessage, GenAiSpan, ModelCall, ToolRun } from '../spans/span';
import { fieldsOf, listOf, messageListOf, refuseTooLong } from '../values/fields';
import { dollarsIn } from '../values/known-values';
import { messageEventNames, readMessageEvent } from './gen-ai-events';
import { readCallMessages } from './gen-ai-messages';
import { inputTokensOf, modelOf, outputTokensOf } from './gen-ai-usage';

const kinds = new Map<string, GenAiSpan['kind']>([
  ['chat', 'model'],
  ['text_completion', 'model'],
  ['generate_content', 'model'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['invoke_workflow', 'agent'],
]);

/** The attribute of the functions that OpenLLMetry records. */
export const TRACELOOP_KIND = 'traceloop.span.kind';

const entityKinds = new Map<string, GenAiSpan['kind']>([
  ['tool', 'tool'],
  ['workflow', 'agent'],
  ['agent', 'agent'],
]);

const tagPrefixes = ['gen_ai.conversation.tags.', 'traceloop.association.properties.'];

/** A span of OpenTelemetry's semantic conventions for generative AI, current or earlier. */
export function readGenAiSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const kind = kindOf(span);
  return {
    ...conversationFacts(span),
    kind,
    agentName: textAttribute(attributes, ['gen_ai.agent.name']) ?? entityAgent(attributes),
    tags: readTags(attributes),
    call: kind === 'model' || kind === 'agent' ? readCall(span) : null,
    tool: kind === 'tool' ? readTool(attributes) : null,
  };
}

function entityAgent(attributes: Attributes): string | null {
  return attributes.get(TRACELOOP_KIND) === 'agent'
    ? textAttribute(attributes, ['traceloop.entity.name'])
    : null;
}

function kindOf({ attributes, events }: OtlpSpan): GenAiSpan['kind'] {
  const entity = entityKinds.get(textAttribute(attributes, [TRACELOOP_KIND]) ?? '');
  if (entity !== undefined) return entity;
  const operation = textAttribute(attributes, ['gen_ai.operation.name']);
  if (operation !== null) return kinds.get(operation) ?? 'other';
  if (attributes.has('gen_ai.tool.name')) return 'tool';
  const hasMessages = events.some(({ name }) => messageEventNames.has(name));
  return hasMessages || attributes.has('gen_ai.request.model') ? 'model' : 'other';
}

function readCall({ attributes, events }: OtlpSpan): ModelCall {
  const own = readCallMessages(attributes);
  const messageEvents = events.filter(({ name }) => messageEventNames.has(name));
  refuseTooLong(messageEvents.length);
  const read = joinEvents(
    messageEvents.map((event) => readMessageEvent(event.name, event.attributes, undefined)),
  );
  const entity = readEntity(attributes);
  const inputs = [own.inputs, read.inputs, entity.inputs];
  const outputs = [own.outputs, read.outputs, entity.outputs];
  return {
    inputs: inputs.find(({ length }) => length > 0) ?? [],
    outputs: withFinishReasons(outputs.find(({ length }) => length > 0) ?? [], attributes),
    tools: readTools(messageListOf(structuredAttribute(attributes, 'gen_ai.tool.definitions'))),
    model: modelOf(attributes),
    provider: textAttribute(attributes, ['gen_ai.provider.name', 'gen_ai.system']),
    inputTokens: inputTokensOf(attributes),
    outputTokens: outputTokensOf(attributes),
    costUsd: dollarsIn(attributes.get('gen_ai.usage.cost')),
  };
}

/** What a workflow of OpenLLMetry received and returned: the arguments and the value of a function, as JSON text. */
function readEntity(attributes: Attributes): Pick<ModelCall, 'inputs' | 'outputs'> {
  const input = structuredAttribute(attributes, 'traceloop.entity.input');
  const { args, kwargs } = fieldsOf(input);
  const given = [...listOf(args), ...Object.values(fieldsOf(kwargs))];
  return {
    inputs: readRecordedMessages(given.length === 1 ? given[0] : input, 'user'),
    outputs: readRecordedMessages(structuredAttribute(attributes, 'traceloop.entity.output'), 'assistant'),
  };
}

/** The span lists the finish reasons of all choices, for messages without their own. */
function withFinishReasons(outputs: CallMessage[], attributes: Attributes): CallMessage[] {
  const reasons = messageListOf(structuredAttribute(attributes, 'gen_ai.response.finish_reasons'));
  // One choice may be several messages: the calls and the results of tools that the provider ran, then the reply.
  const isOneChoice = reasons.length === 1;
  return outputs.map((output, index) => {
    const reason = isOneChoice ? (index === outputs.length - 1 ? reasons[0] : null) : reasons[index];
    const finishReason = output.finishReason ?? (typeof reason === 'string' ? reason : null);
    return { ...output, finishReason };
  });
}

function readTool(attributes: Attributes): ToolRun {
  return toToolRun(
    attributes.get('gen_ai.tool.call.id'),
    textAttribute(attributes, ['gen_ai.tool.name', 'traceloop.entity.name']),
    attributes.get('gen_ai.tool.call.result') ?? attributes.get('traceloop.entity.output'),
  );
}

function readTags(attributes: Attributes): Record<string, string> {
  return cleanTags(tagPrefixes.flatMap((prefix) => prefixed(attributes, prefix)));
}
