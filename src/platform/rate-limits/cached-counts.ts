import { LRUCache } from 'lru-cache';
import { currentTimeMs } from '../clock';

/** After a failed read, the last count is used for this time. */
const RETRY_AFTER_MS = 5_000;
const MAX_KEYS = 10_000;

export interface CountAges {
  /** How long a count is returned without another read. */
  freshMs: number;
  /** How long after that it is returned while the next one is read. */
  staleMs: number;
  /** A count from this on is not returned while the next one is read, which may admit what it refuses. Default: none. */
  staleBelow?: number;
}

interface CachedCount {
  count: number;
  freshUntil: number;
}

/**
 * Caches the count of each key; concurrent callers share a read. A limit on what is counted may be exceeded by what is
 * admitted while a count is used. When a read fails, the last count is used if there is one, so that a slow count rejects
 * no request.
 */
export function cacheCounts(
  read: (key: string) => Promise<number>,
  { freshMs, staleMs, staleBelow = Number.POSITIVE_INFINITY }: CountAges,
): (key: string) => Promise<number> {
  const cache = new LRUCache<string, CachedCount>({ max: MAX_KEYS });
  const reads = new Map<string, Promise<number>>();

  async function refresh(key: string, last: CachedCount | undefined): Promise<number> {
    try {
      const count = await read(key);
      cache.set(key, { count, freshUntil: currentTimeMs() + freshMs });
      return count;
    } catch (error) {
      if (last === undefined) throw error;
      last.freshUntil = currentTimeMs() + RETRY_AFTER_MS;
      return last.count;
    } finally {
      reads.delete(key);
    }
  }

  return async (key) => {
    const now = currentTimeMs();
    const last = cache.get(key);
    if (last !== undefined && now < last.freshUntil) return last.count;
    const reading = reads.get(key) ?? refresh(key, last);
    reads.set(key, reading);
    const isUsable = last !== undefined && now < last.freshUntil + staleMs && last.count < staleBelow;
    return isUsable ? last.count : reading;
  };
}
