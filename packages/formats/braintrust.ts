import type { OtlpSpan } from './otlp/telemetry';
import { toModelCall } from './recorded/recorded-call';
import { toToolRun } from './recorded/tool-results';
import { cleanTags, conversationFacts, namedTags } from './spans/conversation-facts';
import type { GenAiSpan, ModelCall } from './spans/span';
import type { ReadSpans } from './spans/span-line';
import { readRows } from './spans/span-row';
import { fieldsOf, listOf } from './values/fields';
import { parseValue } from './values/json-text';
import { numberIn } from './values/known-values';
import { asText } from './values/texts';

type Fields = Record<string, unknown>;

const kinds = new Map<unknown, GenAiSpan['kind']>([
  ['llm', 'model'],
  ['tool', 'tool'],
]);

/** Rows of Braintrust's logs: of its API, its queries and its downloads. */
export const readBraintrust: ReadSpans = (value) => {
  const row = fieldsOf(value);
  const attributes = fieldsOf(row.span_attributes);
  if (attributes.type === 'score') return { ignored: 'a score' };
  const metadata = fieldsOf(row.metadata);
  const metrics = fieldsOf(row.metrics);
  const span = {
    traceId: row.root_span_id ?? row.span_id ?? row.id,
    spanId: row.span_id ?? row.id,
    parentSpanId: listOf(row.span_parents)[0],
    name: attributes.name,
    session: metadata.session_id ?? metadata.thread_id ?? metadata.conversation_id,
    // Seconds in metrics.
    start: numberIn(metrics.start) || row.created,
    end: metrics.end,
    error: row.error === null || row.error === undefined ? null : asText(row.error),
    attributes: {},
  };
  return readRows(
    [span],
    (read) => readContent(read, row),
    () => [],
  );
};

function readContent(span: OtlpSpan, row: Fields): GenAiSpan {
  const metadata = fieldsOf(row.metadata);
  const kind = kindOf(row, fieldsOf(row.span_attributes).type);
  // Those of a model's row are the parameters of its call.
  const facts = kind === 'model' ? [] : Object.entries(metadata);
  return {
    ...conversationFacts(span),
    kind,
    agentName: null,
    tags: cleanTags([...namedTags(row.tags), ...facts]),
    call: kind === 'model' || kind === 'agent' ? readCall(row, metadata) : null,
    tool: kind === 'tool' ? toToolRun(null, span.name, row.output ?? undefined) : null,
  };
}

function readCall(row: Fields, metadata: Fields): ModelCall {
  const metrics = fieldsOf(row.metrics);
  return toModelCall({
    input: parseValue(row.input),
    output: parseValue(choicesIn(row.output)),
    tools: parseValue(metadata.tools),
    model: metadata.model,
    provider: metadata.provider,
    inputTokens: [metrics.prompt_tokens],
    outputTokens: [metrics.completion_tokens],
    costUsd: metrics.estimated_cost,
  });
}

/** What the application logged as a whole counts where no model call is recorded. */
function kindOf(row: Fields, type: unknown): GenAiSpan['kind'] {
  const isRoot = row.is_root === true || listOf(row.span_parents).length === 0;
  return kinds.get(type) ?? (isRoot ? 'agent' : 'other');
}

/** Wrapped clients log the choices of a completion as a list. */
function choicesIn(output: unknown): unknown {
  const isChoices =
    Array.isArray(output) && output.length > 0 && output.every((one) => 'message' in fieldsOf(one));
  return isChoices ? { choices: output } : output;
}
