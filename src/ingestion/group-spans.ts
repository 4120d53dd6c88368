import { byStart } from '../../packages/formats';

/** The fields that decide which conversation a span or an event belongs to. */
export interface GroupMember {
  /** Id of the stored record, unique in the trace. */
  id: string;
  traceId: string;
  spanId: string;
  isEvent: boolean;
  conversationKey: string | null;
  /** The key of the conversation that its trace continues, if none is named. */
  continuedKey: string | null;
  startMicros: number;
}

/** The key of the conversation: the client's own id of it, or else the id of the trace that began it. */
export interface Grouping {
  source: 'client' | 'trace';
  key: string;
}

/**
 * The conversation of each record of one trace, by record id. A span belongs to the conversation it names. A
 * span without a name belongs to that of the earliest span of its trace that has one; an event belongs with
 * its span. A pure function of the set of records, independent of their order.
 */
export function groupSpans(traceId: string, members: GroupMember[]): Map<string, Grouping> {
  const spans = members.filter(({ isEvent }) => !isEvent).sort(byStart);
  const named = spans.find(({ conversationKey }) => conversationKey !== null)?.conversationKey;
  const continued = members.find(({ continuedKey }) => continuedKey !== null)?.continuedKey;
  const common = toGrouping(named ?? null, continued ?? traceId);
  const bySpan = new Map(
    spans.map(({ spanId, conversationKey }) => [
      spanId,
      conversationKey === null ? common : toGrouping(conversationKey, traceId),
    ]),
  );
  return new Map(members.map(({ id, spanId }) => [id, bySpan.get(spanId) ?? common]));
}

function toGrouping(conversationKey: string | null, traceId: string): Grouping {
  return conversationKey === null
    ? { source: 'trace', key: traceId }
    : { source: 'client', key: conversationKey };
}
