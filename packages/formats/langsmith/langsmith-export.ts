import { type RecordedCall, toSpans } from '../recorded/recorded-call';
import { namedTags } from '../recorded/span-values';
import type { GenAiSpan } from '../spans/span';
import type { ReadSpans } from '../spans/span-line';
import { fieldsOf, listOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { textIn } from '../values/known-values';

type Fields = Record<string, unknown>;

const kinds = new Map<unknown, GenAiSpan['kind']>([
  ['llm', 'model'],
  ['tool', 'tool'],
]);

/** Runs nested deeper are left out. */
const MAX_DEPTH = 64;

/** Runs of LangSmith, each alone or with its child runs. Bulk exports have objects as JSON text. */
export const readLangSmith: ReadSpans = (value) =>
  toSpans(withChildren(fieldsOf(value), 0).map(ofRun), (index) => (index === 0 ? [] : ['child_runs']));

function withChildren(run: Fields, depth: number): Fields[] {
  if (depth > MAX_DEPTH) return [];
  return [run, ...listOf(run.child_runs).flatMap((child) => withChildren(fieldsOf(child), depth + 1))];
}

function ofRun(run: Fields): RecordedCall {
  const { metadata: recorded, invocation_params: asked } = fieldsOf(parseValue(run.extra));
  const metadata = fieldsOf(recorded);
  const invocation = fieldsOf(asked);
  const inputs = parseValue(run.inputs);
  const outputs = parseValue(run.outputs);
  const usage = usageOf(fieldsOf(outputs));
  const kind = kinds.get(run.run_type) ?? 'other';
  const names = namedTags(parseValue(run.tags));
  return {
    traceId: run.trace_id ?? run.id,
    spanId: run.id,
    parentSpanId: run.parent_run_id,
    kind,
    name: run.name,
    session: metadata.session_id ?? metadata.thread_id ?? metadata.conversation_id,
    start: run.start_time,
    end: run.end_time,
    agentName: metadata.lc_agent_name ?? metadata.langgraph_node,
    // Those of a model's run are the parameters of its call.
    tags:
      kind === 'other' ? [...names.filter(([name]) => !name.includes(':')), ...Object.entries(metadata)] : [],
    error: textIn(run.error) ?? null,
    input: inputs,
    output: outputs,
    tools: invocation.tools ?? fieldsOf(inputs).tools,
    model: metadata.ls_model_name ?? invocation.model ?? invocation.model_name,
    provider: metadata.ls_provider,
    inputTokens: run.prompt_tokens ?? usage.input_tokens ?? usage.prompt_tokens,
    outputTokens: run.completion_tokens ?? usage.output_tokens ?? usage.completion_tokens,
    costUsd: costOf(run.total_cost),
  };
}

function usageOf(outputs: Fields): Fields {
  return fieldsOf(outputs.usage_metadata ?? outputs.usage ?? fieldsOf(outputs.llm_output).token_usage);
}

/** A decimal as text. */
function costOf(cost: unknown): unknown {
  return typeof cost === 'string' && cost !== '' ? Number(cost) : cost;
}
