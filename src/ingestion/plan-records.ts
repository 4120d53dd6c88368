import { derivedId } from '../platform/derived-id';
import { groupBy } from '../platform/group-by';
import { type Grouping, groupSpans } from './group-spans';
import type { SpanHead } from './span.repository';
import type { NewRecord } from './span-record';

/** The number of records of a conversation, and the bytes of these and the texts that they refer to. */
export interface Size {
  count: number;
  bytes: number;
}

/** Larger conversations are rejected, because every new span rebuilds the conversation. */
const MAX_CONVERSATION: Size = { count: 2000, bytes: 32 * 1024 * 1024 };

// All records of a trace are read with every new one.
const MAX_TRACE_RECORDS = 20_000;

// MongoDB limits a document to 16 MiB; control characters take more space in JSON than as sent.
const MAX_DOCUMENT_BYTES = 12 * 1024 * 1024;

/** The conversation of every record of some traces. */
export interface Placement {
  /** By record id. */
  groupings: Map<string, Grouping>;
  conversationIds: Map<string, string>;
}

/** Groups the stored and the new records of traces. */
export function placeRecords(workspaceId: string, records: (SpanHead | NewRecord)[]): Placement {
  const byTrace = groupBy(records, ({ traceId }) => traceId);
  const groupings = new Map(
    [...byTrace].flatMap(([traceId, members]) => [
      ...groupSpans(
        traceId,
        members.map((member) => ({ ...member, id: member._id })),
      ),
    ]),
  );
  const conversationIds = new Map(
    [...groupings].map(([id, grouping]) => [id, conversationIdOf(workspaceId, grouping)]),
  );
  return { groupings, conversationIds };
}

export function conversationIdOf(workspaceId: string, { source, key }: Grouping): string {
  return derivedId(`${workspaceId}/${source}/${key}`, 'conversation');
}

/**
 * The grouping of a conversation by its stored records; undefined without records. One that records of a trace have left
 * may still have those of others.
 */
export function findGrouping(
  workspaceId: string,
  conversationId: string,
  records: readonly Pick<NewRecord, 'conversationKey' | 'continuedKey' | 'traceId'>[],
): Grouping | undefined {
  const candidates = records.flatMap(({ conversationKey, continuedKey, traceId }): Grouping[] => [
    { source: 'trace', key: continuedKey ?? traceId },
    ...(conversationKey === null ? [] : [{ source: 'client' as const, key: conversationKey }]),
  ]);
  return candidates.find((grouping) => conversationIdOf(workspaceId, grouping) === conversationId);
}

/** The distinct records that are new or differ from the stored ones. */
export function selectNew(records: NewRecord[], stored: SpanHead[]): NewRecord[] {
  const positions = new Map(stored.map(({ _id, position }) => [_id, position]));
  return records.filter(({ _id, position }) => {
    const known = positions.get(_id);
    if (known !== undefined && known <= position) return false;
    positions.set(_id, position);
    return true;
  });
}

/** Whether several conversations can be one that may grow to twice its size. */
export function fitTogether(sizes: readonly (Size | undefined)[]): boolean {
  const sum = (field: keyof Size) => sizes.reduce((total, size) => total + (size?.[field] ?? 0), 0);
  return isWithinMaximum({ count: 2 * sum('count'), bytes: 2 * sum('bytes') });
}

function isWithinMaximum({ count, bytes }: Size): boolean {
  return count <= MAX_CONVERSATION.count && bytes <= MAX_CONVERSATION.bytes;
}

/**
 * The records that fit into their conversations and traces, given the stored ones and the digests of the texts that each
 * conversation has.
 */
export function selectWithinLimits(
  records: NewRecord[],
  stored: SpanHead[],
  sizes: ReadonlyMap<string, Size>,
  { conversationIds }: Placement,
  digests: ReadonlyMap<string, ReadonlySet<string>>,
): NewRecord[] {
  const grown = new Map(sizes);
  const known = new Map([...digests].map(([id, ofConversation]) => [id, new Set(ofConversation)]));
  const counts = new Map<string, number>();
  for (const { traceId } of stored) counts.set(traceId, (counts.get(traceId) ?? 0) + 1);
  return records.filter((record) => {
    const ofTrace = counts.get(record.traceId) ?? 0;
    const id = conversationIds.get(record._id) ?? '';
    const { count, bytes } = grown.get(id) ?? { count: 0, bytes: 0 };
    const shared = known.get(id) ?? new Set();
    const added = [...record.texts].filter(([digest]) => !shared.has(digest));
    const documents = [record, ...added.map(([, text]) => text)];
    const next = { count: count + 1, bytes: documents.reduce((sum, one) => sum + one.bytes, bytes) };
    const isTooLarge = documents.some((one) => one.bytes > MAX_DOCUMENT_BYTES);
    if (!isWithinMaximum(next) || ofTrace >= MAX_TRACE_RECORDS || isTooLarge) return false;
    grown.set(id, next);
    for (const [digest] of added) shared.add(digest);
    known.set(id, shared);
    counts.set(record.traceId, ofTrace + 1);
    return true;
  });
}
