import { createHash } from 'node:crypto';
import type { CallMessage, CallSpan, ModelCall } from '../spans/span';

/**
 * A framework and its client can record one call in two traces: with equal messages, one within the time of the
 * other, by different libraries (`mayBeOneCall`). Of these, the first is used. Each call is compared with a summary of
 * those that have the same digest, because a load test sends thousands at the same time.
 */
export function* selectWithoutTwins(calls: CallSpan[]): Generator<undefined, CallSpan[]> {
  const sameMessages = new Map<string, CallTimes>();
  const twins = new Set<CallSpan>();
  const inOrder = calls.toSorted(
    (one, other) => one.startMicros - other.startMicros || one.endMicros - other.endMicros,
  );
  for (const span of inOrder) {
    yield;
    if (span.call.outputs.length === 0) continue;
    const digest = digestMessages(span.call);
    const earlier = sameMessages.get(digest) ?? new CallTimes();
    if (earlier.hasTwin(span)) {
      twins.add(span);
      continue;
    }
    earlier.add(span);
    sameMessages.set(digest, earlier);
  }
  return calls.filter((span) => !twins.has(span));
}

/** Equal for calls with the same messages. */
export function digestMessages({ inputs, outputs }: ModelCall): string {
  const digest = createHash('sha256');
  const add = (messages: readonly CallMessage[]) => {
    for (const { key } of messages) digest.update(`${key}\n`);
  };
  add(outputs);
  digest.update('\n');
  add(inputs);
  return digest.digest('base64');
}

/** The times of calls with equal messages, by library. Calls are added in order of their start, then of their end. */
class CallTimes {
  private readonly starts = new Map<string | undefined, LatestOfTraces>();
  private readonly ends = new Map<string | undefined, LatestOfTraces>();

  add({ library, traceId, startMicros, endMicros }: CallSpan): void {
    const starts = this.starts.get(library) ?? new LatestOfTraces();
    const ends = this.ends.get(library) ?? new LatestOfTraces();
    starts.add(traceId, startMicros);
    ends.add(traceId, endMicros);
    this.starts.set(library, starts);
    this.ends.set(library, ends);
  }

  /** Those that began earlier contain the call if they ended later; those that began with it are within it. */
  hasTwin({ library, traceId, startMicros, endMicros }: CallSpan): boolean {
    const isOther = (recorded: string | undefined) => recorded === undefined || recorded !== library;
    const reach = (times: ReadonlyMap<string | undefined, LatestOfTraces>, micros: number) =>
      [...times].some(([recorded, latest]) => isOther(recorded) && latest.outside(traceId) >= micros);
    return reach(this.ends, endMicros) || reach(this.starts, startMicros);
  }
}

/** The latest time of some traces, and the latest of those without any one of them. */
class LatestOfTraces {
  private latest = { traceId: '', micros: Number.NEGATIVE_INFINITY };
  private next = this.latest;

  add(traceId: string, micros: number): void {
    const added = { traceId, micros };
    if (micros > this.latest.micros) {
      if (traceId !== this.latest.traceId) this.next = this.latest;
      this.latest = added;
    } else if (traceId !== this.latest.traceId && micros > this.next.micros) this.next = added;
  }

  outside(traceId: string): number {
    return (traceId === this.latest.traceId ? this.next : this.latest).micros;
  }
}
