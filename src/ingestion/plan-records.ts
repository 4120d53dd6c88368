import { derivedId } from '../platform/derived-id';
import { groupBy } from '../platform/group-by';
import { type Grouping, groupSpans } from './assembly/group-spans';
import type { SpanHead } from './span.repository';
import type { NewRecord } from './span-record';

/** What is stored of a conversation, or would be. */
export interface Size {
  count: number;
  bytes: number;
}

/** More than this of one conversation is refused: it is made anew, as a whole, with each span that comes. */
const MOST: Size = { count: 2000, bytes: 32 * 1024 * 1024 };

// All records of a trace are looked at with each that comes.
const MAX_TRACE_RECORDS = 20_000;

// A document of MongoDB's holds 16 MiB; control characters take more room as JSON text than when they were sent.
const MAX_RECORD_BYTES = 12 * 1024 * 1024;

/** Where every record of some traces belongs. */
export interface Placement {
  /** By record id. */
  groupings: Map<string, Grouping>;
  conversationIds: Map<string, string>;
}

/** Places the stored and the new records of traces. */
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
    [...groupings].map(([id, { source, key }]) => [
      id,
      derivedId(`${workspaceId}/${source}/${key}`, 'conversation'),
    ]),
  );
  return { groupings, conversationIds };
}

/** Those of `records` that are not stored yet as they are, each once. */
export function newAmong(records: NewRecord[], stored: SpanHead[]): NewRecord[] {
  const positions = new Map(stored.map(({ _id, position }) => [_id, position]));
  return records.filter(({ _id, position }) => {
    const known = positions.get(_id);
    if (known !== undefined && known <= position) return false;
    positions.set(_id, position);
    return true;
  });
}

/** Those of `records` that still fit into their conversations, and into their traces beside what is `stored`. */
export function fittingAmong(
  records: NewRecord[],
  stored: SpanHead[],
  sizes: ReadonlyMap<string, Size>,
  { conversationIds }: Placement,
): NewRecord[] {
  const grown = new Map(sizes);
  const counts = new Map<string, number>();
  for (const { traceId } of stored) counts.set(traceId, (counts.get(traceId) ?? 0) + 1);
  return records.filter((record) => {
    const ofTrace = counts.get(record.traceId) ?? 0;
    const id = conversationIds.get(record._id) ?? '';
    const { count, bytes } = grown.get(id) ?? { count: 0, bytes: 0 };
    const next = { count: count + 1, bytes: bytes + record.bytes };
    const isTooMuch = next.count > MOST.count || next.bytes > MOST.bytes;
    if (isTooMuch || ofTrace >= MAX_TRACE_RECORDS || record.bytes > MAX_RECORD_BYTES) return false;
    grown.set(id, next);
    counts.set(record.traceId, ofTrace + 1);
    return true;
  });
}
