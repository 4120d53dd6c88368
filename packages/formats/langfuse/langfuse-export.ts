import type { ReadSpans } from '../spans/span-line';
import { readRows, type SpanRow } from '../spans/span-row';
import { fieldsOf, messageListOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { textIn } from '../values/known-values';
import { textOf } from '../values/texts';
import { LANGFUSE_TYPE, readLangfuseSpan } from './langfuse-span';

type Fields = Record<string, unknown>;

/**
 * Observations of Langfuse's exports and API, its traces, which have the session of their observations, or traces with
 * their observations.
 */
export const readLangfuse: ReadSpans = (value) => {
  const line = fieldsOf(value);
  const observations = messageListOf(line.observations);
  if (!Array.isArray(line.observations)) {
    const row = isTrace(line) ? ofTrace(line) : ofObservation(line, {});
    return readRows([row], readLangfuseSpan, () => []);
  }
  const trace = line.trace === undefined ? line : fieldsOf(line.trace);
  const rows = observations.map((entry) => ofObservation(fieldsOf(entry), trace));
  return readRows([ofTrace(trace), ...rows], readLangfuseSpan, (index) =>
    index === 0 ? [] : ['observations', String(index - 1)],
  );
};

function isTrace(row: Fields): boolean {
  return row.type === undefined && row.traceId === undefined && row.trace_id === undefined;
}

/** It adds a session and tags to its observations, but no messages: they repeat those of its observations. */
function ofTrace(row: Fields): SpanRow {
  const metadata = Object.entries(fieldsOf(parseValue(row.metadata)));
  return {
    traceId: row.id,
    spanId: row.id,
    session: row.sessionId ?? row.session_id,
    start: row.timestamp,
    error: null,
    attributes: {
      'langfuse.trace.tags': row.tags,
      ...Object.fromEntries(metadata.map(([key, value]) => [`langfuse.trace.metadata.${key}`, value])),
    },
  };
}

/** With the attributes of Langfuse's SDKs. */
function ofObservation(row: Fields, trace: Fields): SpanRow {
  return {
    traceId: row.traceId ?? row.trace_id ?? trace.id,
    spanId: row.id,
    parentSpanId: row.parentObservationId ?? row.parent_observation_id,
    name: row.name,
    session: row.sessionId ?? row.session_id ?? trace.sessionId ?? trace.session_id,
    start: row.startTime ?? row.start_time,
    end: row.endTime ?? row.end_time,
    error: row.level === 'ERROR' ? (textIn(row.statusMessage ?? row.status_message) ?? 'error') : null,
    attributes: {
      [LANGFUSE_TYPE]: textOf(row.type).toLowerCase(),
      'langfuse.trace.tags': row.tags ?? row.trace_tags,
      'langfuse.observation.prompt.name': row.promptName ?? row.prompt_name,
      'langfuse.observation.prompt.version': row.promptVersion ?? row.prompt_version,
      'langfuse.observation.input': row.input,
      'langfuse.observation.output': row.output,
      'langfuse.observation.model.name': row.model ?? row.providedModelName ?? row.provided_model_name,
      'langfuse.observation.usage_details': row.usageDetails ?? row.usage_details ?? row.usage,
      'langfuse.observation.cost_details': {
        total: fieldsOf(row.costDetails ?? row.cost_details).total ?? row.totalCost ?? row.total_cost,
      },
    },
  };
}
