import { createHash } from 'node:crypto';
import type { CallMessage, CallSpan, GenAiSpan, ModelCall } from '../spans/span';

/**
 * A framework and its client can record one call in two traces, or in two branches of one: with equal messages or one id of
 * the response, one within the time of the other, by different libraries (`mayBeOneCall`). The first of them is used. Each
 * call is compared with a summary of the calls that have the same key, because a load test sends thousands at the same
 * time.
 */
export function* selectWithoutTwins(calls: CallSpan[]): Generator<undefined, CallSpan[]> {
  const byKey = new Map<string, CallTimes>();
  const twins = new Set<CallSpan>();
  const inOrder = calls.toSorted(
    (one, other) => one.startMicros - other.startMicros || one.endMicros - other.endMicros,
  );
  for (const span of inOrder) {
    yield;
    if (span.call.outputs.length === 0) continue;
    const keys = [digestMessages(span.call), ...responseKeys(span)];
    if (keys.some((key) => byKey.get(key)?.hasTwin(span))) {
      twins.add(span);
      continue;
    }
    for (const key of keys) {
      const times = byKey.get(key) ?? new CallTimes();
      times.add(span);
      byKey.set(key, times);
    }
  }
  return calls.filter((span) => !twins.has(span));
}

/** The keys by which spans of the same model call are found: the digest of its messages, and the id of its response. */
export function callKeys(span: GenAiSpan): string[] {
  const { kind, call } = span;
  if (kind !== 'model' || call === null) return [];
  return [...(call.outputs.length === 0 ? [] : [digestMessages(call)]), ...responseKeys(span)];
}

/** Spans around a model call may repeat the id of its response. */
function responseKeys({ kind, responseId }: GenAiSpan): string[] {
  return kind === 'model' && responseId !== undefined ? [`response ${responseId}`] : [];
}

/** Equal for calls with the same messages. */
function digestMessages({ inputs, outputs }: ModelCall): string {
  const digest = createHash('sha256');
  const add = (messages: readonly CallMessage[]) => {
    for (const { key } of messages) digest.update(`${key}\n`);
  };
  add(outputs);
  digest.update('\n');
  add(inputs);
  return digest.digest('base64');
}

/** The times of calls of one library and model. */
interface RecordedTimes {
  library: string | undefined;
  model: string | null;
  starts: LatestOfTraces;
  ends: LatestOfTraces;
}

/** The times of calls with a key in common. Calls are added in order of their start, then of their end. */
class CallTimes {
  private readonly recorded = new Map<string, RecordedTimes>();

  add({ library, traceId, startMicros, endMicros, call }: CallSpan): void {
    const model = bareModel(call.model);
    const key = JSON.stringify([library, model]);
    const times = this.recorded.get(key) ?? {
      library,
      model,
      starts: new LatestOfTraces(),
      ends: new LatestOfTraces(),
    };
    times.starts.add(traceId, startMicros);
    times.ends.add(traceId, endMicros);
    this.recorded.set(key, times);
  }

  /**
   * Those that began earlier contain the call if they ended later; those that began with it are within it. In one trace,
   * two libraries and models may also be two providers with equal replies.
   */
  hasTwin({ library, traceId, startMicros, endMicros, call }: CallSpan): boolean {
    const model = bareModel(call.model);
    return [...this.recorded.values()].some((times) => {
      const isOther = times.library !== library;
      if (!isOther && library !== undefined) return false;
      const isSameModel = times.model === null || model === null || times.model === model;
      const isKnown = times.library !== undefined && library !== undefined;
      const latest = (of: LatestOfTraces) => (isKnown && isSameModel ? of.overall : of.outside(traceId));
      return latest(times.ends) >= endMicros || latest(times.starts) >= startMicros;
    });
  }
}

/** Without the provider and the date: some libraries record the model of the request, others that of the response. */
function bareModel(model: string | null): string | null {
  return (
    model
      ?.toLowerCase()
      .replace(/^.*\//, '')
      .replace(/-(\d{4}-\d\d-\d\d|\d{8}|latest)$/, '') ?? null
  );
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

  get overall(): number {
    return this.latest.micros;
  }

  outside(traceId: string): number {
    return (traceId === this.latest.traceId ? this.next : this.latest).micros;
  }
}
