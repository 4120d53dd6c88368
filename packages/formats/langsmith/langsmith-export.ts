import type { ReadSpans } from '../spans/span-line';
import { readRows, type SpanRow } from '../spans/span-row';
import { fieldsOf, listOf, messageListOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { textIn } from '../values/known-values';
import { LANGSMITH_KIND, LANGSMITH_METADATA, readLangSmithSpan } from './langsmith-span';

type Fields = Record<string, unknown>;

/** Runs nested deeper are left out. */
const MAX_DEPTH = 64;

/** Runs of LangSmith, each alone or with its child runs. Bulk exports have objects as JSON text. */
export const readLangSmith: ReadSpans = (value) =>
  readRows(
    messageListOf(withChildren(fieldsOf(value), 0)).map((run) => toRow(fieldsOf(run))),
    readLangSmithSpan,
    (index) => (index === 0 ? [] : ['child_runs']),
  );

function withChildren(run: Fields, depth: number): Fields[] {
  if (depth > MAX_DEPTH) return [];
  return [run, ...listOf(run.child_runs).flatMap((child) => withChildren(fieldsOf(child), depth + 1))];
}

/** With the attributes of LangSmith's OpenTelemetry mode. */
function toRow(run: Fields): SpanRow {
  const { metadata: recorded, invocation_params: asked } = fieldsOf(parseValue(run.extra));
  const metadata = fieldsOf(recorded);
  const invocation = fieldsOf(asked);
  const inputs = parseValue(run.inputs);
  const outputs = parseValue(run.outputs);
  const usage = usageOf(fieldsOf(outputs));
  return {
    traceId: run.trace_id ?? run.id,
    spanId: run.id,
    parentSpanId: run.parent_run_id,
    session: metadata.session_id ?? metadata.thread_id ?? metadata.conversation_id,
    start: run.start_time,
    end: run.end_time,
    error: textIn(run.error) ?? null,
    attributes: {
      ...Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [`${LANGSMITH_METADATA}${name}`, value]),
      ),
      [LANGSMITH_KIND]: run.run_type,
      'langsmith.trace.name': run.name,
      'langsmith.span.tags': parseValue(run.tags),
      'gen_ai.prompt': inputs,
      'gen_ai.completion': outputs,
      'gen_ai.tool.definitions': invocation.tools ?? fieldsOf(inputs).tools,
      'gen_ai.request.model': metadata.ls_model_name ?? invocation.model ?? invocation.model_name,
      'gen_ai.system': metadata.ls_provider,
      'gen_ai.usage.input_tokens': run.prompt_tokens ?? usage.input_tokens ?? usage.prompt_tokens,
      'gen_ai.usage.output_tokens': run.completion_tokens ?? usage.output_tokens ?? usage.completion_tokens,
      'gen_ai.usage.cost': run.total_cost,
    },
  };
}

function usageOf(outputs: Fields): Fields {
  return fieldsOf(outputs.usage_metadata ?? outputs.usage ?? fieldsOf(outputs.llm_output).token_usage);
}
