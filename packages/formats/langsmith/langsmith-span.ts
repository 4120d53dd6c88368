import { type Attributes, structuredAttribute, textAttribute } from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import { toModelCall } from '../recorded/recorded-call';
import { documentTexts, toRetrieval } from '../recorded/retrieved-documents';
import { toToolRun } from '../recorded/tool-results';
import { cleanTags, conversationFacts, namedTags, prefixed } from '../spans/conversation-facts';
import type { GenAiSpan, ModelCall, ToolRun } from '../spans/span';
import { fieldsOf } from '../values/fields';
import { textOrNull } from '../values/texts';

/** The attribute that every span of LangSmith's OpenTelemetry mode has. */
export const LANGSMITH_KIND = 'langsmith.span.kind';

export const LANGSMITH_METADATA = 'langsmith.metadata.';

const kinds = new Map<string, GenAiSpan['kind']>([
  ['llm', 'model'],
  ['tool', 'tool'],
  ['chain', 'chain'],
  ['retriever', 'tool'],
]);

/** A run that LangSmith exports as a span: what its function received and returned, as JSON text. */
export function readLangSmithSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const kind = kinds.get(textAttribute(attributes, [LANGSMITH_KIND]) ?? '') ?? 'other';
  const metadata = Object.fromEntries(prefixed(attributes, LANGSMITH_METADATA));
  return {
    ...conversationFacts(span),
    kind,
    agentName: textOrNull(metadata.lc_agent_name) ?? textOrNull(metadata.langgraph_node),
    // Those of a model's run are the parameters of its call.
    tags: kind === 'other' || kind === 'chain' ? readTags(attributes, metadata) : {},
    call: kind === 'model' || kind === 'chain' ? readCall(attributes) : null,
    tool: kind === 'tool' ? readTool(attributes) : null,
  };
}

function readCall(attributes: Attributes): ModelCall {
  return toModelCall({
    input: structuredAttribute(attributes, 'gen_ai.prompt'),
    output: structuredAttribute(attributes, 'gen_ai.completion'),
    tools: structuredAttribute(attributes, 'gen_ai.tool.definitions'),
    model: textAttribute(attributes, ['gen_ai.response.model', 'gen_ai.request.model']),
    provider: attributes.get('gen_ai.system'),
    inputTokens: [attributes.get('gen_ai.usage.input_tokens')],
    outputTokens: [attributes.get('gen_ai.usage.output_tokens')],
    costUsd: attributes.get('gen_ai.usage.cost'),
  });
}

function readTool(attributes: Attributes): ToolRun | null {
  const completion = structuredAttribute(attributes, 'gen_ai.completion');
  if (attributes.get(LANGSMITH_KIND) === 'retriever') {
    return toRetrieval(attributes.get('langsmith.trace.name'), documentTexts(completion));
  }
  return toToolRun(
    attributes.get('gen_ai.tool.call.id'),
    textAttribute(attributes, ['gen_ai.tool.name', 'langsmith.trace.name']),
    fieldsOf(completion).output ?? completion,
  );
}

/** Names with a colon are those that LangGraph gives its steps. */
function readTags(attributes: Attributes, metadata: Record<string, unknown>): Record<string, string> {
  const names = namedTags(attributes.get('langsmith.span.tags')).filter(([name]) => !name.includes(':'));
  return cleanTags([...names, ...Object.entries(metadata)]);
}
