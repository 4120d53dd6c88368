import { messageEventNames, readMessageEvent } from './gen-ai/gen-ai-events';
import { readGenAiSpan, TRACELOOP_KIND } from './gen-ai/gen-ai-span';
import { LANGFUSE_TYPE, readLangfuseSpan } from './langfuse/langfuse-span';
import { LANGSMITH_KIND, readLangSmithSpan } from './langsmith/langsmith-span';
import { MASTRA_TYPE, readMastraSpan } from './mastra';
import { MLFLOW_TYPE, readMlflowSpan } from './mlflow';
import { OPENINFERENCE_KIND, readOpenInferenceSpan } from './open-inference/open-inference-span';
import type { Attributes } from './otlp/attributes';
import {
  attributeNames,
  eventNames,
  type OtlpSpan,
  type RawSpan,
  readLogRecord,
  readSpan,
} from './otlp/telemetry';
import type { CallEvent, GenAiSpan } from './spans/span';
import { genAiMessageKeys, unknownModelKeys } from './unknown-conventions';
import { RejectedRecord } from './values/rejected-record';
import { readVercelSpan, VERCEL_OPERATION } from './vercel-ai';

/** What a span or log record of an export is. */
export type Outcome<Item> =
  | { kind: 'read'; convention: string; item: Item }
  | { kind: 'rejected'; reason: string }
  /** It is not about generative AI. */
  | { kind: 'unrelated' }
  /** It is about a model, in attributes that nothing reads. Its item has what is known of its conversation. */
  | { kind: 'unknown'; attributeKeys: string[]; item: Item | null };

/** Reads a raw span. Never throws. */
export function readTelemetrySpan(raw: RawSpan): Outcome<GenAiSpan> {
  return orRejected(() => {
    if (!isGenAiSpan(raw.span)) return toUnread(unknownModelKeys(attributeNames(raw.span)), null);
    const span = readSpan(raw);
    const [convention, read] = readerOf(span.attributes);
    const item = read(span);
    const isUnread = item.kind === 'other' && convention === GEN_AI;
    const unread = isUnread ? genAiMessageKeys([...span.attributes.keys()]) : [];
    return unread.length > 0 ? toUnread(unread, item) : { kind: 'read', convention, item };
  });
}

/** Reads a raw log record; `position` is its place among the records of its export. Never throws. */
export function readTelemetryEvent(raw: unknown, position: number): Outcome<CallEvent> {
  return orRejected(() => {
    const record = readLogRecord(raw);
    if (record === null || !messageEventNames.has(record.eventName)) return { kind: 'unrelated' };
    const { traceId, spanId, timeMicros, observedMicros } = record;
    const messages = readMessageEvent(record.eventName, record.attributes, record.body ?? undefined);
    const item = { traceId, spanId, timeMicros, observedMicros, position, ...messages };
    return { kind: 'read', convention: GEN_AI, item };
  });
}

function orRejected<Item>(read: () => Outcome<Item>): Outcome<Item> {
  try {
    return read();
  } catch (error) {
    if (error instanceof RejectedRecord) return { kind: 'rejected', reason: error.message };
    throw error;
  }
}

type Reader = (span: OtlpSpan) => GenAiSpan;

const GEN_AI = 'gen_ai';

/**
 * The attribute that all spans of a convention have, its name and its reader, in order: some processors add a second
 * convention.
 */
const readers: [string, string, Reader][] = [
  [VERCEL_OPERATION, 'vercel_ai', readVercelSpan],
  [LANGFUSE_TYPE, 'langfuse', readLangfuseSpan],
  [LANGSMITH_KIND, 'langsmith', readLangSmithSpan],
  [MLFLOW_TYPE, 'mlflow', readMlflowSpan],
  [MASTRA_TYPE, 'mastra', readMastraSpan],
  [OPENINFERENCE_KIND, 'openinference', readOpenInferenceSpan],
  [TRACELOOP_KIND, 'openllmetry', readGenAiSpan],
];

/** The convention of a span and its reader. */
function readerOf(attributes: Attributes): [string, Reader] {
  const found = readers.find(([marker]) => attributes.has(marker));
  return found === undefined ? [GEN_AI, readGenAiSpan] : [found[1], found[2]];
}

const markers = new Set(readers.map(([marker]) => marker));

function isGenAiSpan(raw: unknown): boolean {
  return (
    attributeNames(raw).some((name) => markers.has(name) || name.startsWith('gen_ai.')) ||
    eventNames(raw).some((name) => messageEventNames.has(name))
  );
}

function toUnread(attributeKeys: string[], item: GenAiSpan | null): Outcome<GenAiSpan> {
  return attributeKeys.length > 0 ? { kind: 'unknown', attributeKeys, item } : { kind: 'unrelated' };
}
