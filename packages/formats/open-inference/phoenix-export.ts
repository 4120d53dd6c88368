import type { OtlpSpan } from '../otlp/telemetry';
import type { ReadSpans, SpanLine } from '../spans/span-line';
import { toOtlpSpan } from '../spans/span-row';
import { fieldsOf, messageListOf } from '../values/fields';
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
  for (const [index, span] of messageListOf(line.spans).entries()) {
    const read = readRow(fieldsOf(span), ['spans', String(index)]);
    if (!('spans' in read)) return read;
    spans.push(...read.spans);
  }
  return { spans };
};

function readRow(row: Fields, path: string[]): SpanLine {
  try {
    const span = toSpan(row);
    if (span === null) {
      return problemAt([...path, 'context'], 'trace_id, span_id and start_time are needed');
    }
    return { spans: [readOpenInferenceSpan(span)] };
  } catch (error) {
    if (error instanceof RejectedRecord) return problemAt(path, error.message);
    throw error;
  }
}

function toSpan(row: Fields): OtlpSpan | null {
  const context = fieldsOf(row.context);
  const span = toOtlpSpan({
    traceId: context.trace_id ?? row['context.trace_id'],
    spanId: context.span_id ?? row['context.span_id'],
    parentSpanId: row.parent_id,
    name: row.name,
    start: row.start_time,
    end: row.end_time,
    error: null,
    attributes: {},
  });
  if (span === null) return null;
  return {
    ...span,
    attributes: attributesOf(row),
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

/** Attributes with objects as values, which data frames have parsed. */
const isWhole = /(^metadata|tool\.json_schema)$/;

/** Attributes of nested objects and lists as OpenTelemetry has them: `llm.input_messages.0.message.role`. */
function flattenAttributes(nested: unknown): Map<string, unknown> {
  const attributes = new Map<string, unknown>();
  const visit = (key: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    const isList =
      Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
    if (typeof value !== 'object' || (Array.isArray(value) && !isList) || isWhole.test(key)) {
      attributes.set(key, value);
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(`${key}.${name}`, inner);
  };
  for (const [name, value] of Object.entries(fieldsOf(nested))) visit(name, value);
  return attributes;
}
