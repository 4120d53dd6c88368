import type { GenAiSpan } from '../spans/span';

type CallTimes = Pick<GenAiSpan, 'startMicros' | 'endMicros'> & { library?: string | null };

/**
 * Whether two spans with equal messages may be one call: one lies within the time of the other, and two libraries
 * recorded them. One library records each call once, so its spans are calls that were made concurrently.
 */
export function mayBeOneCall(one: CallTimes, other: CallTimes): boolean {
  // The library of imported spans is unknown.
  const isSameLibrary = typeof one.library === 'string' && one.library === other.library;
  return !isSameLibrary && (isWithin(one, other) || isWithin(other, one));
}

export function isWithin(inner: CallTimes, outer: CallTimes): boolean {
  return inner.startMicros >= outer.startMicros && inner.endMicros <= outer.endMicros;
}
