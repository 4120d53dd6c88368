import { type RecordedCall, toSpans } from '../recorded/recorded-call';
import { namedTags } from '../recorded/span-values';
import type { GenAiSpan } from '../spans/span';
import type { ReadSpans } from '../spans/span-line';
import { fieldsOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { textIn } from '../values/known-values';

type Fields = Record<string, unknown>;

const kinds = new Map<unknown, GenAiSpan['kind']>([
  ['GENERATION', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

/**
 * Observations of Langfuse's exports and API, its traces, which have the session of their observations, or traces with
 * their observations.
 */
export const readLangfuse: ReadSpans = (value) => {
  const line = fieldsOf(value);
  if (!Array.isArray(line.observations)) {
    const call = isTrace(line) ? ofTrace(line) : ofObservation(line, {});
    return toSpans([call], () => []);
  }
  const trace = line.trace === undefined ? line : fieldsOf(line.trace);
  const calls = line.observations.map((entry) => ofObservation(fieldsOf(entry), trace));
  return toSpans([ofTrace(trace), ...calls], (index) =>
    index === 0 ? [] : ['observations', String(index - 1)],
  );
};

function isTrace(row: Fields): boolean {
  return row.type === undefined && row.traceId === undefined && row.trace_id === undefined;
}

/** It adds a session and tags to its observations, but no messages: they repeat those of its observations. */
function ofTrace(row: Fields): RecordedCall {
  return {
    ...nothing,
    traceId: row.id,
    spanId: row.id,
    session: row.sessionId ?? row.session_id,
    start: row.timestamp,
    tags: tagsOf(row),
  };
}

function ofObservation(row: Fields, trace: Fields): RecordedCall {
  const usage = fieldsOf(row.usageDetails ?? row.usage_details ?? row.usage);
  const input = parseValue(row.input);
  const kind = kinds.get(row.type) ?? 'other';
  return {
    ...nothing,
    traceId: row.traceId ?? row.trace_id ?? trace.id,
    spanId: row.id,
    parentSpanId: row.parentObservationId ?? row.parent_observation_id,
    kind,
    name: row.name,
    session: row.sessionId ?? row.session_id ?? trace.sessionId ?? trace.session_id,
    start: row.startTime ?? row.start_time,
    end: row.endTime ?? row.end_time,
    agentName: kind === 'agent' ? row.name : undefined,
    tags: tagsOf({ tags: row.tags ?? row.trace_tags }),
    error: row.level === 'ERROR' ? (textIn(row.statusMessage ?? row.status_message) ?? 'error') : null,
    input,
    output: row.output,
    tools: fieldsOf(input).tools,
    model: row.model ?? row.providedModelName ?? row.provided_model_name,
    inputTokens: usage.input ?? usage.prompt_tokens ?? usage.promptTokens,
    outputTokens: usage.output ?? usage.completion_tokens ?? usage.completionTokens,
    costUsd: fieldsOf(row.costDetails ?? row.cost_details).total ?? row.totalCost ?? row.total_cost,
  };
}

function tagsOf({ tags, metadata }: Fields): [string, unknown][] {
  return [...namedTags(tags), ...Object.entries(fieldsOf(parseValue(metadata)))];
}

const nothing: RecordedCall = {
  traceId: null,
  spanId: null,
  parentSpanId: null,
  kind: 'other',
  name: null,
  session: null,
  start: null,
  end: null,
  tags: [],
  error: null,
  input: null,
  output: null,
  tools: null,
  model: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
};
