import { isSliceOver, nextSlice } from '../../../packages/concurrency';
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
import { MASTRA_TYPE, readMastraSpan } from './mastra';
import { MLFLOW_TYPE, readMlflowSpan } from './mlflow';
import { OPENINFERENCE_KIND, readOpenInferenceSpan } from './open-inference';
import { genAiMessageKeys, unknownModelKeys } from './unknown-conventions';
import { readVercelSpan, VERCEL_OPERATION } from './vercel-ai';

/** The relevant content of an export; items that are not about generative AI are left out. */
export interface Telemetry<Item> {
  items: Item[];
  /** The outcome of each raw span or record, in order. */
  outcomes: Outcome<Item>[];
}

export type Outcome<Item> =
  | { kind: 'read'; convention: string; item: Item }
  | { kind: 'rejected'; reason: string }
  /** It is not about generative AI. */
  | { kind: 'unrelated' }
  /** It is about a model, in attributes that nothing reads. Its item has what is known of its conversation. */
  | { kind: 'unknown'; attributeKeys: string[]; item: Item | null };

/** More spans or records are rejected: exporters send 512 per request by default. */
const MAX_RECORDS = 10_000;

/** Parses raw spans, each in a slice of work. */
export function readSpans(raw: RawSpan[]): Promise<Telemetry<GenAiSpan>> {
  return readEach(raw, (one) => {
    if (!isGenAiSpan(one.span)) return toUnread(unknownModelKeys(attributeNames(one.span)), null);
    const span = readSpan(one);
    const [convention, read] = readerOf(span.attributes);
    const item = read(span);
    const isUnread = item.kind === 'other' && convention === GEN_AI;
    const unread = isUnread ? genAiMessageKeys([...span.attributes.keys()]) : [];
    return unread.length > 0 ? toUnread(unread, item) : { kind: 'read', convention, item };
  });
}

/** Parses raw log records, each in a slice of work. */
export function readEvents(raw: unknown[]): Promise<Telemetry<CallEvent>> {
  let position = 0;
  return readEach(raw, (one) => {
    position += 1;
    const record = readLogRecord(one);
    if (record === null || !messageEventNames.has(record.eventName)) return { kind: 'unrelated' };
    const { traceId, spanId, timeMicros, observedMicros } = record;
    const messages = readMessageEvent(record.eventName, record.attributes, record.body ?? undefined);
    const item = { traceId, spanId, timeMicros, observedMicros, position, ...messages };
    return { kind: 'read', convention: GEN_AI, item };
  });
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

async function readEach<Raw, Item>(raw: Raw[], read: (one: Raw) => Outcome<Item>): Promise<Telemetry<Item>> {
  const items: Item[] = [];
  const outcomes: Outcome<Item>[] = [];
  await nextSlice();
  for (const one of raw) {
    try {
      const outcome = read(one);
      if ('item' in outcome && outcome.item !== null) {
        if (items.length >= MAX_RECORDS) throw new RejectedRecord(`more than ${MAX_RECORDS} in one export`);
        items.push(checkStorable(outcome.item));
      }
      outcomes.push(outcome);
    } catch (error) {
      if (!(error instanceof RejectedRecord)) throw error;
      outcomes.push({ kind: 'rejected', reason: error.message });
    }
    if (isSliceOver()) await nextSlice();
  }
  return { items, outcomes };
}

/** The same outcomes, where items that could not be stored are rejected. */
export function rejectItems<Item>(
  outcomes: readonly Outcome<Item>[],
  refused: readonly Item[],
  reason: string,
): Outcome<Item>[] {
  const isRefused = new Set(refused);
  return outcomes.map((outcome) =>
    'item' in outcome && outcome.item !== null && isRefused.has(outcome.item)
      ? { kind: 'rejected', reason }
      : outcome,
  );
}

/** Why single records were rejected. */
export function rejectionsOf(outcomes: readonly Outcome<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.reason] : []));
}

/** @throws RejectedRecord when it could not be stored and read back unchanged */
function checkStorable<Item>(item: Item): Item {
  const [problem] = findUnstorable(item);
  if (problem === undefined) return item;
  throw new RejectedRecord(String(problem.ctx?.error ?? problem.msg));
}
