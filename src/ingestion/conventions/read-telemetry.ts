import { isSliceOver, nextSlice } from '../../platform/concurrency/work-slices';
import { findUnstorable } from '../../platform/http/storable-json';
import { type Attributes, RejectedRecord } from '../otlp/attributes';
import {
  attributeNames,
  eventNames,
  type OtlpSpan,
  type RawSpan,
  readLogRecord,
  readSpan,
} from '../otlp/telemetry';
import type { CallEvent, GenAiSpan } from '../span/span';
import { readGenAiSpan, TRACELOOP_KIND } from './gen-ai';
import { messageEventNames, readMessageEvent } from './gen-ai-events';
import { LANGFUSE_TYPE, readLangfuseSpan } from './langfuse';
import { LANGSMITH_KIND, readLangSmithSpan } from './langsmith';
import { OPENINFERENCE_KIND, readOpenInferenceSpan } from './open-inference';
import { readVercelSpan, VERCEL_OPERATION } from './vercel-ai';

/** The relevant content of an export; items that are not about generative AI are left out. */
export interface Telemetry<Item> {
  items: Item[];
  /** Why single records were rejected. */
  rejections: string[];
}

/** More spans or records are rejected: exporters send 512 per request by default. */
const MAX_RECORDS = 10_000;

/** Parses raw spans, each in a slice of work. */
export function readSpans(raw: RawSpan[]): Promise<Telemetry<GenAiSpan>> {
  return readEach(raw, (one) => {
    if (!isGenAiSpan(one.span)) return null;
    const span = readSpan(one);
    return readerOf(span.attributes)(span);
  });
}

/** Parses raw log records, each in a slice of work. */
export function readEvents(raw: unknown[]): Promise<Telemetry<CallEvent>> {
  let position = 0;
  return readEach(raw, (one) => {
    position += 1;
    const record = readLogRecord(one);
    if (record === null || !messageEventNames.has(record.eventName)) return null;
    const { traceId, spanId, timeMicros, observedMicros } = record;
    const messages = readMessageEvent(record.eventName, record.attributes, record.body ?? undefined);
    return { traceId, spanId, timeMicros, observedMicros, position, ...messages };
  });
}

/** The conventions with an attribute that all of their spans have, in order: some processors add a second one. */
const readers: [string, (span: OtlpSpan) => GenAiSpan][] = [
  [VERCEL_OPERATION, readVercelSpan],
  [LANGFUSE_TYPE, readLangfuseSpan],
  [LANGSMITH_KIND, readLangSmithSpan],
  [OPENINFERENCE_KIND, readOpenInferenceSpan],
  [TRACELOOP_KIND, readGenAiSpan],
];

function readerOf(attributes: Attributes): (span: OtlpSpan) => GenAiSpan {
  return readers.find(([name]) => attributes.has(name))?.[1] ?? readGenAiSpan;
}

const markers = new Set(readers.map(([name]) => name));

function isGenAiSpan(raw: unknown): boolean {
  return (
    attributeNames(raw).some((name) => markers.has(name) || name.startsWith('gen_ai.')) ||
    eventNames(raw).some((name) => messageEventNames.has(name))
  );
}

async function readEach<Raw, Item>(raw: Raw[], read: (one: Raw) => Item | null): Promise<Telemetry<Item>> {
  const items: Item[] = [];
  const rejections: string[] = [];
  await nextSlice();
  for (const one of raw) {
    try {
      const item = read(one);
      if (item !== null && items.length >= MAX_RECORDS) {
        throw new RejectedRecord(`more than ${MAX_RECORDS} in one export`);
      }
      if (item !== null) items.push(checkStorable(item));
    } catch (error) {
      if (!(error instanceof RejectedRecord)) throw error;
      rejections.push(error.message);
    }
    if (isSliceOver()) await nextSlice();
  }
  return { items, rejections };
}

/** @throws RejectedRecord when it could not be stored and read back unchanged */
function checkStorable<Item>(item: Item): Item {
  const [problem] = findUnstorable(item);
  if (problem === undefined) return item;
  throw new RejectedRecord(String(problem.ctx?.error ?? problem.msg));
}
