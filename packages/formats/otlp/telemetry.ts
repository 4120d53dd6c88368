import { cutText } from '../values/cut-text';
import { fieldsOf, listOf } from '../values/fields';
import { RejectedRecord } from '../values/rejected-record';
import { textOf } from '../values/texts';
import { MAX_MICROS } from '../values/time-micros';
import { type Attributes, readAnyValue, readAttributes } from './attributes';
import { UndecodableExport } from './export-body';

/** The texts among the attributes of a resource. */
export type Resource = ReadonlyMap<string, string>;

/** A span of a decoded export, not yet parsed, with the resource and the library that recorded it. */
export interface RawSpan {
  span: unknown;
  resource: Resource;
  /** The name of the instrumentation scope; empty if it has none. */
  library: string;
}

export interface OtlpSpan {
  /** Lower-case hexadecimal digits, like the other ids. */
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string | null;
  /** Microseconds since 1970, like all times here: nanoseconds exceed a double. */
  startMicros: number;
  endMicros: number;
  attributes: Attributes;
  resource: Resource;
  library: string;
  events: { name: string; attributes: Attributes }[];
  status: { isError: boolean; message: string | null };
}

export interface OtlpLogRecord {
  traceId: string;
  spanId: string;
  timeMicros: number;
  observedMicros: number;
  eventName: string;
  attributes: Attributes;
  body: unknown;
}

const ERROR_STATUS = 2;
const MAX_NAME = 255;

/** @throws UndecodableExport */
export function rawSpans(decoded: unknown): RawSpan[] {
  return nested(decoded, ['resourceSpans']).flatMap((entry) => {
    const resource = readResource(fieldsOf(entry).resource);
    return nested(entry, ['scopeSpans']).flatMap((scoped) => {
      const library = textOf(fieldsOf(fieldsOf(scoped).scope).name);
      return nested(scoped, ['spans']).map((span) => ({ span, resource, library }));
    });
  });
}

function readResource(raw: unknown): Resource {
  return new Map(
    listOf(fieldsOf(raw).attributes).flatMap((pair): [string, string][] => {
      const { key, value } = fieldsOf(pair);
      const text = fieldsOf(value).stringValue;
      return typeof key === 'string' && typeof text === 'string' ? [[key, text]] : [];
    }),
  );
}

/**
 * The log records of a decoded export, not yet parsed.
 * @throws UndecodableExport
 */
export function rawLogRecords(decoded: unknown): unknown[] {
  return nested(decoded, ['resourceLogs', 'scopeLogs', 'logRecords']);
}

function nested(root: unknown, fields: readonly string[]): unknown[] {
  let messages = [root];
  for (const field of fields) {
    const inner: unknown[] = [];
    for (const message of messages) {
      if (typeof message !== 'object' || message === null || Array.isArray(message)) throw wrongShape(field);
      const entries = (message as Record<string, unknown>)[field] ?? [];
      if (!Array.isArray(entries)) throw wrongShape(field);
      for (const entry of entries) inner.push(entry);
    }
    messages = inner;
  }
  return messages;
}

function wrongShape(field: string): UndecodableExport {
  return new UndecodableExport(`The body is not an OTLP export: ${field} should be a list inside an object`);
}

/** The names of the attributes of a raw span or record; cheap, to find the relevant ones. */
export function attributeNames(raw: unknown): string[] {
  return listOf(fieldsOf(raw).attributes).map((pair) => textOf(fieldsOf(pair).key));
}

/** The names of the events of a raw span. */
export function eventNames(raw: unknown): string[] {
  return listOf(fieldsOf(raw).events).map((event) => textOf(fieldsOf(event).name));
}

/** @throws RejectedRecord */
export function readSpan({ span: raw, resource, library }: RawSpan): OtlpSpan {
  const span = fieldsOf(raw);
  const startMicros = readMicros(span.startTimeUnixNano);
  if (startMicros === null || startMicros === 0) throw new RejectedRecord('start_time_unix_nano is missing');
  const status = fieldsOf(span.status);
  return {
    ...readIds(span),
    parentSpanId: readId(span.parentSpanId, 8),
    name: typeof span.name === 'string' && span.name !== '' ? cutText(span.name, MAX_NAME) : null,
    startMicros,
    endMicros: Math.max(startMicros, readMicros(span.endTimeUnixNano) ?? 0),
    attributes: readAttributes(span.attributes),
    resource,
    library: cutText(library, MAX_NAME),
    events: listOf(span.events).map((event) => {
      const { name, attributes } = fieldsOf(event);
      return { name: textOf(name), attributes: readAttributes(attributes) };
    }),
    status: {
      isError: status.code === ERROR_STATUS,
      message: typeof status.message === 'string' && status.message !== '' ? status.message : null,
    },
  };
}

/** Null for a record outside a span. @throws RejectedRecord */
export function readLogRecord(raw: unknown): OtlpLogRecord | null {
  const record = fieldsOf(raw);
  if (readId(record.traceId, 16) === null || readId(record.spanId, 8) === null) return null;
  const attributes = readAttributes(record.attributes);
  const observedMicros = readMicros(record.observedTimeUnixNano) ?? 0;
  return {
    ...readIds(record),
    timeMicros: readMicros(record.timeUnixNano) || observedMicros,
    observedMicros,
    eventName: textOf(record.eventName) || textOf(attributes.get('event.name')),
    attributes,
    body: readAnyValue(record.body),
  };
}

function readIds(fields: Record<string, unknown>): { traceId: string; spanId: string } {
  const traceId = readId(fields.traceId, 16);
  const spanId = readId(fields.spanId, 8);
  if (traceId === null) throw new RejectedRecord('trace_id is not 16 bytes that are not all zero');
  if (spanId === null) throw new RejectedRecord('span_id is not 8 bytes that are not all zero');
  return { traceId, spanId };
}

/** Bytes in protobuf, hexadecimal digits in JSON; null when absent or not an id. */
function readId(value: unknown, bytes: number): string | null {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : textOf(value);
  const isId = text.length === 2 * bytes && /^[0-9a-f]+$/i.test(text) && !/^0+$/.test(text);
  return isId ? text.toLowerCase() : null;
}

function readMicros(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const nanos = textOf(value);
  if (!/^\d{1,20}$/.test(nanos)) throw new RejectedRecord('a time is not a number of nanoseconds');
  const micros = Number(BigInt(nanos) / 1000n);
  if (micros > MAX_MICROS) throw new RejectedRecord('a time is after the year 2255');
  return micros;
}
