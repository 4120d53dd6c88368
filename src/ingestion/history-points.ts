import { hash } from 'node:crypto';
import { type AssembledMessage, mayBeOneCall, messageKey } from '../../packages/formats';

/** A point of a conversation at which another may continue it, or be a copy of it: after a reply or a result. */
export interface HistoryPoint {
  /** Digest of all messages up to here. */
  hash: string;
  /** The number of these messages. */
  count: number;
  /** Of the call that wrote the last message, or was the first to repeat it. */
  startMicros: number;
  endMicros: number;
  /** The library that recorded this call; null if unknown. */
  library: string | null;
}

/** The messages of a conversation, as far as they are needed to find others with the same beginning. */
export interface HistoryOutline {
  /** Digest of all messages; null when the last one is a user's, to which nothing was replied yet. */
  endHash: string | null;
  /** The end of the last call. */
  endMicros: number;
  /** The points after replies that the calls of this conversation only repeat. */
  repeated: HistoryPoint[];
  /** The points after replies that its calls have written. */
  written: HistoryPoint[];
}

// Of a longer conversation, others continue the end.
const MAX_POINTS = 64;

/** System messages are left out: applications put the time or a user's profile into them. */
export function outlineHistory(messages: readonly AssembledMessage[]): HistoryOutline {
  const repeated: HistoryPoint[] = [];
  const written: HistoryPoint[] = [];
  let points = repeated;
  let digest = '';
  let count = 0;
  let endHash: string | null = null;
  let endMicros = 0;
  for (const message of messages) {
    const { role, generation, source, span } = message;
    if (role === 'system' || role === 'developer') continue;
    digest = hash('sha256', `${digest}/${source?.key ?? messageKey(message)}`, 'base64');
    count += 1;
    endHash = role === 'user' ? null : digest;
    endMicros = Math.max(endMicros, span.endMicros);
    if (role === 'user') continue;
    if (role === 'assistant') points = generation === undefined ? repeated : written;
    points.push({
      hash: digest,
      count,
      startMicros: span.startMicros,
      endMicros: span.endMicros,
      library: span.library ?? null,
    });
  }
  return {
    endHash,
    endMicros,
    repeated: repeated.slice(-MAX_POINTS),
    written: written.slice(-MAX_POINTS),
  };
}

/** A call that repeats a reply later than this starts a separate conversation. */
export const MAX_PAUSE_MICROS = 86_400_000_000;

/** How much the clocks of two machines may differ. */
export const MAX_CLOCK_SKEW_MICROS = 5_000_000;

/** Where one conversation continues another or copies it. */
export interface Joint {
  /** The number of messages that both have. */
  count: number;
  /** Two libraries recorded the same call. */
  isCopy: boolean;
}

/**
 * A conversation continues another if it repeats all of its messages, within a day. It is a copy if another library
 * recorded all of them, with the last call within the other's time. Null when they are two conversations.
 */
export function findJoint(earlier: HistoryOutline, later: HistoryOutline): Joint | null {
  const isEnd = ({ hash: digest }: HistoryPoint) => digest === earlier.endHash;
  const pauseOf = ({ startMicros }: HistoryPoint) => startMicros - earlier.endMicros;
  const continued = later.repeated.find(
    (point) => isEnd(point) && pauseOf(point) >= -MAX_CLOCK_SKEW_MICROS && pauseOf(point) <= MAX_PAUSE_MICROS,
  );
  if (continued !== undefined) return { count: continued.count, isCopy: false };
  const last = earlier.written.findLast(isEnd);
  const copied = later.written.find(
    (point) => last !== undefined && isEnd(point) && mayBeOneCall(point, last),
  );
  return copied === undefined ? null : { count: copied.count, isCopy: true };
}
