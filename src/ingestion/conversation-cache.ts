import { isSliceOver, nextSlice, runInSlices } from '../../packages/concurrency';
import { assemble, type CallEvent, type GenAiSpan } from '../../packages/formats';
import { buildConversation } from '../conversations/transcript/build-conversation';
import type { MessageFrame } from '../conversations/transcript/changed-messages';
import type { Conversation, StoredMessage } from '../conversations/transcript/conversation';
import type { Grouping } from './group-spans';
import { LockCache, type LockVersion } from './lock-cache';
import { type OutlinedMessage, Outliner } from './outline';
import { ContentReader, type SharedTexts } from './record-content';
import type { SpanRecord } from './span.model';
import { type NewRecord, readRecords } from './span-record';
import { toNewConversation } from './to-new-conversation';
import { type TraceHistory, toTraceHistory } from './trace-history';

// A smaller conversation is rebuilt from its records as fast.
const MIN_BYTES = 128 * 1024;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
// Much shorter than a retention in days, so that cached records have not expired.
const MAX_AGE_MS = 1_800_000;
// Approximate memory of an outlined message and a reference to one.
const MESSAGE_BYTES = 1000;
const REFERENCE_BYTES = 16;

interface Place {
  workspaceId: string;
  id: string;
  grouping: Grouping;
}

interface OutlinedRecords {
  spans: ReadonlyMap<string, GenAiSpan>;
  events: ReadonlyMap<string, CallEvent>;
}

/** A stored conversation without its long texts, and the outlines of its records. */
export interface CachedConversation {
  place: Place;
  /** Null when a session names the conversation. */
  history: TraceHistory | null;
  outliner: Outliner;
  records: OutlinedRecords;
  conversation: Conversation;
  /** In order, by id. */
  frames: ReadonlyMap<string, MessageFrame>;
  /** In the same order, the outlined message of each; null: a tool run. */
  sources: readonly (OutlinedMessage | null)[];
  messages: readonly StoredMessage[];
  /** Approximate memory. */
  bytes: number;
}

/** A cache of the large conversations that this process has stored most recently. */
export function createConversationCache() {
  const cache = new LockCache<CachedConversation>({ maxBytes: MAX_CACHE_BYTES, maxAgeMs: MAX_AGE_MS });
  return {
    find: (name: string, version: LockVersion) => cache.find(name, version),
    save: (name: string, version: LockVersion, cached: CachedConversation) =>
      cache.save(name, version, cached, cached.bytes),
  };
}

export type ConversationCache = ReturnType<typeof createConversationCache>;

/** The cache entry of a conversation; null when it is too small to be worth it. */
export async function outlineConversation(
  place: Place,
  records: readonly Pick<SpanRecord, '_id' | 'isEvent' | 'content' | 'position' | 'bytes'>[],
  texts: SharedTexts,
): Promise<CachedConversation | null> {
  const stored = [...records, ...texts.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  if (stored < MIN_BYTES) return null;
  const outliner = new Outliner();
  const none = { spans: new Map(), events: new Map() };
  return outline(place, outliner, await addRecords(none, outliner, records, new ContentReader(texts)));
}

/** The same with more records; null when it cannot be determined without the long texts. */
export async function extendOutline(
  cached: CachedConversation,
  records: readonly NewRecord[],
  reader: ContentReader,
): Promise<CachedConversation | null> {
  const { place, outliner } = cached;
  return outline(place, outliner, await addRecords(cached.records, outliner, records, reader));
}

async function outline(
  place: Place,
  outliner: Outliner,
  records: OutlinedRecords,
): Promise<CachedConversation | null> {
  const { workspaceId, id, grouping } = place;
  const assembled = await runInSlices(assemble([...records.spans.values()], [...records.events.values()]));
  const sources = assembled.messages.map(({ source }) => (source as OutlinedMessage | undefined) ?? null);
  // The id of a message is computed from its whole text, which is unknown for a result that only a tool run
  // has.
  const isTextMissing = assembled.messages.some(
    ({ source, parts }) => source === undefined && JSON.stringify(parts).includes('sha256:'),
  );
  if (isTextMissing || assembled.messages.length === 0) return null;
  const { conversation, messages } = buildConversation(
    toNewConversation(workspaceId, id, grouping.key, assembled),
  );
  const lastUser = sources.findLast((source) => source?.role === 'user');
  return {
    place,
    history: toTraceHistory(place, assembled),
    outliner,
    records,
    conversation: { ...conversation, preview: lastUser?.preview ?? '' },
    frames: new Map(messages.map(({ parts: _parts, verdicts: _verdicts, ...frame }) => [frame.id, frame])),
    sources,
    messages,
    bytes: measure(records, messages.length),
  };
}

async function addRecords(
  { spans, events }: OutlinedRecords,
  outliner: Outliner,
  records: readonly Pick<SpanRecord, '_id' | 'isEvent' | 'content' | 'position'>[],
  reader: ContentReader,
): Promise<OutlinedRecords> {
  const added = { spans: new Map(spans), events: new Map(events) };
  for (const record of records) {
    if (isSliceOver()) await nextSlice();
    const read = await readRecords([record], reader);
    for (const span of read.spans) added.spans.set(record._id, outliner.outlineSpan(span));
    for (const event of read.events) added.events.set(record._id, outliner.outlineEvent(event));
  }
  return added;
}

function measure({ spans, events }: OutlinedRecords, messageCount: number): number {
  const calls = [...[...spans.values()].flatMap(({ call }) => call ?? []), ...events.values()];
  const references = calls.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0);
  const tools = new Set(calls.flatMap((call) => ('tools' in call ? call.tools : [])));
  const toolBytes = [...tools].reduce((sum, tool) => sum + 2 * JSON.stringify(tool).length, 0);
  return (spans.size + events.size + messageCount) * MESSAGE_BYTES + references * REFERENCE_BYTES + toolBytes;
}
