import type { OtlpSpan } from '../otlp/telemetry';
import { flattenAttributes, microsOf } from '../recorded/span-values';
import type { ReadSpans, SpanLine } from '../spans/span-line';
import { fieldsOf } from '../values/fields';
import { textIn } from '../values/known-values';
import { problemAt } from '../values/mapped-line';
import { RejectedRecord } from '../values/rejected-record';
import { OPENINFERENCE_KIND, readOpenInferenceSpan } from './open-inference-span';

type Fields = Record<string, unknown>;

/** Spans of Phoenix: of its REST API and clients, rows of its data frames, or traces of its command line. */
export const readPhoenix: ReadSpans = (value) => {
  const line = fieldsOf(value);
  if (!Array.isArray(line.spans)) return readRow(line, []);
  const spans = [];
  for (const [index, span] of line.spans.entries()) {
    const read = readRow(fieldsOf(span), ['spans', String(index)]);
    if (!('spans' in read)) return read;
    spans.push(...read.spans);
  }
  return { spans };
};

function readRow(row: Fields, path: string[]): SpanLine {
  const span = toSpan(row);
  if (span === null) {
    return problemAt([...path, 'context'], 'trace_id, span_id and start_time are needed');
  }
  try {
    return { spans: [readOpenInferenceSpan(span)] };
  } catch (error) {
    if (error instanceof RejectedRecord) return problemAt([...path, 'attributes'], error.message);
    throw error;
  }
}

function toSpan(row: Fields): OtlpSpan | null {
  const context = fieldsOf(row.context);
  const traceId = textIn(context.trace_id ?? row['context.trace_id']);
  const spanId = textIn(context.span_id ?? row['context.span_id']);
  const startMicros = microsOf(row.start_time);
  if (traceId === undefined || spanId === undefined || startMicros === null) return null;
  return {
    traceId,
    spanId,
    parentSpanId: textIn(row.parent_id) ?? null,
    name: textIn(row.name) ?? null,
    startMicros,
    endMicros: Math.max(startMicros, microsOf(row.end_time) ?? 0),
    attributes: attributesOf(row),
    resource: new Map(),
    library: '',
    events: eventsOf(row.events),
    status: { isError: row.status_code === 'ERROR', message: textIn(row.status_message) ?? null },
  };
}

/** In data frames, each attribute is a column. */
function attributesOf(row: Fields): Map<string, unknown> {
  const columns = Object.entries(row).flatMap(([key, value]): [string, unknown][] =>
    key.startsWith('attributes.') ? [[key.slice('attributes.'.length), value]] : [],
  );
  const attributes = flattenAttributes({ ...fieldsOf(row.attributes), ...Object.fromEntries(columns) });
  if (!attributes.has(OPENINFERENCE_KIND)) attributes.set(OPENINFERENCE_KIND, row.span_kind);
  const metadata = [...attributes].flatMap(([key, value]): [string, unknown][] =>
    key.startsWith('metadata.') ? [[key.slice('metadata.'.length), value]] : [],
  );
  return metadata.length === 0 ? attributes : attributes.set('metadata', Object.fromEntries(metadata));
}

function eventsOf(events: unknown): OtlpSpan['events'] {
  return (Array.isArray(events) ? events : []).map((event) => {
    const { name, attributes } = fieldsOf(event);
    return { name: textIn(name) ?? '', attributes: flattenAttributes(attributes) };
  });
}
