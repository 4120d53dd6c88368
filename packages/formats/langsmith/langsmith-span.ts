import { tokenCountSchema } from '../model/generation';
import { type Attributes, numberAttribute, structuredAttribute, textAttribute } from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import { readTools } from '../recorded/chat-messages';
import { readRecordedMessages } from '../recorded/recorded-messages';
import { readToolResult } from '../recorded/tool-results';
import { cleanTags, conversationFacts, prefixed } from '../spans/conversation-facts';
import type { GenAiSpan, ModelCall, ToolRun } from '../spans/span';
import { fieldsOf, listOf } from '../values/fields';
import { textOrNull } from '../values/texts';

/** The attribute that every span of LangSmith's OpenTelemetry mode has. */
export const LANGSMITH_KIND = 'langsmith.span.kind';

const METADATA = 'langsmith.metadata.';

const kinds = new Map<string, GenAiSpan['kind']>([
  ['llm', 'model'],
  ['tool', 'tool'],
]);

/** A run that LangSmith exports as a span: what its function received and returned, as JSON text. */
export function readLangSmithSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const kind = kinds.get(textAttribute(attributes, [LANGSMITH_KIND]) ?? '') ?? 'other';
  const metadata = Object.fromEntries(prefixed(attributes, METADATA));
  return {
    ...conversationFacts(span),
    kind,
    agentName: textOrNull(metadata.lc_agent_name) ?? textOrNull(metadata.langgraph_node),
    // Those of a model's run are the parameters of its call.
    tags: kind === 'other' ? cleanTags(Object.entries(metadata)) : {},
    call: kind === 'model' ? readCall(attributes) : null,
    tool: kind === 'tool' ? readTool(attributes) : null,
  };
}

function readCall(attributes: Attributes): ModelCall {
  return {
    inputs: readRecordedMessages(structuredAttribute(attributes, 'gen_ai.prompt'), 'user'),
    outputs: readRecordedMessages(structuredAttribute(attributes, 'gen_ai.completion'), 'assistant'),
    tools: readTools(listOf(structuredAttribute(attributes, 'gen_ai.tool.definitions'))),
    model: textAttribute(attributes, ['gen_ai.response.model', 'gen_ai.request.model']),
    provider: textAttribute(attributes, ['gen_ai.system']),
    inputTokens: numberAttribute(attributes, ['gen_ai.usage.input_tokens'], tokenCountSchema),
    outputTokens: numberAttribute(attributes, ['gen_ai.usage.output_tokens'], tokenCountSchema),
    costUsd: null,
  };
}

function readTool(attributes: Attributes): ToolRun {
  const completion = structuredAttribute(attributes, 'gen_ai.completion');
  const { output } = fieldsOf(completion);
  const result = completion === undefined ? null : readToolResult(output ?? completion);
  return {
    callId: textAttribute(attributes, ['gen_ai.tool.call.id']) ?? result?.callId ?? null,
    name: textAttribute(attributes, ['gen_ai.tool.name', 'langsmith.trace.name']),
    result: result?.text ?? null,
  };
}
