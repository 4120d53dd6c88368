import type { OtlpSpan } from '../otlp/telemetry';
import { textIn } from '../values/known-values';
import { problemAt } from '../values/mapped-line';
import { RejectedRecord } from '../values/rejected-record';
import { readTime } from '../values/time-micros';
import type { GenAiSpan } from './span';
import type { SpanLine } from './span-line';

/** A span in an export of a tracer, with its facts as they were exported and its content as attributes. */
export interface SpanRow {
  traceId: unknown;
  spanId: unknown;
  parentSpanId?: unknown;
  name?: unknown;
  session?: unknown;
  start: unknown;
  end?: unknown;
  /** Null if it did not fail. */
  error: string | null;
  attributes: Record<string, unknown>;
}

/**
 * The spans of rows of one trace, by the reader of their convention; a problem if one of them is no span. The library
 * that recorded a span and its service are unknown.
 */
export function readRows(
  rows: SpanRow[],
  read: (span: OtlpSpan) => GenAiSpan,
  pathOf: (index: number) => string[],
): SpanLine {
  const spans: GenAiSpan[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const span = toOtlpSpan(row);
      if (span === null)
        return problemAt(pathOf(index), 'an id, the id of its trace and its start are needed');
      const { source: _source, library: _library, resource: _resource, ...facts } = read(span);
      spans.push({ ...facts, conversationKey: textIn(row.session) ?? null });
    } catch (error) {
      if (error instanceof RejectedRecord) return problemAt(pathOf(index), error.message);
      throw error;
    }
  }
  return { spans };
}

/**
 * Null without ids and a start.
 * @throws RejectedRecord as `readTime`
 */
export function toOtlpSpan(row: Omit<SpanRow, 'session'>): OtlpSpan | null {
  const traceId = textIn(row.traceId);
  const spanId = textIn(row.spanId);
  const startMicros = readTime(row.start);
  if (traceId === undefined || spanId === undefined || startMicros === null) return null;
  const attributes = Object.entries(row.attributes).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    traceId,
    spanId,
    parentSpanId: textIn(row.parentSpanId) ?? null,
    name: textIn(row.name) ?? null,
    startMicros,
    endMicros: Math.max(startMicros, readTime(row.end) ?? 0),
    attributes: new Map(attributes),
    resource: new Map(),
    library: '',
    events: [],
    status: { isError: row.error !== null, message: row.error },
  };
}
