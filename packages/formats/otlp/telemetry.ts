import { cutText } from '../../text';
import { addNotice } from '../values/collect-notices';
import { fieldsOf, listOf } from '../values/fields';
import { RejectedRecord } from '../values/rejected-record';
import { textOf } from '../values/texts';
import { MAX_MICROS } from '../values/time-micros';
import { type Attributes, readAnyValue, readAttributes } from './attributes';
import { logPath, recordsOf, spanPath } from './export-path';
import { attributePairs, textPair, wireField } from './wire-fields';

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

// Nanoseconds of the years 2000 and 2100.
const CENTURY_START = 946_684_800_000_000_000n;
const CENTURY_END = 4_102_444_800_000_000_000n;
const SECOND = 1_000_000_000n;
const units = [SECOND, 1_000_000n, 1000n];
const MAX_SECONDS = 86_400n;
const ERROR_STATUS = 2;
const MAX_NAME = 255;

/** @throws UndecodableExport */
export function rawSpans(decoded: unknown): RawSpan[] {
  const toContext = (resource: unknown, scope: unknown) => ({
    resource: readResource(resource),
    library: textOf(fieldsOf(scope).name),
  });
  return recordsOf(decoded, spanPath, toContext).map(({ record: span, entry }) => ({ span, ...entry }));
}

function readResource(raw: unknown): Resource {
  return new Map(
    attributePairs(raw)
      .map(textPair)
      .filter((pair) => pair !== null),
  );
}

/**
 * The log records of a decoded export, not yet parsed.
 * @throws UndecodableExport
 */
export function rawLogRecords(decoded: unknown): unknown[] {
  return recordsOf(decoded, logPath, () => null).map(({ record }) => record);
}

/** The names of the attributes of a raw span or record; cheap, to find the relevant ones. */
export function attributeNames(raw: unknown): string[] {
  return attributePairs(raw).map((pair) => textOf(fieldsOf(pair).key));
}

/** The names of the events of a raw span. */
export function eventNames(raw: unknown): string[] {
  return listOf(fieldsOf(raw).events).map((event) => textOf(fieldsOf(event).name));
}

/** @throws RejectedRecord */
export function readSpan({ span: raw, resource, library }: RawSpan): OtlpSpan {
  const span = fieldsOf(raw);
  const field = (name: string) => wireField(span, name);
  const unit = unitOf(field('startTimeUnixNano'), field('endTimeUnixNano'));
  const startMicros = readMicros(field('startTimeUnixNano'), unit);
  if (startMicros === null || startMicros === 0) throw new RejectedRecord('start_time_unix_nano is missing');
  const status = fieldsOf(span.status);
  return {
    ...readIds(span),
    parentSpanId: readId(field('parentSpanId'), 8),
    name: typeof span.name === 'string' && span.name !== '' ? cutText(span.name, MAX_NAME) : null,
    startMicros,
    endMicros: Math.max(startMicros, readMicros(field('endTimeUnixNano'), unit) ?? 0),
    attributes: readAttributes(span),
    resource,
    library: cutText(library, MAX_NAME),
    events: listOf(span.events).map((event) => ({
      name: textOf(fieldsOf(event).name),
      attributes: readAttributes(event),
    })),
    status: {
      isError: status.code === ERROR_STATUS || status.code === 'STATUS_CODE_ERROR',
      message: typeof status.message === 'string' && status.message !== '' ? status.message : null,
    },
  };
}

/** Null for a record outside a span. @throws RejectedRecord */
export function readLogRecord(raw: unknown): OtlpLogRecord | null {
  const record = fieldsOf(raw);
  const field = (name: string) => wireField(record, name);
  if (readId(field('traceId'), 16) === null || readId(field('spanId'), 8) === null) return null;
  const attributes = readAttributes(record);
  const [time, observed] = [field('timeUnixNano'), field('observedTimeUnixNano')];
  const unit = unitOf(time, observed);
  const observedMicros = readMicros(observed, unit) ?? 0;
  return {
    ...readIds(record),
    timeMicros: readMicros(time, unit) || observedMicros,
    observedMicros,
    eventName: textOf(field('eventName')) || textOf(attributes.get('event.name')),
    attributes,
    body: readAnyValue(record.body),
  };
}

function readIds(fields: Record<string, unknown>): { traceId: string; spanId: string } {
  const traceId = readId(wireField(fields, 'traceId'), 16);
  const spanId = readId(wireField(fields, 'spanId'), 8);
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

function readMicros(value: unknown, unit = 1n): number | null {
  if (value === undefined || value === null) return null;
  const nanos = textOf(value);
  if (!/^\d{1,20}$/.test(nanos)) throw new RejectedRecord('a time is not a number of nanoseconds');
  const micros = Number((BigInt(nanos) * unit) / 1000n);
  if (micros > MAX_MICROS) throw new RejectedRecord('a time is after the year 2255');
  return micros;
}

/**
 * The nanoseconds of the unit in which a span has its times: in another one, times of this century are within weeks of
 * 1970, where no span is. In seconds, a span takes no microsecond.
 */
function unitOf(start: unknown, end: unknown): bigint {
  const [first, last] = [start, end].map((time) =>
    /^\d{1,20}$/.test(textOf(time)) ? BigInt(textOf(time)) : 0n,
  );
  if (first === undefined || last === undefined) return 1n;
  const unit = units.find((one) => first * one >= CENTURY_START && first * one < CENTURY_END) ?? 1n;
  const isClock = unit === SECOND && last - first >= MAX_SECONDS;
  if (unit === 1n || isClock) return 1n;
  addNotice('corrected_times');
  return unit;
}
