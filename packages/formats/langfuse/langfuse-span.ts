import { type Attributes, structuredAttribute, textAttribute } from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import { toModelCall } from '../recorded/recorded-call';
import { documentTexts, toRetrieval } from '../recorded/retrieved-documents';
import { toToolRun } from '../recorded/tool-results';
import { cleanTags, conversationFacts, prefixed } from '../spans/conversation-facts';
import type { GenAiSpan, ModelCall, ToolRun } from '../spans/span';
import { fieldsOf, listOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { asText } from '../values/texts';
import { readUsageDetails } from './usage-details';

/** The attribute that every observation of Langfuse's SDKs has. */
export const LANGFUSE_TYPE = 'langfuse.observation.type';

const kinds = new Map<string, GenAiSpan['kind']>([
  ['generation', 'model'],
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['chain', 'chain'],
]);

/** An observation of Langfuse: https://langfuse.com/integrations/native/opentelemetry */
export function readLangfuseSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const type = textAttribute(attributes, [LANGFUSE_TYPE]) ?? '';
  const kind = kinds.get(type) ?? 'other';
  const facts = conversationFacts(span);
  return {
    ...facts,
    kind,
    agentName: kind === 'agent' ? span.name : null,
    tags: readTags(attributes),
    error: facts.error ?? readError(attributes),
    call: kind === 'tool' || kind === 'other' ? null : readCall(attributes),
    tool: readTool(span, type),
  };
}

function readCall(attributes: Attributes): ModelCall {
  const { messages, tools } = readInput(readValue(attributes, 'langfuse.observation.input'));
  const usage = fieldsOf(structuredAttribute(attributes, 'langfuse.observation.usage_details'));
  const { inputTokens, outputTokens } = readUsageDetails(usage);
  return toModelCall({
    input: messages,
    output: readValue(attributes, 'langfuse.observation.output'),
    tools,
    model: attributes.get('langfuse.observation.model.name'),
    provider: textAttribute(attributes, ['gen_ai.provider.name', 'gen_ai.system']),
    inputTokens: [inputTokens],
    outputTokens: [outputTokens],
    costUsd: fieldsOf(structuredAttribute(attributes, 'langfuse.observation.cost_details')).total,
  });
}

function readTool({ attributes, name }: OtlpSpan, type: string): ToolRun | null {
  const output = attributes.get('langfuse.observation.output');
  if (type === 'retriever') return toRetrieval(name, documentTexts(output));
  return type === 'tool' ? toToolRun(null, name, output) : null;
}

/** The request of a client, or messages. The integration with LangChain adds the tools to them as messages. */
function readInput(input: unknown): { messages: unknown; tools: unknown[] } {
  if (!Array.isArray(input)) return { messages: input, tools: listOf(fieldsOf(input).tools) };
  const isTool = (value: unknown) => {
    const { role, content } = fieldsOf(value);
    return role === 'tool' && fieldsOf(content).type === 'function';
  };
  return {
    messages: input.filter((value) => !isTool(value)),
    tools: input.filter(isTool).map((value) => fieldsOf(value).content),
  };
}

function readValue(attributes: Attributes, key: string): unknown {
  return parseValue(attributes.get(key));
}

function readTags(attributes: Attributes): Record<string, string> {
  const names = listOf(structuredAttribute(attributes, 'langfuse.trace.tags'));
  return cleanTags([
    ...names.map((name): [string, unknown] => [asText(name), 'true']),
    ...prefixed(attributes, 'langfuse.trace.metadata.').map(([key, value]): [string, unknown] => [
      key,
      parseValue(value),
    ]),
  ]);
}

function readError(attributes: Attributes): GenAiSpan['error'] {
  if (attributes.get('langfuse.observation.level') !== 'ERROR') return null;
  return { type: null, message: textAttribute(attributes, ['langfuse.observation.status_message'], 4096) };
}
