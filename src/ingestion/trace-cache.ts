import { groupBy } from '../platform/group-by';
import { LockCache, type LockVersion } from './lock-cache';
import { listHeads, type SpanHead, traceLock } from './span.repository';
import type { NewRecord, Scope } from './span-record';

// The heads of a smaller trace are read as fast; MongoDB reads whole records for them.
const MIN_BYTES = 128 * 1024;
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const MAX_AGE_MS = 1_800_000;
// Approximate memory of a head.
const HEAD_BYTES = 600;

// After a change of retention, cached records may have been deleted.
const nameOf = (lock: string, days: number | null) => `${lock}/${days}`;

/** A cache of the heads of large traces that this process has stored most recently. */
export function createTraceCache() {
  const cache = new LockCache<SpanHead[]>({ maxBytes: MAX_CACHE_BYTES, maxAgeMs: MAX_AGE_MS });

  return {
    /** All records of the traces without their content; the caller must hold their locks. */
    async read(
      { workspaceId, days, session }: Scope,
      traceIds: readonly string[],
      locks: ReadonlyMap<string, LockVersion>,
    ): Promise<SpanHead[]> {
      const known = new Map<string, SpanHead[]>();
      for (const traceId of traceIds) {
        const name = traceLock(workspaceId, traceId);
        const version = locks.get(name);
        const heads = version === undefined ? null : cache.find(nameOf(name, days), version);
        if (heads !== null) known.set(traceId, heads);
      }
      const unknown = traceIds.filter((traceId) => !known.has(traceId));
      const read = unknown.length === 0 ? [] : await listHeads(workspaceId, unknown, session);
      return [...[...known.values()].flat(), ...read];
    },

    /** Caches all heads of some traces, as stored by the transaction that holds the locks. */
    save(
      { workspaceId, days }: Scope,
      heads: readonly (SpanHead & Partial<Pick<NewRecord, 'content' | 'texts'>>)[],
      locks: ReadonlyMap<string, LockVersion>,
    ): void {
      for (const [traceId, members] of groupBy(heads, (head) => head.traceId)) {
        const name = traceLock(workspaceId, traceId);
        const version = locks.get(name);
        if (version === undefined || members.reduce((sum, { bytes }) => sum + bytes, 0) < MIN_BYTES) continue;
        const bare = members.map(({ content: _content, texts: _texts, ...head }) => head);
        cache.save(nameOf(name, days), version, bare, bare.length * HEAD_BYTES);
      }
    },
  };
}

export type TraceCache = ReturnType<typeof createTraceCache>;
