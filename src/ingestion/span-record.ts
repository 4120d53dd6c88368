import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { isSliceOver, mapInSlices, nextSlice } from '../../packages/concurrency';
import { type CallEvent, callKeys, type GenAiSpan } from '../../packages/formats';
import { expiryOf } from '../platform/mongo/retention';
import { datedKey } from './call-keys';
import { type ContentReader, packContent, type SharedText, type SharedTexts } from './record-content';
import type { RecordedCall, SpanRecord } from './span.model';

/** The transaction that stores records of a workspace. */
export interface Scope {
  workspaceId: string;
  /** The retention of the workspace in days; null: unlimited. */
  days: number | null;
  session: ClientSession;
}

export function computeLifetime(
  storedAt: Date,
  days: number | null,
): { storedAt: Date; expireAt: Date | null } {
  return { storedAt, expireAt: expiryOf(storedAt, days) };
}

/** A received span or event, before its conversation is known. */
export type NewRecord = Omit<SpanRecord, 'conversationId' | 'storedAt' | 'expireAt'> & {
  /** All texts that its content refers to. */
  texts: SharedTexts;
};

export function spanToRecord(workspaceId: string, span: GenAiSpan): NewRecord {
  const { traceId, spanId, conversationKey, startMicros } = span;
  return {
    _id: `${workspaceId}/${traceId}/${spanId}`,
    workspaceId,
    traceId,
    spanId,
    isEvent: false,
    conversationKey,
    continuedKey: null,
    startMicros,
    ...recordedCall(span),
    position: 0,
    ...pack(span),
  };
}

function recordedCall(span: GenAiSpan): { call?: RecordedCall } {
  const { library = null, resource = null, responseId = null, startMicros, endMicros } = span;
  const keys = callKeys(span).map((key) => datedKey(key, startMicros));
  return keys.length === 0 ? {} : { call: { keys, library, resource, responseId, endMicros } };
}

/** The records of events, made in slices of work; equal events of one span are distinguished by a number. */
export function eventsToRecords(workspaceId: string, events: readonly CallEvent[]): Promise<NewRecord[]> {
  const occurrences = new Map<string, number>();
  return mapInSlices(events, ({ position, ...event }) => {
    const { traceId, spanId, timeMicros } = event;
    const digest = createHash('sha256').update(JSON.stringify(event)).digest('base64url');
    const name = `${workspaceId}/${traceId}/${spanId}/${digest}`;
    const occurrence = occurrences.get(name) ?? 0;
    occurrences.set(name, occurrence + 1);
    return {
      _id: `${name}/${occurrence}`,
      workspaceId,
      traceId,
      spanId,
      isEvent: true,
      conversationKey: null,
      continuedKey: null,
      startMicros: timeMicros,
      position,
      ...pack(event),
    };
  });
}

function pack(value: GenAiSpan | Omit<CallEvent, 'position'>) {
  const packed = packContent(value);
  return { ...packed, hasTexts: packed.texts.size > 0 };
}

/** The texts that new records of one conversation refer to. */
export function textsAmong(records: readonly NewRecord[]): Map<string, SharedText> {
  return new Map(records.flatMap(({ texts }) => [...texts]));
}

/**
 * The spans and events of records, in slices of work; `reader` has the texts that these refer to. Records of which texts
 * have expired are left out.
 */
export async function readRecords(
  records: readonly Pick<SpanRecord, 'isEvent' | 'content' | 'position'>[],
  reader: ContentReader,
): Promise<{ spans: GenAiSpan[]; events: CallEvent[] }> {
  const spans: GenAiSpan[] = [];
  const events: CallEvent[] = [];
  for (const { isEvent, content, position } of records) {
    if (isSliceOver()) await nextSlice();
    if (isEvent) {
      const event = reader.readEvent(content);
      if (event !== null) events.push({ ...event, position });
    } else {
      const span = reader.readSpan(content);
      if (span !== null) spans.push(span);
    }
  }
  return { spans, events };
}
