import { LRUCache } from 'lru-cache';
import { currentTimeMs } from '../clock';

/** After a failed read, the last count is used for this time. */
const RETRY_AFTER_MS = 5_000;
const MAX_KEYS = 10_000;

/**
 * Caches the count of each key for the time that `maxAgeMs` returns; concurrent callers share a read. When a
 * read fails, the last count is used if there is one, so that a slow count rejects no request.
 */
export function cacheCounts(
  read: (key: string) => Promise<number>,
  maxAgeMs: (count: number) => number,
): (key: string) => Promise<number> {
  const cache = new LRUCache<string, { count: Promise<number>; until: number }>({ max: MAX_KEYS });
  return (key) => {
    const entry = cache.get(key);
    if (entry !== undefined && currentTimeMs() < entry.until) return entry.count;
    let ageMs = maxAgeMs;
    const count = read(key).catch((error: unknown) => {
      if (entry === undefined) throw error;
      ageMs = () => RETRY_AFTER_MS;
      return entry.count;
    });
    const fresh = { count, until: Number.POSITIVE_INFINITY };
    cache.set(key, fresh);
    count.then(
      (value) => {
        fresh.until = currentTimeMs() + ageMs(value);
      },
      () => cache.delete(key),
    );
    return count;
  };
}
