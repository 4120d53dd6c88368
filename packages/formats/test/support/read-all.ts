import { jsonSpan, type keyValues } from '../../../../test/support/otlp-spans';
import { type Outcome, readTelemetryEvent, readTelemetrySpan } from '../../read-telemetry';
import type { CallEvent, GenAiSpan } from '../../spans/span';

interface Read<Item> {
  items: Item[];
  /** Why others were rejected. */
  rejections: string[];
}

/** The spans that are read of raw spans. */
export const readSpans = (raw: unknown[]): Read<GenAiSpan> =>
  sort(
    raw.map((span) => readTelemetrySpan({ span, resource: new Map(), library: 'test', contextError: null })),
  );

export type Attributes = Parameters<typeof keyValues>[0];

export const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startMs: 1000 };

/** The attributes of a call of a model. */
export const chat = { 'gen_ai.operation.name': 'chat' };

/** What is read of a raw span, which must not be rejected. */
export function readOneSpan(span: unknown): GenAiSpan {
  const { items, rejections } = readSpans([span]);
  expect(rejections).toEqual([]);
  expect(items).toHaveLength(1);
  return items[0] as GenAiSpan;
}

/** The same of a span with these attributes and fields. */
export function readOne(attributes: Attributes, fields: object = {}): GenAiSpan {
  return readOneSpan(jsonSpan({ ...ids, ...fields }, attributes));
}

/** The messages that are read of raw log records. */
export const readEvents = (raw: unknown[]): Read<CallEvent> =>
  sort(raw.map((record, index) => readTelemetryEvent({ record, contextError: null }, index)));

function sort<Item>(outcomes: Outcome<Item>[]): Read<Item> {
  return {
    items: outcomes.flatMap((outcome) => ('item' in outcome && outcome.item !== null ? [outcome.item] : [])),
    rejections: outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.reason] : [])),
  };
}
