interface Placed {
  startMicros: number;
  endMicros?: number;
  traceId: string;
  spanId: string;
}

/**
 * The order in which spans are read: by start, then by end, because many clocks have a resolution of
 * milliseconds.
 */
export function byStart(first: Placed, second: Placed): number {
  return (
    first.startMicros - second.startMicros ||
    (first.endMicros ?? 0) - (second.endMicros ?? 0) ||
    compareText(first.spanId, second.spanId) ||
    compareText(first.traceId, second.traceId)
  );
}

function compareText(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
