import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { expiryOf } from '../platform/mongo/retention';
import type { CallEvent, GenAiSpan } from './span/span';
import type { SpanRecord } from './span.model';

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
export type NewRecord = Omit<SpanRecord, 'conversationId' | 'storedAt' | 'expireAt'>;

export function spanToRecord(workspaceId: string, span: GenAiSpan): NewRecord {
  const { traceId, spanId, conversationKey, startMicros } = span;
  return {
    _id: `${workspaceId}/${traceId}/${spanId}`,
    workspaceId,
    traceId,
    spanId,
    isEvent: false,
    conversationKey,
    startMicros,
    position: 0,
    ...toContent(span),
  };
}

/** The records of events; equal events of one span are distinguished by a number. */
export function eventsToRecords(workspaceId: string, events: CallEvent[]): NewRecord[] {
  const occurrences = new Map<string, number>();
  return events.map(({ position, ...event }) => {
    const { traceId, spanId, timeMicros } = event;
    const content = toContent(event);
    const digest = createHash('sha256').update(content.content).digest('base64url');
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
      startMicros: timeMicros,
      position,
      ...content,
    };
  });
}

/** The spans and events of stored records. */
export function readRecords(records: readonly Pick<SpanRecord, 'isEvent' | 'content' | 'position'>[]): {
  spans: GenAiSpan[];
  events: CallEvent[];
} {
  const spans: GenAiSpan[] = [];
  const events: CallEvent[] = [];
  for (const { isEvent, content, position } of records) {
    if (isEvent) events.push({ ...(JSON.parse(content) as Omit<CallEvent, 'position'>), position });
    else spans.push(JSON.parse(content) as GenAiSpan);
  }
  return { spans, events };
}

function toContent(value: unknown): { content: string; bytes: number } {
  const content = JSON.stringify(value);
  return { content, bytes: Buffer.byteLength(content) };
}
