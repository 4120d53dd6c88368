import { type Outcome, readTelemetryEvent, readTelemetrySpan } from '../../read-telemetry';
import type { CallEvent, GenAiSpan } from '../../spans/span';

interface Read<Item> {
  items: Item[];
  /** Why others were rejected. */
  rejections: string[];
}

/** The spans that are read of raw spans. */
export const readSpans = (raw: unknown[]): Read<GenAiSpan> =>
  sort(raw.map((span) => readTelemetrySpan({ span, resource: new Map(), library: 'test' })));

/** The messages that are read of raw log records. */
export const readEvents = (raw: unknown[]): Read<CallEvent> => sort(raw.map(readTelemetryEvent));

function sort<Item>(outcomes: Outcome<Item>[]): Read<Item> {
  return {
    items: outcomes.flatMap((outcome) => ('item' in outcome && outcome.item !== null ? [outcome.item] : [])),
    rejections: outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.reason] : [])),
  };
}
