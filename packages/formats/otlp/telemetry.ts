import { cutText } from '../../text';
import { addNotice } from '../values/collect-notices';
import { fieldsOf, listOf } from '../values/fields';
import { RejectedRecord } from '../values/rejected-record';
import { textOf } from '../values/texts';
import { MAX_MICROS } from '../values/time-micros';
import { type Attributes, readAnyValue, readAttributes } from './attributes';
import { logPath, recordsOf, spanPath } from './export-path';
import { findTypeError } from './type-errors';
import { attributePairs, findMisnamedAttributes, textPair, toInteger, wireField } from './wire-fields';

/** The texts among the attributes of a resource. */
export type Resource = ReadonlyMap<string, string>;

/** A span of a decoded export, not yet parsed, with the resource and the library that recorded it. */
export interface RawSpan {
  span: unknown;
  resource: Resource;
  /** The name of the instrumentation scope; empty if it has none. */
  library: string;
  /** Why the records of the resource or the scope are rejected; null if they are not. */
  contextError: string | null;
}

/** A log record of a decoded export, not yet parsed. */
export interface RawLogRecord extends Pick<RawSpan, 'contextError'> {
  record: unknown;
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
const ERROR_NAME = /^(STATUS_CODE_)?ERROR$/i;
const MAX_NAME = 255;

/** @throws UndecodableExport */
export function rawSpans(decoded: unknown): RawSpan[] {
  const read = (raw: unknown) => {
    const [resource, checkScope] = [readResource(raw), createContextCheck(raw)];
    return (scope: unknown) => ({
      resource,
      library: textOf(fieldsOf(scope).name),
      contextError: checkScope(scope),
    });
  };
  return recordsOf(decoded, spanPath, read).map(({ record: span, entry }) => ({ span, ...entry }));
}

/** Creates a check that returns why the records of a scope are rejected, or null. Resource and scope may be absent. */
function createContextCheck(resource: unknown): (scope: unknown) => string | null {
  const error = findTypeError('Resource', resource ?? {});
  return (scope) => error ?? findTypeError('InstrumentationScope', scope ?? {});
}

function readResource(raw: unknown): Resource {
  return new Map(
    attributePairs(raw)
      .map(textPair)
      .filter((pair) => pair !== null),
  );
}

/** @throws UndecodableExport */
export function rawLogRecords(decoded: unknown): RawLogRecord[] {
  return recordsOf(decoded, logPath, createContextCheck).map(({ record, entry }) => ({
    record,
    contextError: entry,
  }));
}

/** The names of the attributes of a raw span or record; cheap, to find the relevant ones. */
export function attributeNames(raw: unknown): string[] {
  return attributePairs(raw).map((pair) => textOf(fieldsOf(pair).key));
}

/** The names of the events of a raw span. */
export function eventNames(raw: unknown): string[] {
  return listOf(fieldsOf(raw).events).map((event) => textOf(fieldsOf(event).name));
}

type SpanHead = Pick<OtlpSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'startMicros' | 'endMicros'>;

/**
 * What every span needs, also one that is not about a model.
 * @throws RejectedRecord, also for a field of `readSpan` that is not of its type
 */
export function readSpanHead({ span: raw, contextError }: RawSpan): SpanHead {
  const error = contextError ?? findTypeError('Span', raw) ?? findMisnamedAttributes(raw);
  if (error !== null) throw new RejectedRecord(error);
  const span = fieldsOf(raw);
  const [start, end] = [wireField(span, 'startTimeUnixNano'), wireField(span, 'endTimeUnixNano')];
  const unit = unitOf(start, end);
  const startMicros = readMicros(start, unit);
  if (startMicros === null || startMicros === 0) throw new RejectedRecord('start_time_unix_nano is missing');
  return {
    ...readIds(span),
    // Null for a root. Some exporters write the absent id of its parent as zeros.
    parentSpanId: readId(wireField(span, 'parentSpanId'), 8),
    startMicros,
    endMicros: Math.max(startMicros, readMicros(end, unit) ?? 0),
  };
}

/** @throws RejectedRecord for attributes that cannot be read */
export function readSpan({ span: raw, resource, library }: RawSpan, head: SpanHead): OtlpSpan {
  const span = fieldsOf(raw);
  const status = fieldsOf(span.status);
  return {
    ...head,
    name: typeof span.name === 'string' && span.name !== '' ? cutText(span.name, MAX_NAME) : null,
    attributes: readAttributes(span),
    resource,
    library: cutText(library, MAX_NAME),
    events: listOf(span.events).map((event) => ({
      name: textOf(fieldsOf(event).name),
      attributes: readAttributes(event),
    })),
    status: {
      isError: Number(toInteger(status.code)) === ERROR_STATUS || ERROR_NAME.test(textOf(status.code)),
      message: typeof status.message === 'string' && status.message !== '' ? status.message : null,
    },
  };
}

/**
 * The name of a raw log record that is an event, else empty.
 * @throws RejectedRecord, also for a field of `readLogRecord` that is not of its type
 */
export function readEventName({ record: raw, contextError }: RawLogRecord): string {
  const error = contextError ?? findTypeError('LogRecord', raw);
  if (error !== null) throw new RejectedRecord(error);
  const named = attributePairs(raw)
    .map(textPair)
    .find((pair) => pair?.[0] === 'event.name');
  return textOf(wireField(fieldsOf(raw), 'eventName')) || (named?.[1] ?? '');
}

/** @throws RejectedRecord, also for a record outside a span */
export function readLogRecord({ record: raw }: RawLogRecord): OtlpLogRecord {
  const record = fieldsOf(raw);
  const [time, observed] = [wireField(record, 'timeUnixNano'), wireField(record, 'observedTimeUnixNano')];
  const unit = unitOf(time, observed);
  const observedMicros = readMicros(observed, unit) ?? 0;
  return {
    ...readIds(record),
    timeMicros: readMicros(time, unit) || observedMicros,
    observedMicros,
    attributes: readAttributes(record),
    body: readAnyValue(record.body, 'LogRecord.body'),
  };
}

function readIds(fields: Record<string, unknown>): { traceId: string; spanId: string } {
  const traceId = readId(wireField(fields, 'traceId'), 16);
  const spanId = readId(wireField(fields, 'spanId'), 8);
  if (traceId === null)
    throw new RejectedRecord('trace_id should be 16 bytes (32 hexadecimal digits in JSON), not all zero');
  if (spanId === null)
    throw new RejectedRecord('span_id should be 8 bytes (16 hexadecimal digits in JSON), not all zero');
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
  const nanos = toNanos(value);
  if (nanos < 0n) throw new RejectedRecord('a time is before 1970');
  const micros = Number((nanos * unit) / 1000n);
  if (micros > MAX_MICROS) throw new RejectedRecord('a time is after the year 2255');
  return micros;
}

/** 0 when absent. */
function toNanos(value: unknown): bigint {
  return BigInt(toInteger(value) ?? 0);
}

/**
 * The nanoseconds of the unit in which a span has its times: in another one, times of this century are within weeks of
 * 1970, where no span is. In seconds, a span takes no microsecond.
 */
function unitOf(start: unknown, end: unknown): bigint {
  const [first, last] = [toNanos(start), toNanos(end)];
  const unit = units.find((one) => first * one >= CENTURY_START && first * one < CENTURY_END) ?? 1n;
  const isClock = unit === SECOND && last - first >= MAX_SECONDS;
  if (unit === 1n || isClock) return 1n;
  addNotice('corrected_times');
  return unit;
}
