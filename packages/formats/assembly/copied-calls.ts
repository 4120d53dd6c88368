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

/** What says whether spans with a key of `callKeys` in common are one call. */
type CallOrigin = CallTimes & { responseId?: string | null; resource?: string | null };

/**
 * Whether two spans with a key in common are one call: users who ask the same question at the same time get equal replies,
 * so the ids of their responses decide. Where one is unknown, the spans have to be of one resource.
 */
export function isSameCall(one: CallOrigin, other: CallOrigin): boolean {
  if (!mayBeOneCall(one, other)) return false;
  const areKnown = typeof one.responseId === 'string' && typeof other.responseId === 'string';
  return areKnown ? one.responseId === other.responseId : (one.resource ?? null) === (other.resource ?? null);
}

export function isWithin(inner: CallTimes, outer: CallTimes): boolean {
  return inner.startMicros >= outer.startMicros && inner.endMicros <= outer.endMicros;
}
